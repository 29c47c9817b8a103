/** A certificate for samples. Nobody has its key: it was thrown away when the certificate was made. */
export const sampleCertificate = [
  'MIIDITCCAgmgAwIBAgIUV8/eHTPbWQgulgtck4PLhI3gvSowDQYJKoZIhvcNAQELBQAwHzEdMBsGA1UEAwwUaWRwLmRlbW8u',
  'ZXhhbXBsZS5lZHUwIBcNMjYxMTIwMTIyNjE5WhgPMjEyNjEwMjcxMjI2MTlaMB8xHTAbBgNVBAMMFGlkcC5kZW1vLmV4YW1w',
  'bGUuZWR1MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAzNNhS70j0uUbVkzyQN5DtjwyeUddfeP50ztorKCUGCft',
  'MGFQ5IbR1rvvbWgAuO9SfYdYdQEikg85Mao5IHyNhz+gRs53OG4h/dBNAxOvcoaUiJcjdG7i6PY6fgxdVzc5ZVcXsXuL8eOs',
  'MXnN+YpkOIfrhIotl/U8C0DU5NToJqLL7184fE6llvHOrY81zea6X0cyu/xn7Wl9JHADompHnRGNJgkIInhM25CWkjkNKq6U',
  'Mqr3WqzkU8gN72xr8YNa63mHTWebw+HyxBegctkX3XHJzJZCB3Fb5Yh8t+vuQrHrvxXeJ44totA8IB62V7/rX5uv7IXCusLY',
  'wfXM40cgGQIDAQABo1MwUTAdBgNVHQ4EFgQUVNtt+Dw2OhlKjKp/DH7dgiomrsIwHwYDVR0jBBgwFoAUVNtt+Dw2OhlKjKp/',
  'DH7dgiomrsIwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOCAQEAl2D5FbN05ObvaVula/YiSyLitoWKk7P4/+0s',
  'xp/GIG4LKRaWEtoxU+X+59DeMLZcz2FktI6/nmYuOaO5N4a6CaZ4A+KtKH4XZN7qI4H/xfA68ohccr6VyikQUMlgfKZuk3JP',
  'PKuIins7kv4txyF+h5F2SApkimK6X6aGRcoxkE+HaQymTZNJbcpaXmKq+ZOaAKAgaXYl0m5FYy0ZTZol0DPUH3rOWJ8b+dk9',
  'pwM/rHBgt4HY7Zi9FiYq+uHSMpTbzgcpcDPLpD+02DS4nrpzWZAUABaevevi9F+ufJYbDhH7jsSTN52UY3xLKiVruT5H6UGn',
  'ucjnANDcQvmCv8/4/g==',
].join('')
