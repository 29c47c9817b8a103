import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import {
  type Affiliation,
  affiliationsOf,
  type EventCard,
  type EventJob,
  eventCard,
  eventJob,
  isAffiliated,
  organizationsOf,
} from '../events/index.ts'
import type { MemberSweep } from './repository.ts'

/** An assignment or sign-up to check. */
export type AssignmentKey = { readonly eventId: string; readonly jobId: string; readonly memberId: string }

type SweepCause = Pick<MemberSweep, 'orgId' | 'until'>

/**
 * Whether a person may do a job. Jobs are for members of the event's organizations; open jobs are for everyone that the
 * event admits.
 */
export const canWork = (card: EventCard, { openToAll }: EventJob, belonging: Affiliation): boolean =>
  openToAll
    ? card.visibility !== 'members_only' || isAffiliated(belonging)
    : belonging.membership !== undefined

/** Whether a person who lost an affiliation, and may have regained it, keeps work since `since`. */
const outlasts = (
  card: EventCard,
  { openToAll }: EventJob,
  { membership, hasRole: office }: Affiliation,
  { orgId, until }: SweepCause,
  since: string,
): boolean => {
  if (openToAll && card.visibility !== 'members_only') return true
  if (until !== undefined) return since > until
  if (openToAll && office) return true
  return orgId === '*' || (membership !== undefined && membership.joinedAt <= since)
}

type Facts = { readonly card: EventCard | undefined; readonly job: EventJob | undefined }

const factsOf = async (table: Table, places: readonly AssignmentKey[]): Promise<readonly Facts[]> => {
  const rows = await table.batchGet(
    places.flatMap(({ eventId, jobId }) => [key(eventCard, { eventId }), key(eventJob, { eventId, jobId })]),
    { strong: true },
  )
  return places.map((_, at) => ({
    card: rows[at * 2] as EventCard | undefined,
    job: rows[at * 2 + 1] as EventJob | undefined,
  }))
}

/**
 * Returns the assignments or sign-ups whose people no longer have a right to them. `cause` is the lost affiliation:
 * only work that depends on it is checked. A person who has rejoined keeps no work from before.
 */
export const findForfeited = async <P extends AssignmentKey>(
  table: Table,
  places: readonly P[],
  sinceOf: (place: P) => string,
  cause?: SweepCause,
): Promise<readonly P[]> => {
  const facts = await factsOf(table, places)
  const gone: P[] = []
  const byEvent = Map.groupBy(places.entries(), ([, { eventId }]) => eventId)
  for (const group of byEvent.values()) {
    const card = facts[group[0]?.[0] ?? 0]?.card
    if (!card) continue
    const concerned =
      cause === undefined || cause.orgId === '*' || organizationsOf(card).includes(cause.orgId)
    if (!concerned) continue
    const people = group.map(([, { memberId }]) => ({ kind: 'u' as const, personId: memberId }))
    const belongings = await affiliationsOf(table, card, people)
    for (const [at, [place, one]] of group.entries()) {
      const [job, belonging] = [facts[place]?.job, belongings[at]]
      if (!job || !belonging) continue
      const kept =
        canWork(card, job, belonging) &&
        (cause === undefined || outlasts(card, job, belonging, cause, sinceOf(one)))
      if (!kept) gone.push(one)
    }
  }
  return gone
}
