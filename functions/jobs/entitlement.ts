import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import {
  type Belonging,
  belongingsOf,
  doesBelong,
  type EventCard,
  type EventJob,
  eventCard,
  eventJob,
  organizationsOf,
} from '../events/index.ts'
import type { MemberSweep } from './repository.ts'

/** An assignment or an offer, as far as it is asked whether its person keeps it. */
export type Place = { readonly eventId: string; readonly jobId: string; readonly memberId: string }

type Cause = Pick<MemberSweep, 'orgId' | 'until'>

/** Jobs are for members of an organization of the event; those that are open to all for whom the event is for. */
export const mayWork = (card: EventCard, { openToAll }: EventJob, belonging: Belonging): boolean =>
  openToAll ? card.visibility !== 'members_only' || doesBelong(belonging) : belonging.membership !== undefined

/** Whether somebody who parted, and may be back, keeps what they have had since a moment. */
const outlasts = (
  card: EventCard,
  { openToAll }: EventJob,
  { membership, office }: Belonging,
  { orgId, until }: Cause,
  since: string,
): boolean => {
  if (openToAll && card.visibility !== 'members_only') return true
  if (until !== undefined) return since > until
  if (openToAll && office) return true
  return orgId === '*' || (membership !== undefined && membership.joinedAt <= since)
}

type Facts = { readonly card: EventCard | undefined; readonly job: EventJob | undefined }

const factsOf = async (table: Table, places: readonly Place[]): Promise<readonly Facts[]> => {
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
 * Of some places of work, those that their people have no right to by what the records say at this moment. `cause` is
 * what they lost: only what hangs on it is looked at, and who is back keeps nothing of the time before.
 */
export const forfeited = async <P extends Place>(
  table: Table,
  places: readonly P[],
  sinceOf: (place: P) => string,
  cause?: Cause,
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
    const belongings = await belongingsOf(table, card, people)
    for (const [at, [place, one]] of group.entries()) {
      const [job, belonging] = [facts[place]?.job, belongings[at]]
      if (!job || !belonging) continue
      const kept =
        mayWork(card, job, belonging) &&
        (cause === undefined || outlasts(card, job, belonging, cause, sinceOf(one)))
      if (!kept) gone.push(one)
    }
  }
  return gone
}
