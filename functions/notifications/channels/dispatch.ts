import { setTimeout as pause } from 'node:timers/promises'
import type { AudiencePager } from '../../../lib/audience.ts'
import type { ChangeContext } from '../../../lib/consumer.ts'
import { tenantUser } from '../../../lib/identity/person/records.ts'
import { type ChannelDue, channelDue } from '../../../lib/outbox.ts'
import type { ChangeEvent } from '../../../lib/table/change-event.ts'
import { key } from '../../../lib/table/entity.ts'
import { idFor } from '../notification-id.ts'
import { type Notification, notification } from '../repository.ts'
import { type DeliveryResult, deliveryStateOn, reportFailed } from './claim.ts'
import { sendMails } from './mail.ts'
import { collectReceipts, sendPushes } from './push.ts'

const senders = { email: sendMails, push: sendPushes } as const

/**
 * Milliseconds before each pass over a page; the first is immediate. A person's five attempts fit in even when another
 * process has started one of them and died.
 */
const retryDelaysMs = [0, 500, 3000, 10_000, 20_000, 500, 3000, 10_000]

const rowsOf = async ({ table }: ChangeContext, due: ChannelDue): Promise<Notification[]> => {
  const refs = due.people.map((to) => key(notification, { to, id: idFor(due, to) }))
  return (await table.batchGet(refs, { strong: true })).filter((row) => row !== undefined)
}

/**
 * Filters the due notifications to people who should still get them (rules/stream 15). A notification whose reader has
 * left the audience stays due, because another audience of the same cause may contain them.
 */
const filterRecipients = async (
  pagers: readonly AudiencePager[],
  { of: audience }: ChannelDue,
  rows: readonly Notification[],
  { table }: ChangeContext,
): Promise<readonly Notification[]> => {
  if (audience === undefined || rows.length === 0) return rows
  const people = rows.map(({ to }) => to)
  const [among, users] = await Promise.all([
    pagers.find(({ kind }) => kind === audience.kind)?.among(audience, people, table) ?? [],
    table.batchGet(
      people.map((id) => key(tenantUser, { id })),
      { strong: true },
    ),
  ])
  const still = new Set(among)
  const isMeant = ({ to }: Notification, at: number) => still.has(to) && users[at]?.accessSuspended === false
  return rows.filter(isMeant)
}

/** Schedules the page again as its own change event, so that later records of the stream need not wait. */
const retryLater = async ({ table }: ChangeContext, due: ChannelDue): Promise<void> => {
  const { cause, template, page, channel, attempt } = due
  const keyParams = { cause, template, page, channel }
  await table.update(channelDue, keyParams, { set: { attempt: attempt + 1 } }, { equals: { attempt } })
}

/** Records the result of a page that its gateway did not accept at once. */
const end = async ({ table }: ChangeContext, due: ChannelDue, ended: 'sent' | 'failed'): Promise<void> => {
  const { cause, template, page, channel, attempt } = due
  const keyParams = { cause, template, page, channel }
  await table.update(channelDue, keyParams, { set: { ended } }, { equals: { attempt } })
}

/**
 * Delivers one page by one channel. Each delivery is claimed, sent and marked. A failure is retried up to five times
 * and then recorded on its notification. Nothing else waits for it.
 */
export const sendChannel =
  (pagers: readonly AudiencePager[]) =>
  async ({ after: due, before }: ChangeEvent<ChannelDue>, context: ChangeContext): Promise<void> => {
    if (!due || before?.attempt === due.attempt) return
    const wait = retryDelaysMs[due.attempt] ?? 0
    if (wait > 0) await pause(wait)
    const { channel } = due
    const rows = await rowsOf(context, due)
    const deliveryState = (row: Notification) => deliveryStateOn(row, channel, context.now())
    const ready = rows.filter((row) => deliveryState(row) === 'due')
    const settled: DeliveryResult[] = await senders[channel](
      context,
      await filterRecipients(pagers, due, ready, context),
    )
    const open = settled.includes('pending') || rows.some((row) => deliveryState(row) === 'held')
    const failed = settled.filter((one) => one === 'failed').length
    const isLast = due.attempt + 1 >= retryDelaysMs.length
    if (open && !isLast) await retryLater(context, due)
    else if (due.attempt > 0) await end(context, due, open || failed > 0 ? 'failed' : 'sent')
    reportFailed(
      context,
      due,
      open && isLast ? rows.filter((row) => deliveryState(row) !== 'done').length : failed,
    )
    if (channel === 'push') await collectReceipts(context).catch(() => 0)
  }
