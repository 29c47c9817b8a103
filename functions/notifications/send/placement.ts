import { createHash } from 'node:crypto'
import { dayMs } from '../../../lib/contract/time.ts'
import { ulid } from '../../../lib/id.ts'
import { type TenantUser, tenantUser } from '../../../lib/identity/person/records.ts'
import type { NotificationDue } from '../../../lib/outbox.ts'
import { key } from '../../../lib/table/entity.ts'
import { lost } from '../../../lib/table/retry.ts'
import type { Table } from '../../../lib/table/table.ts'
import { put, update, type Write } from '../../../lib/table/write.ts'
import type { Channel, PersonalChannel } from '../contract/kinds.ts'
import { eraOf, sameEra, unreadField } from '../inbox/counters.ts'
import { type Inbox, inbox, type Notification, notification } from '../repository.ts'
import { mostMessage, plainLine, plainText } from '../templates/event.ts'
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

const mostTitle = 200

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

/** Somebody to be told, and how. */
type Addressee = {
  readonly user: TenantUser
  box: Inbox | undefined
  readonly channels: readonly PersonalChannel[]
}

const personal: readonly PersonalChannel[] = ['in_app', 'email', 'push']

const isMuted = (box: Inbox | undefined, type: string, channel: PersonalChannel): boolean =>
  type !== 'security' && (box?.muted ?? []).includes(`${type}:${channel}`)

const channelsFor = ({ channels, told }: Draft, user: TenantUser, box: Inbox | undefined) =>
  personal.filter(
    (channel) =>
      channels.includes(channel) &&
      !isMuted(box, told.type, channel) &&
      (channel !== 'push' || user.pushToken !== undefined),
  )

/** How people were found: by name, or as some of a group, which nobody is who is suspended at the school. */
type Found = { readonly inGroup?: boolean }

const addresseesOf = async (
  table: Table,
  draft: Draft,
  people: readonly string[],
  { inGroup = false }: Found,
): Promise<Addressee[]> => {
  const [users, boxes] = await Promise.all([
    table.batchGet(people.map((id) => key(tenantUser, { id }))),
    table.batchGet(
      people.map((owner) => key(inbox, { owner })),
      { strong: true },
    ),
  ])
  return people.flatMap((_, at) => {
    const user = inGroup && users[at]?.accessSuspended ? undefined : users[at]
    const box = boxes[at]
    const channels = user ? channelsFor(draft, user, box) : []
    return user && channels.length > 0 ? [{ user, box, channels }] : []
  })
}

const valueFor = (draft: Draft, { user, box, channels }: Addressee): Notification => {
  const era = eraOf(box, draft.told.type)
  return {
    id: idFor(draft, user.id),
    to: user.id,
    ...draft.told,
    ...(era > 0 ? { era } : {}),
    ...(channels.includes('in_app') ? {} : { hidden: true }),
    ...(channels.includes('email') ? { email: 'pending' as const } : {}),
    ...(channels.includes('push') ? { push: 'pending' as const } : {}),
  }
}

type Step = { readonly of: Addressee; readonly write: Write; readonly counts: boolean }

/** A notification and its place in the counters, in one transaction and under one era. */
const stepsFor = (draft: Draft, of: Addressee): Step[] => {
  const value = valueFor(draft, of)
  const { type } = value
  const row: Step = { of, write: put(notification, value, { absent: true }), counts: false }
  if (value.hidden) return [row]
  const owner = of.user.id
  const change = { set: { owner }, add: { [unreadField(type)]: 1, total: 1 } }
  const write = update(inbox, { owner }, change, { orAbsent: true, ...sameEra(of.box, type) })
  return [row, { of, write, counts: true }]
}

/** People of one transaction: few enough that a busy reader among them does not hold up many. */
const together = 25

/** Tells a few people, each once: who has the notification already is left out, whatever the counters say. */
const placeGroup = async (table: Table, draft: Draft, group: readonly Addressee[]): Promise<void> => {
  let left = [...group]
  await table.retryOnConflict(async () => {
    if (left.length === 0) return true
    const steps = left.flatMap((one) => stepsFor(draft, one))
    const written = await table.write(steps.map(({ write }) => write))
    if (written.ok) return true
    const refused = written.failed.flatMap((at) => steps[at] ?? [])
    const told = new Set(refused.filter(({ counts }) => !counts).map(({ of }) => of))
    left = left.filter((one) => !told.has(one))
    for (const { of, counts } of refused) {
      if (counts) of.box = await table.get(inbox, { owner: of.user.id }, { strong: true })
    }
    return lost
  })
}

/** Whom mail and push still have to reach. */
export type Placed = { readonly email: readonly string[]; readonly push: readonly string[] }

/**
 * Puts the notification of a draft into the inboxes of at most 100 people, exactly once per person however often this
 * runs. Answers whom the other channels are for.
 */
export const place = async (
  table: Table,
  draft: Draft,
  people: readonly string[],
  found: Found = {},
): Promise<Placed> => {
  const addressees = await addresseesOf(table, draft, [...new Set(people)], found)
  for (let at = 0; at < addressees.length; at += together)
    await placeGroup(table, draft, addressees.slice(at, at + together))
  const by = (channel: PersonalChannel) =>
    addressees.filter(({ channels }) => channels.includes(channel)).map(({ user }) => user.id)
  return { email: by('email'), push: by('push') }
}
