import { fail } from '../../lib/contract/failure.ts'
import { answer } from '../../lib/contract/reply.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import { readSelf } from '../../lib/identity/person/people.ts'
import type { Operations } from '../../lib/operation.ts'
import { type contract, IdentifierRequired, impersonationLimits } from './contract.ts'
import { startImpersonation } from './start.ts'
import { endImpersonation } from './stop.ts'

export const operations: Operations<typeof contract> = {
  async impersonateUser({ identifier = '', reason }, context) {
    if (identifier === '') fail(IdentifierRequired, { field: 'identifier' })
    await spend(context, 'impersonate', impersonationLimits.administrator, identityOf(context.caller))
    const { member, person, tokens } = await startImpersonation(context, identifier, reason)
    const self = await readSelf(context.table, member)
    const user = { ...self, emailVerified: person.emailVerified }
    return answer({ user }, { message: `Logged in as ${member.username}`, tokens })
  },

  async stopImpersonation(_, context) {
    const tokens = await endImpersonation(context)
    return answer(undefined, tokens ? { tokens } : {})
  },
}
