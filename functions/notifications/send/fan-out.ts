import { type Audience, type AudiencePager, sourceOf } from '../../../lib/audience.ts'
import { forEachConcurrently } from '../../../lib/concurrency.ts'
import type { ChangeContext } from '../../../lib/consumer.ts'
import { findZone } from '../../../lib/identity/school/zone.ts'
import { channelDue, type NotificationDue, notificationRow } from '../../../lib/outbox.ts'
import type { ChangeEvent } from '../../../lib/table/change-event.ts'
import type { Table } from '../../../lib/table/table.ts'
import { type DeliveryResult, reportFailed } from '../channels/claim.ts'
import { sendClaimed } from '../channels/mail.ts'
import { idFor } from '../notification-id.ts'
import { type OrganizationEntry, organizationEntry } from '../repository.ts'
import { draftOf, type NotificationDraft, type PlacementResult, placeNotifications } from './placement.ts'

const pageName = (page: number): string => String(page).padStart(4, '0')

/** What comes after a page: the rest of its audience, or the next audience. */
const following = (due: NotificationDue, next: string | undefined): NotificationDue | undefined => {
  const at = next === undefined ? due.at + 1 : due.at
  if (at >= due.to.length) return undefined
  return { ...due, page: pageName(Number(due.page) + 1), at, cursor: next }
}

/** Rows from which the other channels start, each by itself. A page that is carried out again makes them again. */
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
  const { type, title, message, metadata, expiresAt } = draft.told
  const { createdAt } = draft
  const entry: OrganizationEntry = {
    id: idFor(draft, `organization ${orgId}`),
    orgId,
    type,
    title,
    message,
    metadata,
    createdAt,
    expiresAt,
  }
  await table.put(organizationEntry, entry, { absent: true })
}

/** People who were named, so few that their mails go out with their notifications. */
const maxDirectMails = 5

/** Sends mails that are claimed already. Answers to whom they could not be sent for now. */
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

/** Whoever has an inbox reads on the clocks of this school, which an event may be on others than. */
const withReaderZone = async (due: NotificationDue, context: ChangeContext): Promise<NotificationDue> =>
  due.params.timezone === undefined
    ? due
    : { ...due, params: { ...due.params, readerZone: await findZone(context) } }

/**
 * Carries out one page of a fan-out and leaves the next as a row, whose own notice carries it on. Every write is one that
 * may be repeated, so a page that comes again, late or beside another changes nothing.
 */
export const sendPage =
  (pagers: readonly AudiencePager[]) =>
  async ({ after: due }: ChangeEvent<NotificationDue>, context: ChangeContext): Promise<void> => {
    const { table, log } = context
    const audience = due?.to[due.at]
    const source = audience && pagers.find(({ kind }) => kind === audience.kind)
    const draft = due && draftOf(await withReaderZone(due, context))
    if (!due || !audience || !source || !draft) {
      return log({
        level: 'error',
        operation: 'notices.fanOut',
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
    const placed = await placeNotifications(context, draft, people, found)
    const failed = await mailDirectly(context, due, placed.claimed)
    const email = [...placed.email, ...failed]
    await startChannels(table, due, { ...placed, email }, audience, failed.length > 0 ? 1 : 0)
    const rest = following(due, next)
    if (rest) await table.put(notificationRow, rest, { absent: true })
  }
