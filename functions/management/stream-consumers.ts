import { type ChangeContext, type Consumer, on, onBatch, onKind } from '../../lib/consumer.ts'
import { dayMs } from '../../lib/contract/time.ts'
import { type OrgMember, orgMember } from '../../lib/identity/org/organizations.ts'
import { type Organization, organization } from '../../lib/identity/org/records.ts'
import { isAdminRole } from '../../lib/identity/person/caller.ts'
import { type TenantUser, tenantUser } from '../../lib/identity/person/records.ts'
import { findDays } from '../../lib/identity/school/days.ts'
import { type ChangeEvent, markSeenTogether, type SeenMark } from '../../lib/table/change-event.ts'
import type { Entity } from '../../lib/table/entity.ts'
import { put, remove, update, type Write } from '../../lib/table/write.ts'
import { type EventCard, eventCard } from '../events/index.ts'
import type { ManagementConfig } from '../policies/index.ts'
import { settingsOf } from '../policies/index.ts'
import { verificationRequest } from '../verification/index.ts'
import { approveGrown, growthWrites } from './organizations/approval.ts'
import { ownShelfOf, updateShelves } from './organizations/status-lists.ts'
import { campus, orgSize, orgStat, shelfCount, sizeOf, totalRow } from './statistics.ts'

const all = ['made', 'changed', 'gone'] as const

/** One increment: its row, its name, and its moment (which gives the day). Without a moment it goes to the total. */
type StatChange = {
  readonly subject: string
  readonly at?: string
  readonly name: string
  readonly by: number
}

const inTotal = (name: string, by = 1, subject = campus): StatChange => ({ subject, name, by })
const onDay = (at: string, name: string, subject = campus): StatChange => ({ subject, at, name, by: 1 })

/** The counts of an item in its current state. A change adds the difference of two states. */
export const ofOrganization = (card: Organization): readonly StatChange[] =>
  card.deletedAt !== undefined
    ? []
    : [
        inTotal('orgs'),
        inTotal('members', card.memberCount),
        inTotal(shelfCount(ownShelfOf(card))),
        ...(card.verified ? [inTotal('verified')] : []),
        ...(card.lifecycleStatus === 'active' ? [inTotal('active')] : []),
        ...(card.approvalStatus === 'pending' ? [inTotal('pending')] : []),
        onDay(card.createdAt, 'orgs'),
      ]
export const ofMember = ({ status, joinedAt }: OrgMember): readonly StatChange[] =>
  status === 'active' ? [onDay(joinedAt, 'members')] : []
export const ofUser = ({ clubAssociations, roles }: TenantUser): readonly StatChange[] => [
  inTotal('people'),
  ...(roles.some(isAdminRole) ? [inTotal('admins')] : []),
  ...(clubAssociations.length > 0 ? [inTotal('users')] : []),
]
export const ofEvent = ({
  createdAt,
  deletedAt,
  hostingType,
  hostingId,
}: EventCard): readonly StatChange[] =>
  deletedAt !== undefined
    ? []
    : [
        onDay(createdAt, 'events'),
        ...(hostingType === 'Org'
          ? [onDay(createdAt, 'events', hostingId), inTotal('events', 1, hostingId)]
          : []),
      ]
/** Verification requests count on the day they were created, under their current status. */
const ofRequest = ({ submittedAt, status }: RequestFacts): readonly StatChange[] => [
  onDay(submittedAt, `v_${status}`),
]
type RequestFacts = { readonly submittedAt: string; readonly status: string }

/** Analytics are stored for a year, plus the month in which the year ends. */
const keptDays = 365 + 31

const expiryOf = (month: string): string =>
  new Date(Date.parse(`${month}-01T00:00:00.000Z`) + (keptDays + 31) * dayMs).toISOString()

const isSame = (one: StatChange, other: StatChange): boolean =>
  one.subject === other.subject && one.at === other.at && one.name === other.name

/** Adds up equal counts and drops those that cancel out. */
const netCounts = (counts: readonly StatChange[]): readonly StatChange[] =>
  counts
    .reduce<readonly StatChange[]>((left, count) => {
      const by = left.find((one) => isSame(one, count))?.by ?? 0
      return [...left.filter((one) => !isSame(one, count)), { ...count, by: by + count.by }]
    }, [])
    .filter(({ by }) => by !== 0)

/** The sums by row: `<subject> <month>` to name and number. */
const summed = (counts: readonly StatChange[], dayOf: (moment: string) => string) => {
  const rows = new Map<string, Map<string, number>>()
  for (const { subject, at, name, by } of counts) {
    const day = at === undefined ? undefined : dayOf(at)
    const row = `${subject} ${day === undefined ? totalRow : day.slice(0, 7)}`
    const field = day === undefined ? name : `${day.slice(8)}.${name}`
    const sums = rows.get(row) ?? new Map<string, number>()
    sums.set(field, (sums.get(field) ?? 0) + by)
    rows.set(row, sums)
  }
  return rows
}

