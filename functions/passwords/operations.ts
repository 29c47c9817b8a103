import { answer } from '../../lib/contract/reply.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { changePassword, forgotPassword, requireOwner, resetPassword, setPassword } from './password.ts'

export const operations: Operations<typeof contract> = {
  async forgotPassword({ email }, context) {
    const mark = await forgotPassword(context, email)
    return answer(undefined, mark === undefined ? {} : { mark })
  },

  async verifyCode({ email, code }, context) {
    await requireOwner(context, email, code)
  },

  async resetPassword({ email, code, newPassword }, context) {
    const { proof, removed, kept } = await resetPassword(context, email, code, newPassword)
    return answer({ removed: [...removed], kept: [...kept] }, { deviceProof: proof })
  },

  async changePassword({ currentPassword, newPassword }, context) {
    const id = identityOf(context.caller)
    return answer(undefined, {
      deviceProof: await changePassword(context, id, currentPassword, newPassword),
    })
  },

  async setPassword({ newPassword }, context) {
    await setPassword(context, identityOf(context.caller), newPassword)
  },
}
