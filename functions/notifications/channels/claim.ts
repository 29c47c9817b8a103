import type { ChangeContext } from '../../../lib/consumer.ts'
import type { ChannelDue } from '../../../lib/outbox.ts'
import type { Change } from '../../../lib/table/write.ts'
import { type Notification, notification } from '../repository.ts'

export type ChannelName = ChannelDue['channel']

/** A delivery that has not settled its claim for this long counts as dead. */
export const leaseSeconds = 30
/** A channel has failed for a person after this many attempts. */
export const maxTries = 5

const triesField = (channel: ChannelName) => `${channel}Tries` as const
const atField = (channel: ChannelName) => `${channel}At` as const

/** Fields of a row whose first delivery by a channel is claimed on creation. */
export const claimedAtCreation = (channel: ChannelName, now: Date): Partial<Notification> => ({
  [channel]: 'claimed',
  [atField(channel)]: now.toISOString(),
  [triesField(channel)]: 1,
})

/** `done`: nothing is left to do. `held`: another delivery has the claim. */
export type DeliveryState = 'due' | 'held' | 'done'

export const deliveryStateOn = (row: Notification, channel: ChannelName, now: Date): DeliveryState => {
  const status = row[channel]
  if (status === 'pending') return 'due'
  if (status !== 'claimed') return 'done'
  const since = Date.parse(row[atField(channel)] ?? '')
  return now.getTime() - since < leaseSeconds * 1000 ? 'held' : 'due'
}

/** Claims one person's delivery. Undefined when another delivery was faster. */
export const claim = async (
  { table, now }: ChangeContext,
  row: Notification,
  channel: ChannelName,
): Promise<Notification | undefined> => {
  const { to, id } = row
  const change = {
    set: { [channel]: 'claimed', [atField(channel)]: now().toISOString() },
    add: { [triesField(channel)]: 1 },
  } as Change<Notification>
  const tries = row[triesField(channel)]
  const seen = tries === undefined ? { without: [triesField(channel)] } : {}
  const equals = { [channel]: row[channel], ...(tries === undefined ? {} : { [triesField(channel)]: tries }) }
  const taken = await table.update(notification, { to, id }, change, { equals, ...seen })
  return taken.ok ? taken.after : undefined
}

export type DeliveryResult = 'sent' | 'delivered' | 'failed' | 'pending'

/** Settles a claim. A temporary failure makes it due again until its attempts are used up. Returns the result. */
export const settle = async (
  { table, now }: ChangeContext,
  row: Notification,
  channel: ChannelName,
  outcome: 'sent' | 'failed' | 'later',
): Promise<DeliveryResult> => {
  const { to, id } = row
  const over = (row[triesField(channel)] ?? 0) >= maxTries
  const status: DeliveryResult = outcome === 'later' ? (over ? 'failed' : 'pending') : outcome
  const set = { [channel]: status, [atField(channel)]: now().toISOString() }
  const equals = {
    [channel]: 'claimed',
    [triesField(channel)]: row[triesField(channel)],
  } as Partial<Notification>
  await table.update(notification, { to, id }, { set } as Change<Notification>, { equals })
  return status
}

type Page = Pick<ChannelDue, 'template' | 'channel'>

/** Logs the number of people that a channel could not reach. */
export const reportFailed = (
  { log, table }: ChangeContext,
  { template, channel }: Page,
  failed: number,
): void => {
  if (failed === 0) return
  log({ level: 'warn', operation: 'stream.channel', tenant: table.tenant, template, channel, failed })
}
