import * as z from 'zod/mini'
import { organization } from '../../lib/identity/org/records.ts'
import type { Condition } from '../../lib/table/condition.ts'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { update, type Write } from '../../lib/table/write.ts'
import { type EventCard, type EventStatus, eventStatuses } from '../events/index.ts'
import type { EventRules } from '../stakeholders/index.ts'

const number = z.optional(z.number())
const statusCounts = Object.fromEntries(eventStatuses.map((status) => [status, number])) as Record<
  EventStatus,
  typeof number
>

/**
 * Totals of a host's events, updated with every event change, so that limits always hold and lists need not count.
 * `open` counts events that are pending or live; a person's tally counts nothing else. A count that was never needed is
 * absent.
 */
export const HostTally = z.object({
  hostingType: z.string(),
  hostingId: z.string(),
  open: number,
  ...statusCounts,
  /** The sum of expected attendances. */
  expected: number,
  /** Counts the changes. */
  version: number,
})
export type HostTally = z.infer<typeof HostTally>
export const hostTally = entity('HostTally', HostTally, {
  scope: 'tenant',
  pk: 'HOSTS#{hostingType}#{hostingId}',
  sk: 'TALLY',
})

type TalliedEvent = Pick<
  EventCard,
  'hostingType' | 'hostingId' | 'shelf' | 'status' | 'deletedAt' | 'expectedAttendance'
>

const isOpen = ({ shelf, status }: TalliedEvent): boolean => shelf === 'live' || status === 'pending'

/** Whether a change makes an event count as open, which the school may limit. */
export const opensEvent = (before: TalliedEvent | undefined, after: TalliedEvent): boolean =>
  isOpen(after) && after.deletedAt === undefined && (sharesOf(before).open ?? 0) === 0

type Counts = Partial<Record<Exclude<keyof HostTally, 'hostingType' | 'hostingId' | 'version'>, number>>

/** One event's share in its host's tally. Only lists of an organization show more than the limited count. */
const sharesOf = (card: TalliedEvent | undefined): Counts => {
  if (!card || card.deletedAt !== undefined) return {}
  const open = isOpen(card) ? { open: 1 } : {}
  return card.hostingType === 'User' ? open : { [card.status]: 1, expected: card.expectedAttendance, ...open }
}

const difference = (before: Counts, after: Counts): Counts => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof Counts)[]
  return Object.fromEntries(
    names.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]).filter(([, by]) => by !== 0),
  )
}

const limitOf = ({ hostingType }: TalliedEvent, rules: EventRules | undefined): number | null =>
  (hostingType === 'Org' ? rules?.restrictions.maxEventsPerOrg : rules?.restrictions.maxEventsPerUser) ?? null

/**
 * The limit condition of the tally. A host without a tally is at zero; an absent tally passes only when the limit
 * exceeds `others`.
 */
const roomBelow = (limit: number | null, others: number): Condition<HostTally> => {
  if (limit === null) return { orAbsent: true }
  const below = { below: { open: limit - others } }
  return limit > others ? { orAbsent: true, ...below } : { with: ['open'], ...below }
}

/**
 * Writes the host's counts. The transaction fails at the school's limit. `others` is the number of events that follow.
 */
export const tallyWrites = (
  before: TalliedEvent | undefined,
  after: TalliedEvent,
  rules: EventRules | undefined,
  others = 0,
): readonly Write[] => {
  const add = difference(sharesOf(before), sharesOf(after))
  if (Object.keys(add).length === 0) return []
  const { hostingType, hostingId } = after
  const limit = (add.open ?? 0) > 0 ? limitOf(after, rules) : null
  const set = { hostingType, hostingId }
  return [update(hostTally, set, { set, add: { ...add, version: 1 } }, roomBelow(limit, others))]
}

const isPublished = (card: TalliedEvent | undefined): boolean =>
  card !== undefined && card.deletedAt === undefined && card.shelf === 'live'

type EventChange = { readonly before?: TalliedEvent | undefined; readonly after?: TalliedEvent | undefined }

/** The organization whose number of live events a change has changed. */
export const countedHostOf = ({ before, after }: EventChange): string | undefined => {
  const card = after ?? before
  const isCounted = card?.hostingType === 'Org' && isPublished(before) !== isPublished(after)
  return isCounted ? card.hostingId : undefined
}

/**
 * Copies the number of live events from an organization's tally to its card, which lists show. The version of the tally
 * orders copies that run at the same time, so repeating one changes nothing. One write outside the transaction costs
 * less than one in it, and changes of several events share it.
 */
export const copyEventCount = async (orgId: string, { table }: { readonly table: Table }): Promise<void> => {
  const tally = await table.get(hostTally, { hostingType: 'Org', hostingId: orgId }, { strong: true })
  if (tally?.version === undefined) return
  const eventCount = (tally.approved ?? 0) + (tally['not-applicable'] ?? 0)
  const set = { eventCount, eventsCounted: tally.version }
  const isNewer = { exists: true, below: { eventsCounted: tally.version } } as const
  await table.update(organization, { orgId }, { set, add: { version: 1 } }, isNewer)
}
