import { type Audience, type AudiencePager, sourceOf } from '../../../lib/audience.ts'
import { type GroupedChange, listGroupedChanges, paramsOfChanges } from '../../../lib/change-groups.ts'
import { forEachConcurrently } from '../../../lib/concurrency.ts'
import type { ChangeContext } from '../../../lib/consumer.ts'
import { findZone, readSchool } from '../../../lib/identity/school/zone.ts'
import { channelDue, type NotificationDue, notificationRow } from '../../../lib/outbox.ts'
import { schoolTexts } from '../../../lib/school-texts.ts'
import type { ChangeEvent } from '../../../lib/table/change-event.ts'
import { key } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import { type DeliveryResult, reportFailed } from '../channels/claim.ts'
import { sendClaimed } from '../channels/mail.ts'
import { idFor } from '../notification-id.ts'
import { notification, type OrganizationEntry, organizationEntry } from '../repository.ts'
import { changesByPerson } from './change-groups.ts'
import { draftOf, type NotificationDraft, type PlacementResult, placeNotifications } from './placement.ts'

const pageName = (page: number): string => String(page).padStart(4, '0')

/** The work after a page: the rest of its audience, or the next audience. */
const following = (due: NotificationDue, next: string | undefined): NotificationDue | undefined => {
  const at = next === undefined ? due.at + 1 : due.at
  if (at >= due.to.length) return undefined
  return { ...due, page: pageName(Number(due.page) + 1), at, cursor: next }
}

/** Rows that start the other channels independently. A repeated page writes the same rows again. */
const startChannels = async (
  table: Table,
  { cause, template, page, createdAt, expiresAt }: Omit<NotificationDue, 'to' | 'at' | 'params'>,
  placed: Pick<PlacementResult, 'email' | 'push'>,
  audience: Audience,
  attempt: number,
): Promise<void> => {
  const rows = (['email', 'push'] as const).filter((channel) => placed[channel].length > 0)
  const of = sourceOf(audience)
  await Promise.all(
    rows.map((channel) => {
      const people = [...placed[channel]]
      const from = of ? { people, of } : { people }
      const row = { cause, template, page, channel, ...from, attempt, createdAt, expiresAt }
      return table.put(channelDue, row, { absent: true })
    }),
  )
}

/** The entry on the page of the organization that the metadata names. */
const addFeedEntry = async (table: Table, draft: NotificationDraft): Promise<void> => {
  const orgId = draft.told.metadata?.orgId
  if (!draft.channels.includes('organization') || typeof orgId !== 'string') return
  const { type, title, message, template, params, metadata, namedPeople, expiresAt } = draft.told
  const { createdAt } = draft
  const entry: OrganizationEntry = {
    id: idFor(draft, `organization ${orgId}`),
    orgId,
    type,
    title,
    message,
    ...(params ? { template, params } : {}),
    metadata,
    ...(namedPeople ? { namedPeople } : {}),
    createdAt,
    expiresAt,
  }
  await table.put(organizationEntry, entry, { absent: true })
}

/** Limit of named people whose mails go out together with their notifications. */
const maxDirectMails = 5

/** Sends mails that are already claimed. Returns the people whose mail must be retried. */
const mailDirectly = async (
  context: ChangeContext,
  { template }: NotificationDue,
  claimed: PlacementResult['claimed'],
): Promise<readonly string[]> => {
  const settled: { readonly to: string; readonly became: DeliveryResult }[] = []
  await forEachConcurrently(claimed, maxDirectMails, async ({ row, ...reader }) => {
    settled.push({ to: row.to, became: await sendClaimed(context, row, reader) })
  })
  const failed = settled.filter(({ became }) => became === 'failed').length
  reportFailed(context, { template, channel: 'email' }, failed)
  return settled.flatMap(({ to, became }) => (became === 'pending' ? [to] : []))
}

