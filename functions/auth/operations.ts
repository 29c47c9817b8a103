import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { refreshToken } from './refresh.ts'
import { joinTenant, register } from './registration.ts'
import { validateToken } from './self.ts'

export const operations: Operations<typeof contract> = {
  register,
  login,
  refreshToken,
  logout,
  validateToken,
  joinTenant,
}
