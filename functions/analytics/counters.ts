import type { ChangeContext } from '../../lib/consumer.ts'
import { type OrgMember, orgMember } from '../../lib/identity/org/organizations.ts'
import { engagement, type Participation, participation } from '../../lib/identity/org/participation.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { type ChangeEvent, markSeenTogether } from '../../lib/table/change-event.ts'
import { unchanged } from '../../lib/table/condition.ts'
import { key } from '../../lib/table/entity.ts'
import { conflicted } from '../../lib/table/retry.ts'
import { check, remove, replace, update, type Write } from '../../lib/table/write.ts'
import type { Attendee } from '../events/index.ts'
import { eventStats, growthMonth } from './repository.ts'

/** A user of the school with a seat, or who attended without one. Guests of other schools are not members here. */
const isAttendingMember = (row: Attendee | undefined): boolean =>
  row !== undefined && row.kind === 'u' && row.status === 'attending'

const isActive = (member: OrgMember | undefined): boolean => member?.status === 'active'

type ParticipationCounts = Pick<Participation, 'events' | 'member'>

/** One person's share of the organization's totals. */
const shareOf = ({ events, member }: ParticipationCounts) => ({
  membersWithEvents: member && events > 0 ? 1 : 0,
  events: member ? events : 0,
})

/** Adds the changes of several people to an organization's totals. */
const sumWrites = (
  orgId: string,
  changes: readonly (readonly [before: ParticipationCounts, after: ParticipationCounts])[],
): readonly Write[] => {
  const add = { membersWithEvents: 0, events: 0 }
  for (const [before, after] of changes) {
    const [was, is] = [shareOf(before), shareOf(after)]
    add.membersWithEvents += is.membersWithEvents - was.membersWithEvents
    add.events += is.events - was.events
  }
  if (add.membersWithEvents === 0 && add.events === 0) return []
  return [update(engagement, { orgId }, { set: { orgId }, add }, {})]
}

const rowWrite = (
  place: ParticipationKey,
  row: Participation | undefined,
  after: ParticipationCounts,
): Write => {
  if (after.events === 0 && row) return remove(participation, place, unchanged(row))
  return replace(participation, row, { ...place, ...after })
}

/** A condition that the membership is as it was read, because a joining or leaving person may have no row yet. */
const memberCheck = (place: ParticipationKey, member: OrgMember | undefined): Write =>
  check(orgMember, place, unchanged(member))

type ParticipationKey = Pick<Participation, 'orgId' | 'userId'>

/** The change in a person's number of events of an organization. */
const stepOf = ({
  before,
  after,
}: ChangeEvent<Attendee>): (ParticipationKey & { readonly by: number }) | undefined => {
  const by = Number(isAttendingMember(after)) - Number(isAttendingMember(before))
  const { hostOrg: orgId, personId: userId } = after ?? before ?? {}
  return by === 0 || orgId === undefined || userId === undefined ? undefined : { orgId, userId, by }
}

const none: ParticipationCounts = { events: 0, member: false }

/**
 * Plans the writes that count changes of people's participation in events of organizations. They belong into one
 * transaction with the marks of the change events. One round trip for people of the school, none for others.
 */
const participationWrites = async (
  changeEvents: readonly ChangeEvent<Attendee>[],
  { table }: ChangeContext,
): Promise<readonly Write[]> => {
  const steps = Map.groupBy(
    changeEvents.flatMap((changeEvent) => stepOf(changeEvent) ?? []),
    ({ orgId, userId }) => `${orgId}#${userId}`,
  )
  const places = [...steps.values()].flatMap((own) => {
    const by = own.reduce((sum, step) => sum + step.by, 0)
    return own[0] && by !== 0 ? [{ orgId: own[0].orgId, userId: own[0].userId, by }] : []
  })
  if (places.length === 0) return []
  const [rows, members, orgs] = await Promise.all([
    table.batchGet(
      places.map((place) => key(participation, place)),
      { strong: true },
    ),
    table.batchGet(
      places.map((place) => key(orgMember, place)),
      { strong: true },
    ),
    table.batchGet(
      places.map(({ orgId }) => key(organization, { orgId })),
      { strong: true },
    ),
  ])
  const changes = new Map<string, [ParticipationCounts, ParticipationCounts][]>()
  const writes = places.flatMap(({ orgId, userId, by }, at) => {
    const [was, member] = [rows[at], members[at]]
    // A purged organization has no counts any more.
    if (!orgs[at]) return []
    const is = { events: (was?.events ?? 0) + by, member: isActive(member) }
    changes.set(orgId, [...(changes.get(orgId) ?? []), [was ?? none, is]])
    const place = { orgId, userId }
    return [rowWrite(place, was, is), ...(was ? [] : [memberCheck(place, member)])]
  })
  return [...writes, ...[...changes].flatMap(([orgId, pairs]) => sumWrites(orgId, pairs))]
}

/** Recounts a person who became a member or is no longer one: their participation starts or stops to count. */
export const recountMember = async (
  { before, after }: ChangeEvent<OrgMember>,
  { table }: ChangeContext,
): Promise<void> => {
  const row = after ?? before
  if (!row || isActive(before) === isActive(after)) return
  const place = { orgId: row.orgId, userId: row.userId }
  await table.retryOnConflict(async () => {
    const refs = [key(participation, place), key(orgMember, place)] as const
    const [was, member] = await table.batchGet(refs, { strong: true })
    if (!was || was.member === isActive(member)) return true
    const is = { events: was.events, member: isActive(member) }
    return (
      (await table.write([rowWrite(place, was, is), ...sumWrites(place.orgId, [[was, is]])])).ok || conflicted
    )
  })
}

