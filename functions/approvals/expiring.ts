import type { DueWorld } from '../../lib/due.ts'
import type { Write } from '../../lib/table/write.ts'
import type { WholeEvent } from '../events/service.ts'
import { planMove } from '../lifecycle/service.ts'
import { type ApprovalInstance, endedAs, instanceWrites } from '../stakeholders/service.ts'
import { outcomeTold } from './telling.ts'

/**
 * What becomes of an event that is over before everybody has decided: it is a draft again, nobody is asked any more, and
 * its organizers hear of it once (rules/approvals 22). At most one round trip of reads.
 */
export const expiryWrites = async (
  whole: WholeEvent,
  before: ApprovalInstance,
  world: DueWorld,
): Promise<readonly Write[]> => {
  const move = await planMove(world, whole, 'draft')
  const ended = endedAs(before, 'cancelled', world.now().toISOString())
  const { instance, writes } = instanceWrites(world, before, ended)
  return [...move.writes, ...writes, outcomeTold('approval_expired', instance, whole.card, undefined, world)]
}
