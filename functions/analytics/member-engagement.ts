import type { NoticeWorld } from '../../lib/consumer.ts'
import { type OrgMember, orgMember } from '../../lib/identity/org/organizations.ts'
import { engagement, type Participation, participation } from '../../lib/identity/org/participation.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { key } from '../../lib/table/entity.ts'
import type { Notice } from '../../lib/table/notice.ts'
import { check, put, remove, update, type Write } from '../../lib/table/write.ts'
import type { Attendee } from '../events/index.ts'

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
export const participationWrites = async (
  { before, after }: Notice<Attendee>,
  { table }: NoticeWorld,
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

const attempts = 8

/** Somebody became a member or is none any more: what they have been at counts, or does not. */
export const recountMember = async (
  { before, after }: Notice<OrgMember>,
  { table }: NoticeWorld,
): Promise<void> => {
  const row = after ?? before
  if (!row || isActive(before) === isActive(after)) return
  const place = { orgId: row.orgId, userId: row.userId }
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const refs = [key(participation, place), key(orgMember, place)] as const
    const [was, member] = await table.batchGet(refs, { strong: true })
    if (!was || was.member === isActive(member)) return
    const is = { events: was.events, member: isActive(member) }
    if ((await table.write([rowWrite(place, was, is), ...sumWrites(place.orgId, was, is)])).ok) return
  }
  throw new Error('what a member has been at changed each time that it was counted')
}