/** Inbox readers see times in this school's time zone, which may differ from the event's. */
const withReaderZone = async (due: NotificationDue, context: ChangeContext): Promise<NotificationDue> =>
  due.params.timezone === undefined
    ? due
    : { ...due, params: { ...due.params, readerZone: await findZone(context) } }

/** Placements of one page that run at the same time. */
const placementsAtOnce = 8

/**
 * Places the notification of a group. Each person gets one, with all changes that concern them. People who have it
 * already keep it as it is.
 */
const placeGroup = async (
  context: ChangeContext,
  due: NotificationDue,
  { group, template }: Extract<Audience, { kind: 'changeGroup' }>,
  people: readonly string[],
  pagers: readonly AudiencePager[],
): Promise<PlacementResult> => {
  const { table } = context
  const t = await schoolTexts(await readSchool(context))
  const changes = await listGroupedChanges(table, group, template)
  const rows = await table.batchGet(people.map((to) => key(notification, { to, id: idFor(due, to) })))
  const isNew = new Map(people.map((person, at) => [person, rows[at] === undefined]))
  const fresh = people.filter((person) => isNew.get(person))
  const found = await changesByPerson(pagers, changes, fresh, table)
  const listOf = (person: string): readonly GroupedChange[] =>
    isNew.get(person) ? (found.get(person) ?? []) : changes
  const batches = [
    ...Map.groupBy(people, (person) =>
      listOf(person)
        .map(({ eventId }) => eventId)
        .join(' '),
    ),
  ]
  const placed: PlacementResult[] = []
  await forEachConcurrently(batches, placementsAtOnce, async ([, some]) => {
    const concerned = listOf(some[0] ?? '')
    const [first] = concerned
    if (!first) return
    const eventIds = concerned.map(({ eventId }) => eventId)
    const content = {
      params: paramsOfChanges(concerned),
      metadata: { ...first.metadata, ...(eventIds.length > 1 ? { eventIds } : {}) },
    }
    const draft = draftOf(await withReaderZone({ ...due, ...content }, context), t)
    if (draft) placed.push(await placeNotifications(context, draft, some, { inGroup: true }))
  })
  return {
    email: placed.flatMap(({ email }) => email),
    push: placed.flatMap(({ push }) => push),
    claimed: [],
  }
}

/**
 * Handles one page of a fan-out and writes the next as a row, whose change event continues it. Every write may be
 * repeated, so a repeated, late or concurrent page changes nothing.
 */
export const sendPage =
  (pagers: readonly AudiencePager[]) =>
  async ({ after: due }: ChangeEvent<NotificationDue>, context: ChangeContext): Promise<void> => {
    const { table, log } = context
    const audience = due?.to[due.at]
    const source = audience && pagers.find(({ kind }) => kind === audience.kind)
    const t = await schoolTexts(await readSchool(context))
    const draft = due && draftOf(await withReaderZone(due, context), t)
    if (!due || !audience || !source || !draft) {
      return log({
        level: 'error',
        operation: 'stream.fanOut',
        tenant: table.tenant,
        template: due?.template,
        audience: audience?.kind,
        outcome: 'dropped',
      })
    }
    const { people, next } = await source.page(audience, table, due.cursor)
    if (due.page === pageName(0)) await addFeedEntry(table, draft)
    const isNamed = audience.kind === 'users'
    const found = { inGroup: !isNamed, mailed: isNamed && people.length <= maxDirectMails }
    const placed =
      audience.kind === 'changeGroup'
        ? await placeGroup(context, due, audience, [...new Set(people)], pagers)
        : await placeNotifications(context, draft, people, found)
    const failed = await mailDirectly(context, due, placed.claimed)
    const email = [...placed.email, ...failed]
    await startChannels(table, due, { ...placed, email }, audience, failed.length > 0 ? 1 : 0)
    const rest = following(due, next)
    if (rest) await table.put(notificationRow, rest, { absent: true })
  }
