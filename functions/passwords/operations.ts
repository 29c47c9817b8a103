import { answer } from '../../lib/contract/reply.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { replacePassword, requestCode, requireOwner, resetByCode, setFirstPassword } from './password.ts'

export const operations: Operations<typeof contract> = {
  async forgotPassword({ email }, context) {
    const mark = await requestCode(context, email)
    return answer(undefined, mark === undefined ? {} : { mark })
  },

  async verifyCode({ email, code }, context) {
    await requireOwner(context, email, code)
  },

  async resetPassword({ email, code, newPassword }, context) {
    const proof = await resetByCode(context, email, code, newPassword)
    return answer(undefined, { deviceProof: proof })
  },

  async changePassword({ currentPassword, newPassword }, context) {
    const id = identityOf(context.caller)
    return answer(undefined, {
      deviceProof: await replacePassword(context, id, currentPassword, newPassword),
    })
  },

  async setPassword({ newPassword }, context) {
    await setFirstPassword(context, identityOf(context.caller), newPassword)
  },
}
