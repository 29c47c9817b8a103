import { fail } from '../../lib/contract/failure.ts'
import { SessionRevoked } from '../../lib/contract/failures.ts'
import { answer } from '../../lib/contract/reply.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import { findPerson } from '../../lib/identity/person/person.ts'
import type { Operations } from '../../lib/operation.ts'
import { type contract, exportLimits } from './contract.ts'
import { exportPerson } from './my-data.ts'

export const operations: Operations<typeof contract> = {
  async getMyData(_, context) {
    const globalUserId = identityOf(context.caller)
    const [found] = await Promise.all([
      findPerson(context.table, globalUserId),
      spend(context, 'my-data', exportLimits.person, globalUserId),
    ])
    const person = found ?? fail(SessionRevoked)
    const headers = { 'content-disposition': 'attachment; filename="my-data.json"' }
    return answer(await exportPerson(person, context), { headers })
  },
}
