import { expect, it } from 'vitest'
import { NotForThem } from '../../functions/attendance/contract/failures.ts'
import { refused } from '../support/agent.ts'
import { club } from '../support/orgs.ts'
import { world } from '../support/world.ts'
import { hosted } from './events.ts'

// rules/attendance 7
it('nobody can register a person for a members-only event that does not admit them', async () => {
  const w = await world()
  const chess = await club(w)
  const { eventId } = await hosted(w, chess.orgId, { visibility: 'members_only' })
  const at = { orgId: chess.orgId, eventId, userId: chess.outsider.user._id }
  expect(await chess.owner.device.addToWaitlist(at)).toMatchObject(refused(NotForThem))
})
