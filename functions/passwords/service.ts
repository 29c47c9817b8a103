import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { identityOf } from '../../lib/identity/caller.ts'
import { proveCode } from '../../lib/identity/code-proof.ts'
import { newCode } from '../../lib/identity/codes.ts'
import { spend } from '../../lib/identity/limits.ts'
import { requirePassword } from '../../lib/identity/password-rule.ts'
import type { Operations } from '../../lib/operation.ts'
import { mailDue } from '../../lib/outbox.ts'
import { replacePassword, setFirstPassword } from './changing.ts'
import { changeLimits, codeLimits, type contract, forgotLimits, InvalidCode } from './contract.ts'
import { resetByCode } from './resetting.ts'

const requireCode = async (context: Context, email: string, code: string): Promise<void> => {
  if (!(await proveCode(context, codeLimits.address, 'password_reset', email, code))) fail(InvalidCode)
}

export const operations: Operations<typeof contract> = {
  // Looks at no account: whether one exists is found out when the mail is due, long after the answer.
  async forgotPassword({ email: given }, context) {
    const email = given.toLowerCase()
    await spend(context, 'forgot-address', forgotLimits.address, context.device.address)
    await spend(context, 'forgot-account', forgotLimits.account, email)
    const { nonce, write } = newCode(context, 'password_reset', email)
    const mail = mailDue(context, {
      template: 'password_reset',
      to: email,
      nonce,
      params: { subject: email },
    })
    await context.table.write([write, mail])
  },

  async verifyCode({ email, code }, context) {
    await requireCode(context, email.toLowerCase(), code)
  },

  async resetPassword({ email: given, code, newPassword }, context) {
    const email = given.toLowerCase()
    requirePassword(newPassword, { email }, 'newPassword')
    await requireCode(context, email, code)
    await resetByCode(context, email, newPassword)
  },

  async changePassword({ currentPassword, newPassword }, context) {
    const globalUserId = identityOf(context.caller)
    await spend(context, 'change-password', changeLimits.account, globalUserId)
    await replacePassword(context, globalUserId, currentPassword, newPassword)
  },

  async setPassword({ newPassword }, context) {
    const globalUserId = identityOf(context.caller)
    await spend(context, 'set-password', changeLimits.account, globalUserId)
    await setFirstPassword(context, globalUserId, newPassword)
  },
}