const statWrites = (counts: readonly StatChange[], dayOf: (moment: string) => string): readonly Write[] =>
  [...summed(counts, dayOf)].flatMap(([row, sums]) => {
    const [subject = '', month = ''] = row.split(' ')
    const add = Object.fromEntries([...sums].filter(([, by]) => by !== 0))
    if (Object.keys(add).length === 0) return []
    const set = { subject, month, ...(month === totalRow ? {} : { expiresAt: expiryOf(month) }) }
    return [update(orgStat, { subject, month }, { add, set }, { orAbsent: true })]
  })

const negative = (counts: readonly StatChange[]): StatChange[] =>
  counts.map((count) => ({ ...count, by: -count.by }))

/** Change events in one transaction. Each leaves a marker and changes at most three rows of days and totals. */
const batchSize = 24

type NetStatChange = { readonly mark: SeenMark; readonly left: readonly StatChange[] }

/**
 * Adds the counts of change events, each exactly once. Markers in the same transaction exclude events that were counted
 * before.
 */
const addCounts = async (
  changed: readonly NetStatChange[],
  dayOf: (moment: string) => string,
  context: ChangeContext,
): Promise<void> => {
  if (changed.length === 0) return
  const { table, now } = context
  const marking = markSeenTogether(
    'stats campus',
    changed.map(({ mark }) => mark),
    now(),
  )
  const written = await table.write([
    ...marking.writes,
    ...statWrites(
      changed.flatMap(({ left }) => left),
      dayOf,
    ),
  ])
  if (written.ok) return
  const seen = marking.seen(written)
  const rest = changed.filter(({ mark }) => !seen.has(mark.id))
  if (rest.length < changed.length) await addCounts(rest, dayOf, context)
}

/** Counts the changes of a batch. All counts of a school share its total row, so one write carries them. */
const statConsumer = <V>(of: Entity<V>, countsOf: (item: V) => readonly StatChange[]): Consumer =>
  onBatch(
    of,
    all,
    () => 'campus',
    async (changeEvents, context) => {
      const changed = changeEvents.flatMap((changeEvent) => {
        const { entity, id, at, before, after } = changeEvent
        const was = before === undefined ? [] : negative(countsOf(before))
        const left = netCounts([...was, ...(after === undefined ? [] : countsOf(after))])
        return left.length === 0 ? [] : [{ mark: { id: `stats#${entity}#${id}`, at }, left }]
      })
      if (changed.length === 0) return
      const isOfDay = changed.some(({ left }) => left.some(({ at }) => at !== undefined))
      const dayOf = isOfDay ? await findDays(context) : (moment: string) => moment
      const each = [...new Map(changed.map((one) => [one.mark.id, one])).values()]
      for (let from = 0; from < each.length; from += batchSize)
        await addCounts(each.slice(from, from + batchSize), dayOf, context)
    },
  )

const isSameSize = (before: Organization, after: Organization): boolean =>
  before.memberCount === after.memberCount &&
  before.org_name === after.org_name &&
  ownShelfOf(before) === ownShelfOf(after)

/** The newest version of the card wins, however late its change event arrives. */
const updateSize = async (
  { before, after }: ChangeEvent<Organization>,
  { table }: ChangeContext,
): Promise<void> => {
  if (after === undefined) {
    if (!before) return
    const { orgId } = before
    // At most a year of months: older rows have expired.
    const { items } = await table.list(orgStat, { keyParams: { subject: orgId }, limit: 50, strong: true })
    const stats = items.map(({ month }) => remove(orgStat, { subject: orgId, month }))
    await table.write([remove(orgSize, { orgId }), ...stats])
    return
  }
  const { orgId, org_name, memberCount, version } = after
  const live = after.deletedAt === undefined
  const shelf = ownShelfOf(after)
  if (before && live && isSameSize(before, after)) return
  const row = { orgId, org_name, memberCount, size: sizeOf(memberCount), shelf, live, version }
  await table.write([put(orgSize, row, { orAbsent: true, below: { version } })])
}

/** Verification is a higher layer, so it passes in the entity of its requests. */
const statConsumers = <V extends RequestFacts>(requests: Entity<V>): readonly Consumer[] => [
  statConsumer(organization, ofOrganization),
  on(organization, [...all], updateSize),
  on(organization, [...all], updateShelves),
  statConsumer(orgMember, ofMember),
  statConsumer(tenantUser, ofUser),
  statConsumer(eventCard, ofEvent),
  statConsumer(requests, ofRequest),
]

/** Consumers for growth of organizations, a lowered member threshold, and analytics. */
export const streamConsumers: readonly Consumer[] = [
  ...statConsumers(verificationRequest),
  on(organization, ['made', 'changed'], async ({ before, after }, context) => {
    if (after?.approvalStatus !== 'pending' || after.deletedAt !== undefined) return
    if (after.memberCount <= (before?.memberCount ?? 0)) return
    await approveGrown(after.orgId, context)
  }),
  onKind<ManagementConfig>('ManagementConfig', ['made', 'changed'], async ({ before, after }, context) => {
    if (!after) return
    const writes = growthWrites(settingsOf(before), settingsOf(after), after.version, context)
    if (writes.length > 0) await context.table.write(writes)
  }),
]
