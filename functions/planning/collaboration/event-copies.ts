import type { ChangeContext } from '../../../lib/consumer.ts'
import { organization } from '../../../lib/identity/org/records.ts'
import { tenantUser } from '../../../lib/identity/person/records.ts'
import { onDue, type ScheduledTask, scheduleTask, type TaskHandler } from '../../../lib/scheduled/task.ts'
import type { Table } from '../../../lib/table/table.ts'
import { check, update, type Write } from '../../../lib/table/write.ts'
import { type EventCard, eventCard, eventCountNames, Shelf, upTo } from '../../events/index.ts'
import { copyOfOrg } from '../hosts/host.ts'
import { findHelpers, helperWrite } from './invites.ts'

const uncopiedFields: ReadonlySet<string> = new Set([
  ...eventCountNames,
  'firstAttendees',
  'firstGuests',
  'version',
  'updatedAt',
])

/**
 * Whether invited organizations need a new copy. Counts do not matter to them: only lists of collaborators show counts.
 */
const hasCopiedChange = (before: EventCard | undefined, after: EventCard): boolean =>
  before === undefined ||
  (Object.keys({ ...before, ...after }) as (keyof EventCard)[]).some(
    (field) => !uncopiedFields.has(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )

/**
 * Updates the event copies in lists of collaborators and invited organizations. The card's version prevents a late
 * change event from restoring older data.
 */
export const refreshHelpers = async (
  before: EventCard | undefined,
  after: EventCard,
  { table }: ChangeContext,
): Promise<void> => {
  const { eventId, collaborators, version } = after
  if (collaborators.length === 0 && !hasCopiedChange(before, after)) return
  const { items } = await findHelpers(table, eventId)
  const stale = items.filter(({ cardVersion }) => cardVersion < version)
  for (const row of stale) {
    const written = await table.write([helperWrite(row, { ...row, card: after })])
    // An answer to the invitation wrote the older card in the meantime. The failure makes the stream redeliver the
    // event.
    if (!written.ok) throw new Error("a collaborator's row changed concurrently")
  }
}

const hostsKind = 'event-hosts'
const pageSize = 50

type Host = Pick<EventCard, 'hostingType' | 'hostingId'>

/** Schedules the copy of a host's current name, picture and state to all of its events, one task for each list. */
const hostCopyTasks = (
  { hostingType, hostingId }: Host,
  version: number,
  context: ChangeContext,
): readonly Write[] =>
  Shelf.options.map((shelf) =>
    scheduleTask(context, {
      kind: hostsKind,
      subject: hostingId,
      version: `${version}#${shelf}#`,
      at: context.now().toISOString(),
      params: { shelf, hostingType, run: String(version) },
    }),
  )

/** The host fields that cards copy, and a check that fails once they have changed. */
type HostSnapshot = { readonly host: EventCard['host']; readonly unchangedCheck: Write }

const findHost = async (table: Table, hostingType: string, id: string): Promise<HostSnapshot | undefined> => {
  if (hostingType === 'Org') {
    const card = await table.get(organization, { orgId: id }, { strong: true })
    if (!card) return undefined
    const { org_name, org_profile_image, lifecycleStatus, approvalStatus } = card
    const same = { equals: { org_name, org_profile_image, lifecycleStatus, approvalStatus } }
    return { host: copyOfOrg(card), unchangedCheck: check(organization, { orgId: id }, same) }
  }
  const user = await table.get(tenantUser, { id }, { strong: true })
  if (!user) return undefined
  const { name, picture } = user
  const same = picture ? { equals: { name, picture } } : { equals: { name }, without: ['picture' as const] }
  return {
    host: { name, ...(picture ? { image: picture } : {}) },
    unchangedCheck: check(tenantUser, { id }, same),
  }
}

/** Plans the updates of one page of a host's events. Undefined without a host; `behind` is the start of the next page. */
const planHostPage = async (
  {
    hostingId,
    hostingType,
    shelf,
    from,
  }: Record<'hostingId' | 'hostingType' | 'shelf', string> & { readonly from?: string | undefined },
  context: ChangeContext,
): Promise<{ readonly writes: Write[]; readonly behind: string | undefined } | undefined> => {
  const [found, page] = await Promise.all([
    findHost(context.table, hostingType, hostingId),
    context.table.list(eventCard, {
      index: 'gsi2',
      keyParams: { hostingId, shelf },
      limit: pageSize,
      ...(from === undefined ? {} : { from }),
    }),
  ])
  if (!found) return undefined
  const { host, unchangedCheck: still } = found
  const stale = page.items.filter((card) => JSON.stringify(card.host) !== JSON.stringify(host))
  const copied = stale.map(({ eventId }) =>
    update(eventCard, { eventId }, { set: { host }, add: { version: 1 } }, { exists: true }),
  )
  // The check stops this page from overwriting a newer name.
  const writes = copied.length > 0 ? [still, ...copied] : []
  const last = page.items.at(-1)
  const behind = page.cursor === undefined || !last ? undefined : upTo(`${last.start_time}#${last.eventId}`)
  return { writes, behind }
}

/** Updates one page of a host's events and schedules the next page. Every page reads the current host. */
const copyHost = async (
  { subject: hostingId, params }: ScheduledTask,
  context: ChangeContext,
): Promise<Write[]> => {
  const { shelf = '', hostingType = '', run = '', from } = params
  const { writes = [], behind } = (await planHostPage({ hostingId, hostingType, shelf, from }, context)) ?? {}
  if (behind === undefined) return writes
  const next = { shelf, hostingType, run, from: behind }
  const at = context.now().toISOString()
  return [
    ...writes,
    scheduleTask(context, {
      kind: hostsKind,
      subject: hostingId,
      version: `${run}#${shelf}#${behind}`,
      at,
      params: next,
    }),
  ]
}

/**
 * Copies a host to its first live events at once, because lists show these, and schedules all others. The scheduled
 * tasks also repeat a write that is refused here.
 */
export const copyHostToEvents = async (
  host: Host,
  version: number,
  context: ChangeContext,
): Promise<void> => {
  await context.table.write(hostCopyTasks(host, version, context))
  const first = await planHostPage({ ...host, shelf: 'live' }, context)
  if (first && first.writes.length > 0) await context.table.write(first.writes)
}

export const hostCopyHandler: TaskHandler = onDue(hostsKind, copyHost)
