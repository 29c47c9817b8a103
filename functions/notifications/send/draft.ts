import { createHash } from 'node:crypto'
import { dayMs } from '../../../lib/contract/time.ts'
import { ulid } from '../../../lib/id.ts'
import type { NotificationDue } from '../../../lib/outbox.ts'
import type { Channel } from '../contract/kinds.ts'
import type { Notification } from '../repository.ts'
import { mostMessage, plainLine, plainText } from '../templates/template.ts'
import { templateNamed } from '../templates/templates.ts'

/** What everybody of one cause is told. */
export type Draft = {
  readonly cause: string
  readonly template: string
  readonly createdAt: string
  readonly channels: readonly Channel[]
  readonly told: Omit<Notification, 'id' | 'to' | 'era' | 'status'>
}

const keptDays = 30
/** Notices of the platform itself stay longer than the news of a month. */
const systemDays = 365

export const mostTitle = 200

const usual = <T>(value: T | undefined, common: T): T | undefined => (value === common ? undefined : value)

const present = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

/** Undefined when there is no such template. */
export const draftOf = (
  due: Omit<NotificationDue, 'to' | 'at' | 'page' | 'expiresAt'>,
): Draft | undefined => {
  const template = templateNamed(due.template)
  if (!template) return undefined
  const type = due.type ?? template.type
  const days = type === 'system' ? systemDays : keptDays
  const { cause, createdAt, category, metadata, actions, sender, batchId } = due
  const told = present({
    type,
    title: plainLine(template.title(due.params), mostTitle),
    message: plainText(template.message(due.params).trimEnd(), mostMessage),
    priority: usual(due.priority ?? template.priority, 'normal'),
    template: usual(due.template, 'custom'),
    category,
    metadata,
    actions,
    sender,
    batchId,
    expiresAt: due.until ?? new Date(Date.parse(createdAt) + days * dayMs).toISOString(),
  })
  return { cause, template: due.template, createdAt, channels: due.channels ?? template.channels, told }
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The id that a cause gives the notification of one person: whoever makes it again makes the same. It has the form of a
 * ULID of the time of the cause, so that inboxes sort by it.
 */
export const idFor = (
  { cause, template, createdAt }: Pick<Draft, 'cause' | 'template' | 'createdAt'>,
  person: string,
) => {
  const digest = createHash('sha256')
    .update(JSON.stringify([cause, template, person]))
    .digest()
  const tail = [...digest.subarray(0, 16)].map((byte) => alphabet[byte % 32]).join('')
  return ulid(Date.parse(createdAt)).slice(0, 10) + tail
}

/** When a notification was made, which its id says. */
export const madeAt = (id: string): string => {
  const time = [...id.slice(0, 10)].reduce((sum, sign) => sum * 32 + Math.max(0, alphabet.indexOf(sign)), 0)
  return new Date(time).toISOString()
}
