import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { Audience } from './audience.ts'
import {
  Channel,
  MessageOrigin,
  NotificationAction,
  NotificationType,
  Priority,
  Sender,
} from './contract/notification.ts'
import { redeliverySeconds } from './contract/time.ts'
import { entity } from './table/entity.ts'
import type { Table } from './table/table.ts'
import { put, type Write } from './table/write.ts'

/**
 * A side effect, written in the transaction that caused it and carried out by the stream's consumer. `to` is an
 * address or `user:<globalUserId>`. `nonce` yields a code when the mail is written, so that no code is ever stored.
 */
export const OutboxMail = z.object({
  id: z.string(),
  cause: z.string(),
  template: z.string(),
  to: z.string(),
  nonce: z.optional(z.string()),
  params: z.record(z.string(), z.string()),
  /** The event whose guest receives it. Before sending, the mail's reason is checked again. */
  eventId: z.optional(z.string()),
  /** More events of the same mail. One that its guest is still on is enough. */
  otherEventIds: z.optional(z.array(z.string())),
  status: z.enum(['pending', 'claimed', 'sent', 'dropped']),
  attempts: z.number(),
  createdAt: z.string(),
  expiresAt: z.string(),
})
export type OutboxMail = z.infer<typeof OutboxMail>

export const outboxMail = entity('OutboxMail', OutboxMail, {
  scope: 'tenant',
  pk: 'OUT#{cause}',
  sk: '{id}',
  ttl: 'expiresAt',
})

type MailRequest = Pick<OutboxMail, 'template' | 'to'> &
  Partial<Pick<OutboxMail, 'nonce' | 'params' | 'eventId' | 'otherEventIds'>>

/** A row is found for as long as its change event, or that of its cause, may arrive. */
const retentionSeconds = redeliverySeconds

const mailRow = ({ params = {}, ...requested }: MailRequest, id: string, at: Date): OutboxMail => ({
  ...requested,
  params,
  id,
  cause: id,
  status: 'pending',
  attempts: 0,
  createdAt: at.toISOString(),
  expiresAt: new Date(at.getTime() + retentionSeconds * 1000).toISOString(),
})

/** The outbox row of one mail. It belongs in the same `table.write` as its cause. */
export const mailDue = ({ now, newId }: { now(): Date; newId(): string }, requested: MailRequest): Write =>
  put(outboxMail, mailRow(requested, newId(), now()))

/** Mails of a page that are written in parallel. */
const atOnce = 25

/** The id of a person's mail from a cause. It reveals no names. */
export const mailIdOf = (cause: string, { template, to }: Pick<OutboxMail, 'template' | 'to'>): string =>
  createHash('sha256')
    .update(JSON.stringify([cause, template, to]))
    .digest('base64url')

/**
 * Mails of one cause to several people. Each id is derived from cause and receiver and reveals no names. Writing them
 * again changes nothing, whether or not they have been sent.
 */
export const mailEachOnce = async (
  table: Table,
  now: Date,
  cause: string,
  mails: readonly MailRequest[],
): Promise<void> => {
  const rows = mails.map((requested) => mailRow(requested, mailIdOf(cause, requested), now))
  for (let from = 0; from < rows.length; from += atOnce)
    await Promise.all(
      rows.slice(from, from + atOnce).map((row) => table.put(outboxMail, row, { absent: true })),
    )
}

/**
 * Notifications of one cause, and each further page of them. `page` counts from `0000`; `at` is the audience that
 * `cursor` belongs to. Each person is notified once per (cause, template), however often it runs.
 */
export const NotificationDue = z.object({
  cause: z.string(),
  template: z.string(),
  page: z.string(),
  to: z.array(Audience),
  at: z.number(),
  cursor: z.optional(z.string()),
  params: z.record(z.string(), z.string()),
  type: z.optional(NotificationType),
  priority: z.optional(Priority),
  category: z.optional(z.string()),
  channels: z.optional(z.array(Channel)),
  metadata: z.optional(z.record(z.string(), z.unknown())),
  actions: z.optional(z.array(NotificationAction)),
  sender: z.optional(Sender),
  /** Names in the text, by tenant user. Readers see another text once that person has left (rules/notifications 23). */
  namedPeople: z.optional(z.record(z.string(), z.string())),
  /** For text written by people, which mails mark as theirs. */
  origin: z.optional(MessageOrigin),
  batchId: z.optional(z.string()),
  /** When the notifications expire; by default 30 days after the cause. */
  until: z.optional(z.string()),
  createdAt: z.string(),
  expiresAt: z.string(),
})
export type NotificationDue = z.infer<typeof NotificationDue>

export const notificationRow = entity('NotificationDue', NotificationDue, {
  scope: 'tenant',
  pk: 'OUT#{cause}',
  sk: 'N#{template}#{page}',
  ttl: 'expiresAt',
})

/** People on one page of a fan-out that one channel still has to reach. */
export const ChannelDue = z.object({
  cause: z.string(),
  template: z.string(),
  page: z.string(),
  channel: z.enum(['email', 'push']),
  people: z.array(z.string()),
  /** Their audience, which is checked again before sending. Absent for people named individually. */
  of: z.optional(Audience),
  attempt: z.number(),
  /** The outcome of a page that took more than one attempt. */
  ended: z.optional(z.enum(['sent', 'failed'])),
  createdAt: z.string(),
  expiresAt: z.string(),
})
export type ChannelDue = z.infer<typeof ChannelDue>
export const channelDue = entity('ChannelDue', ChannelDue, {
  scope: 'tenant',
  pk: 'OUT#{cause}',
  sk: 'C#{template}#{page}#{channel}',
  ttl: 'expiresAt',
})

export type NotificationRequest = Pick<NotificationDue, 'template' | 'params'> &
  Partial<Omit<NotificationDue, 'page' | 'at' | 'cursor' | 'to' | 'createdAt' | 'expiresAt'>> & {
    readonly to: Audience | readonly Audience[]
  }

/** Limit for people that a row names individually. More people need an audience with a pager. */
const maxNamedPeople = 1000

/** Notifications of one cause, due since `at`. */
export const dueOf = (
  at: Date,
  cause: string,
  { to, ...requested }: NotificationRequest,
): NotificationDue => {
  const audiences = [to].flat() as Audience[]
  const named = audiences.reduce((sum, each) => sum + (each.kind === 'users' ? each.ids.length : 0), 0)
  if (named > maxNamedPeople)
    throw new Error(`a notification names ${named} people, above the limit of ${maxNamedPeople}`)
  return {
    ...requested,
    cause,
    to: audiences,
    at: 0,
    page: '0000',
    createdAt: at.toISOString(),
    expiresAt: new Date(at.getTime() + retentionSeconds * 1000).toISOString(),
  }
}

/**
 * The outbox row for the notifications of one cause. Templates and their params are defined in the notifications
 * domain. The row belongs in the same `table.write` as its cause. `cause` names the change (`event#submission`): a
 * second row with the same cause and template notifies no one again. Without `cause` every row is its own cause.
 */
export const notificationDue = (
  { now, newId }: { now(): Date; newId(): string },
  requested: NotificationRequest,
): Write =>
  put(
    notificationRow,
    dueOf(now(), requested.cause ?? newId(), requested),
    requested.cause === undefined ? { absent: true } : {},
  )
