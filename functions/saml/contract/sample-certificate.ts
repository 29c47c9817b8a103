/** A certificate for samples. Nobody has its key: it was thrown away when the certificate was made. */
export const sampleCertificate = [
  'MIICyDCCAbCgAwIBAgIQAQkJCQkJCQkJCQkJCQkJCTANBgkqhkiG9w0BAQsFADAfMR0wGwYDVQQDDBRpZHAuZGVtby5leGFt',
  'cGxlLmVkdTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowHzEdMBsGA1UEAwwUaWRwLmRlbW8uZXhhbXBsZS5l',
  'ZHUwggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQCsgIf836xBMGAbgTLpqdS1WupodkOz2YwMVJIsjC34tx7+vDLd',
  'Jndd25Du99UXmhW2PZUjNAHfUsBVDLxpQRQGhtM6dcRmv6hpzw5pWhQLVGpxxZF1QuXMDrMhsGD9IaPIv0RsLhwOXl+yfaKy',
  'C0sV3ZfRcpdLv3Tm7LbLpUZ9mKkdFJ/cPCtO3iozdN6DVrbl3JcfxsDylwhPq0py4OQ2jcMGtFK198UfocA6uGYmnowMI5ha',
  '/J2swn7orNmZ1xf+YmDohM9fEN0SkVz56cEg1NBxyLKz+EdwOCs8yNpJ70fRtkmRTF+rCkrqHu8GYmig+KvSj1ieSHDLPCr/',
  '1ukBAgMBAAEwDQYJKoZIhvcNAQELBQADggEBAI1RMeV1v9OWh3/f2C2GMUkx3z6EqEXVUJgEXnRNOnPiBDLCZzK6rvUZ6vf9',
  '7EhrYaeevvhfyTTH226BwQ4/uEuOmycqbDH2Qb6QB8f+3Ry6JaT7wUeZhujU8ecO+VtkgyyFAOZYe+usM9pGpdYO7oDyC/hS',
  '2qevRzz2g5zJ2qxoL0GaWToRLmuIusn9O6YVEWHGZ4MCy9PuEyVAyory/rsr+qzbjHJQ/PUgMeju6ehloRVabggLWNCLHpaI',
  'RSbwb3HHQY0EYlb0XWKg5qQ7LABcPCjNJANNZIrmgQ/MbMt3LTEjLJzHqOM16ZZpz6LB6FhaozVTTNu4TSJ7ogwExq4=',
].join('')
