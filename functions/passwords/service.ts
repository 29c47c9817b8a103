import { identityOf } from '../../lib/identity/caller.ts'
import { refuseWrongTries } from '../../lib/identity/code-proof.ts'
import { newCode } from '../../lib/identity/codes.ts'
import { spend, spending } from '../../lib/identity/limits.ts'
import type { Operations } from '../../lib/operation.ts'
import { mailDue } from '../../lib/outbox.ts'
import { replacePassword, setFirstPassword } from './changing.ts'
import { codeLimits, type contract, forgotLimits } from './contract.ts'
import { requireCode, resetByCode } from './resetting.ts'

export const operations: Operations<typeof contract> = {
  // Looks at no account: whether one exists is found out when the mail is due, long after the answer.
  async forgotPassword({ email: given }, context) {
    const email = given.toLowerCase()
    await spend(context, 'forgot-address', forgotLimits.address, context.device.address)
    const request = spending(context, 'forgot-account', forgotLimits.account, email)
    const { nonce, write } = newCode(context, 'password_reset', email)
    const mail = mailDue(context, {
      template: 'password_reset',
      to: email,
      nonce,
      params: { subject: email },
    })
    const written = await context.table.write([request.write, write, mail])
    if (!written.ok) request.refuse()
  },

  async verifyCode({ email, code }, context) {
    await refuseWrongTries(context, codeLimits.address)
    await requireCode(context, email.toLowerCase(), code)
  },

  async resetPassword({ email, code, newPassword }, context) {
    await resetByCode(context, email.toLowerCase(), code, newPassword)
  },

  async changePassword({ currentPassword, newPassword }, context) {
    await replacePassword(context, identityOf(context.caller), currentPassword, newPassword)
  },

  async setPassword({ newPassword }, context) {
    await setFirstPassword(context, identityOf(context.caller), newPassword)
  },
}