const isRegistered = (row: Attendee | undefined): row is Attendee =>
  row !== undefined && !row.walkIn && row.status === 'attending'

/** Month and field of the quarter hour of a registration. */
export const bucketOf = (moment: string): { readonly month: string; readonly field: string } => {
  const at = new Date(moment).toISOString()
  const quarter = Number(at.slice(11, 13)) * 4 + Math.floor(Number(at.slice(14, 16)) / 15)
  return { month: at.slice(0, 7), field: `q${at.slice(8, 10)}${String(quarter).padStart(2, '0')}` }
}

/** Additions to the registrations by quarter hour, by month. */
type Growth = Map<string, Record<string, number>>

const grow = (growth: Growth, { registeredAt }: Attendee, by: number): void => {
  const { month, field } = bucketOf(registeredAt)
  const add = growth.get(month) ?? {}
  growth.set(month, { ...add, [field]: (add[field] ?? 0) + by })
}

/** A registration that moved to another row, such as that of a guest who joined, was counted before. */
const growWith = (growth: Growth, { before, after }: ChangeEvent<Attendee>): void => {
  const [was, is] = [isRegistered(before) ? before : undefined, isRegistered(after) ? after : undefined]
  if (was?.registeredAt === is?.registeredAt) return
  if (was) grow(growth, was, -1)
  if (is) grow(growth, is, 1)
}

const isMoved = ({ reason }: Attendee): boolean => reason === 'joined_school'

const countsOf = (before: Attendee | undefined, after: Attendee | undefined): Record<string, number> => {
  const registered = !isRegistered(before) && isRegistered(after) && !isMoved(after)
  const entered = !before?.checkedIn && after?.checkedIn === true && !isMoved(after)
  const left = before?.checkedIn === true && !after?.checkedIn
  return {
    ...(registered ? { registrations: 1 } : {}),
    ...(isRegistered(before) && !isRegistered(after) ? { withdrawals: 1 } : {}),
    ...(entered ? { checkins: 1 } : {}),
    ...(left ? { checkouts: 1 } : {}),
  }
}

/** Identifies one change of one row. The stream's sequence number by itself is not unique in every stream. */
const markOf = ({ id, before, after }: ChangeEvent<Attendee>): string =>
  ['analytics', id, (after ?? before)?.entryId, before?.version ?? 0, after?.version ?? 0].join('.')

const changed = (sums: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(sums).filter(([, by]) => by !== 0))

/** Plans the additions of change events to their event's own figures. */
const eventWrites = (eventId: string, changeEvents: readonly ChangeEvent<Attendee>[]): readonly Write[] => {
  const growth: Growth = new Map()
  const sums: Record<string, number> = {}
  for (const changeEvent of changeEvents) {
    growWith(growth, changeEvent)
    for (const [name, by] of Object.entries(countsOf(changeEvent.before, changeEvent.after)))
      sums[name] = (sums[name] ?? 0) + by
  }
  const months = [...growth].map(([month, quarters]) => ({ month, add: changed(quarters) }))
  const add = changed(sums)
  return [
    ...months.flatMap(({ month, add: quarters }) =>
      Object.keys(quarters).length === 0
        ? []
        : [update(growthMonth, { eventId, month }, { set: { eventId, month }, add: quarters }, {})],
    ),
    ...(Object.keys(add).length === 0
      ? []
      : [update(eventStats, { eventId }, { set: { eventId }, add }, {})]),
  ]
}

/** Change events in one transaction. Each writes a mark, two items of its person, and up to two months of its event. */
const batchSize = 18

const countBatch = async (
  eventId: string,
  pendingEvents: readonly ChangeEvent<Attendee>[],
  context: ChangeContext,
): Promise<void> => {
  const { table, now } = context
  let left = pendingEvents
  await table.retryOnConflict(async () => {
    if (left.length === 0) return true
    const writes = [...eventWrites(eventId, left), ...(await participationWrites(left, context))]
    const marking = markSeenTogether(
      `analytics ${eventId}`,
      left.map((changeEvent) => ({ id: markOf(changeEvent), at: changeEvent.at })),
      now(),
    )
    const written = await table.write([...marking.writes, ...writes])
    if (written.ok) return true
    // Those refused by their own marks were counted before.
    const seen = marking.seen(written)
    left = left.filter((changeEvent) => !seen.has(markOf(changeEvent)))
    return conflicted
  })
}

const isCounted = (changeEvent: ChangeEvent<Attendee>): boolean => {
  const { before, after } = changeEvent
  const [was, is] = [isRegistered(before) ? before : undefined, isRegistered(after) ? after : undefined]
  return (
    was?.registeredAt !== is?.registeredAt ||
    stepOf(changeEvent) !== undefined ||
    Object.keys(countsOf(before, after)).length > 0
  )
}

/**
 * Counts registration changes of one event, each exactly once. A mark for each change event is in the same transaction,
 * so changes may arrive twice, late or out of order.
 */
export const countChanges = async (
  changeEvents: readonly ChangeEvent<Attendee>[],
  context: ChangeContext,
): Promise<void> => {
  const each = [...new Map(changeEvents.filter(isCounted).map((one) => [markOf(one), one])).values()]
  const { before, after } = each[0] ?? {}
  const eventId = (after ?? before)?.eventId
  if (eventId === undefined) return
  for (let from = 0; from < each.length; from += batchSize)
    await countBatch(eventId, each.slice(from, from + batchSize), context)
}
