// Made by `npm run derive` from the route table; changes belong there.

import type { Failed } from './outcome.ts'

export type Anywhere =
  | Failed<400, 'INVALID_JSON' | 'VALIDATION_ERROR'>
  | Failed<404, 'TENANT_NOT_FOUND'>
  | Failed<405, 'METHOD_NOT_ALLOWED'>
  | Failed<413, 'PAYLOAD_TOO_LARGE'>
  | Failed<500, undefined>
  | Failed<503, 'UNAVAILABLE'>

export type NotSignedIn =
  | Failed<401, 'NO_TOKEN' | 'TOKEN_EXPIRED' | 'INVALID_TOKEN' | 'SESSION_REVOKED'>
  | Failed<403, 'ACCOUNT_SUSPENDED'>
