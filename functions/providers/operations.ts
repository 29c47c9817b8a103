import type { Operations } from '../../lib/operation.ts'
import { appleCallback } from './apple-callback.ts'
import type { contract } from './contract.ts'
import { linkWay, listWays, startLink, unlinkWay } from './linked-accounts.ts'
import { appleLogin, googleLogin, startAppleLogin, startGoogleLogin } from './provider-login.ts'

export const operations: Operations<typeof contract> = {
  googleLogin,
  appleLogin,
  startGoogleLogin,
  startAppleLogin,
  appleCallback,
  listWays,
  startLink,
  linkWay,
  unlinkWay,
}
