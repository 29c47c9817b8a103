import type { NoticeContext } from '../../lib/consumer.ts'
import { type OrgMember, orgMember } from '../../lib/identity/org/organizations.ts'
import { engagement, type Participation, participation } from '../../lib/identity/org/participation.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { key } from '../../lib/table/entity.ts'
import { type Notice, seenOnce } from '../../lib/table/notice.ts'
import { lost } from '../../lib/table/retry.ts'
import { check, put, remove, update, type Write } from '../../lib/table/write.ts'
import type { Attendee } from '../events/index.ts'
import { eventStats, growthMonth } from './repository.ts'

/** Somebody who has a place, or came without one. Guests of other schools are members of nothing here. */
const isThere = (row: Attendee | undefined): boolean =>
  row !== undefined && row.kind === 'u' && row.status === 'attending'

const isActive = (member: OrgMember | undefined): boolean => member?.status === 'active'

type Share = Pick<Participation, 'events' | 'member'>

/** What one person adds to the sums of the organization. */
const shareOf = ({ events, member }: Share) => ({
  membersWithEvents: member && events > 0 ? 1 : 0,
  events: member ? events : 0,
})

const sumWrites = (orgId: string, before: Share, after: Share): readonly Write[] => {
  const [was, is] = [shareOf(before), shareOf(after)]
  const add = {
    membersWithEvents: is.membersWithEvents - was.membersWithEvents,
    events: is.events - was.events,
  }
  if (add.membersWithEvents === 0 && add.events === 0) return []
  return [update(engagement, { orgId }, { set: { orgId }, add }, {})]
}

const rowWrite = (
  place: Pick<Participation, 'orgId' | 'userId'>,
  row: Participation | undefined,
  after: Share,
): Write => {
  const condition = row ? { equals: { version: row.version } } : { absent: true as const }
  if (after.events === 0 && row) return remove(participation, place, { equals: { version: row.version } })
  return put(participation, { ...place, ...after, version: (row?.version ?? 0) + 1 }, condition)
}

/** Whoever joins or leaves meanwhile finds no row yet: they are held to what was read of them. */
const memberCheck = (place: Pick<Participation, 'orgId' | 'userId'>, member: OrgMember | undefined): Write =>
  check(orgMember, place, member ? { equals: { version: member.version } } : { absent: true })

/**
 * The writes that count what a notice says of somebody's place at an event of an organization; they belong into a
 * transaction with the mark of the notice. One round trip for a person of the school, none for anybody else.
 */
const participationWrites = async (
  { before, after }: Notice<Attendee>,
  { table }: NoticeContext,
): Promise<readonly Write[]> => {
  const by = Number(isThere(after)) - Number(isThere(before))
  const { hostOrg: orgId, personId: userId } = after ?? before ?? {}
  if (by === 0 || orgId === undefined || userId === undefined) return []
  const place = { orgId, userId }
  const refs = [key(participation, place), key(orgMember, place), key(organization, place)] as const
  const [was, member, org] = await table.batchGet(refs, { strong: true })
  // Of an organization that is purged nothing is counted any more.
  if (!org) return []
  const events = (was?.events ?? 0) + by
  const is = { events, member: isActive(member) }
  return [
    rowWrite(place, was, is),
    ...(was ? [] : [memberCheck(place, member)]),
    ...sumWrites(orgId, was ?? { events: 0, member: false }, is),
  ]
}

/** Somebody became a member or is none any more: what they have been at counts, or does not. */
export const recountMember = async (
  { before, after }: Notice<OrgMember>,
  { table }: NoticeContext,
): Promise<void> => {
  const row = after ?? before
  if (!row || isActive(before) === isActive(after)) return
  const place = { orgId: row.orgId, userId: row.userId }
  await table.retryOnConflict(async () => {
    const refs = [key(participation, place), key(orgMember, place)] as const
    const [was, member] = await table.batchGet(refs, { strong: true })
    if (!was || was.member === isActive(member)) return true
    const is = { events: was.events, member: isActive(member) }
    return (await table.write([rowWrite(place, was, is), ...sumWrites(place.orgId, was, is)])).ok || lost
  })
}

const isRegistered = (row: Attendee | undefined): row is Attendee =>
  row !== undefined && !row.walkIn && row.status === 'attending'

/** Month and field of the quarter of an hour in which a registration was made. */
export const bucketOf = (moment: string): { readonly month: string; readonly field: string } => {
  const at = new Date(moment).toISOString()
  const quarter = Number(at.slice(11, 13)) * 4 + Math.floor(Number(at.slice(14, 16)) / 15)
  return { month: at.slice(0, 7), field: `q${at.slice(8, 10)}${String(quarter).padStart(2, '0')}` }
}

const growthWrite = ({ eventId, registeredAt }: Attendee, by: number): Write => {
  const { month, field } = bucketOf(registeredAt)
  return update(growthMonth, { eventId, month }, { set: { eventId, month }, add: { [field]: by } }, {})
}

/** A registration that only moved to another row, such as that of a guest who joined, was counted before. */
const growth = (before: Attendee | undefined, after: Attendee | undefined): readonly Write[] => {
  const [was, is] = [isRegistered(before) ? before : undefined, isRegistered(after) ? after : undefined]
  if (was?.registeredAt === is?.registeredAt) return []
  return [...(was ? [growthWrite(was, -1)] : []), ...(is ? [growthWrite(is, 1)] : [])]
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

/** Names one change of one row: the stream's own number alone is not told apart by every stream. */
const markOf = ({ id, before, after }: Notice<Attendee>): string =>
  ['analytics', id, (after ?? before)?.entryId, before?.version ?? 0, after?.version ?? 0].join('.')

/**
 * Counts what happened to a registration, exactly once: a mark for the notice is left in the same transaction, so it may
 * come twice, late or in another order.
 */
export const count = async (notice: Notice<Attendee>, context: NoticeContext): Promise<void> => {
  const { table, now } = context
  const { before, after } = notice
  const eventId = (after ?? before)?.eventId
  if (eventId === undefined) return
  const add = countsOf(before, after)
  const plain = [
    ...growth(before, after),
    ...(Object.keys(add).length === 0
      ? []
      : [update(eventStats, { eventId }, { set: { eventId }, add }, {})]),
  ]
  await table.retryOnConflict(async () => {
    const writes = [...plain, ...(await participationWrites(notice, context))]
    if (writes.length === 0) return true
    const written = await table.write([seenOnce(markOf(notice), now()), ...writes])
    // Refused by its own mark: then it was counted before.
    if (written.ok || written.failed.includes(0)) return true
    return lost
  })
}
