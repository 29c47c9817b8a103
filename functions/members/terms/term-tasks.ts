import { dayMs } from '../../../lib/contract/time.ts'
import type { OrgMember } from '../../../lib/identity/org/organizations.ts'
import { rescheduleTasks, type TaskFacts, type TaskPlace } from '../../../lib/scheduled/task.ts'
import type { Write } from '../../../lib/table/write.ts'

export const endingKind = 'members.term-ending'
export const endKind = 'members.term-end'

/** How long before its end a term is announced. */
const announcementMs = 14 * dayMs

/**
 * The scheduled tasks of a member's term: the announcement and the end. The announcement is immediate when the end is
 * closer than that. `version` is the membership's current end; a task with another one is outdated.
 */
export const termFacts = ({ orgId, userId, roleTermEnd: version }: OrgMember): readonly TaskFacts[] => {
  const end = Date.parse(version ?? '')
  if (version === undefined || Number.isNaN(end)) return []
  const of = { subject: `${orgId}.${userId}`, version, params: { orgId, userId } }
  return [
    { ...of, kind: endingKind, at: new Date(end - announcementMs).toISOString() },
    { ...of, kind: endKind, at: version },
  ]
}

export const termChanges = (
  place: TaskPlace,
  before: OrgMember | undefined,
  after: OrgMember | undefined,
): readonly Write[] => rescheduleTasks(place, before ? termFacts(before) : [], after ? termFacts(after) : [])
