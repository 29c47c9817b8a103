import type { Settings } from '../settings.ts'

/** Headers of every answer. JSON needs no script, frame or referrer, so everything is off. */
export const securityHeaders = ({ production }: Settings): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-site',
  ...(production ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
})
