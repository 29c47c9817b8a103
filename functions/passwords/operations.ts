import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { changePassword, forgotPassword, resetPassword, setPassword, verifyCode } from './password.ts'

export const operations: Operations<typeof contract> = {
  forgotPassword,
  verifyCode,
  resetPassword,
  changePassword,
  setPassword,
}
