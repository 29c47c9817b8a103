import { forEachConcurrently } from '../../../lib/concurrency.ts'
import { dayMs } from '../../../lib/contract/time.ts'
import { type TenantUser, tenantUser } from '../../../lib/identity/person/records.ts'
import type { NotificationDue } from '../../../lib/outbox.ts'
import { key } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import { claimedAtCreation } from '../channels/claim.ts'
import type { Channel, PersonalChannel } from '../contract/kinds.ts'
import { claimPlace, eraIn, isCountedAs, type PlacementContext, releaseClaim } from '../inbox/claims.ts'
import { idFor } from '../notification-id.ts'
import { type Inbox, inbox, type Notification, notification } from '../repository.ts'
import { maxMessageLength, plainLine, plainText } from '../templates/event.ts'
import { findTemplate } from '../templates/templates.ts'

/** What everybody of one cause is told. */
export type NotificationDraft = {
  readonly cause: string
  readonly template: string
  readonly createdAt: string
  readonly channels: readonly Channel[]
  readonly told: Omit<Notification, 'id' | 'to' | 'era' | 'status'>
}

const keptDays = 30
/** Notices of the platform itself stay longer than the news of a month. */
const systemDays = 365

const maxTitleLength = 200

const usual = <T>(value: T | undefined, common: T): T | undefined => (value === common ? undefined : value)

const definedFields = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

/** Undefined when there is no such template. */
export const draftOf = (
  due: Omit<NotificationDue, 'to' | 'at' | 'page' | 'expiresAt'>,
): NotificationDraft | undefined => {
  const template = findTemplate(due.template)
  if (!template) return undefined
  const type = due.type ?? template.type
  const days = type === 'system' ? systemDays : keptDays
  const { cause, createdAt, category, metadata, actions, sender, origin, batchId } = due
  const told = definedFields({
    type,
    title: plainLine(template.title(due.params), maxTitleLength),
    message: plainText(template.message(due.params).trimEnd(), maxMessageLength),
    priority: usual(due.priority ?? template.priority, 'normal'),
    template: usual(due.template, 'custom'),
    category,
    metadata,
    actions,
    sender,
    origin,
    batchId,
    expiresAt: due.until ?? new Date(Date.parse(createdAt) + days * dayMs).toISOString(),
  })
  return { cause, template: due.template, createdAt, channels: due.channels ?? template.channels, told }
}

/** Somebody to be told, how, and the notification if it is there already. */
type Addressee = {
  readonly user: TenantUser
  readonly box: Inbox | undefined
  readonly row: Notification | undefined
  readonly channels: readonly PersonalChannel[]
}

const personal: readonly PersonalChannel[] = ['in_app', 'email', 'push']

const isMuted = (box: Inbox | undefined, type: string, channel: PersonalChannel): boolean =>
  type !== 'security' && (box?.muted ?? []).includes(`${type}:${channel}`)

const channelsFor = ({ channels, told }: NotificationDraft, user: TenantUser, box: Inbox | undefined) =>
  personal.filter(
    (channel) =>
      channels.includes(channel) &&
      !isMuted(box, told.type, channel) &&
      (channel !== 'push' || user.pushToken !== undefined),
  )

/**
 * How people were found: by name, or as some of a group, which nobody is who is suspended at the school. Those who are
 * `mailed` get their mails from whoever places their notifications.
 */
type PlacementOptions = { readonly inGroup?: boolean; readonly mailed?: boolean }

const addresseesOf = async (
  table: Table,
  draft: NotificationDraft,
  people: readonly string[],
  { inGroup = false }: PlacementOptions,
): Promise<Addressee[]> => {
  const [users, rows, boxes] = await Promise.all([
    table.batchGet(people.map((id) => key(tenantUser, { id }))),
    table.batchGet(people.map((to) => key(notification, { to, id: idFor(draft, to) }))),
    table.batchGet(
      people.map((owner) => key(inbox, { owner })),
      { strong: true },
    ),
  ])
  return people.flatMap((_, at) => {
    const user = inGroup && users[at]?.accessSuspended ? undefined : users[at]
    const box = boxes[at]
    const wanted = user ? channelsFor(draft, user, box) : []
    // What is counted already is put where it is counted, whatever has been muted since.
    const isCounted = user !== undefined && box?.claims?.[idFor(draft, user.id)] !== undefined
    const channels = isCounted ? [...new Set(['in_app' as const, ...wanted])] : wanted
    return user && channels.length > 0 ? [{ user, box, row: rows[at], channels }] : []
  })
}

const valueFor = (
  draft: NotificationDraft,
  { user, channels }: Addressee,
  claim: string | undefined,
  mailing: Date | undefined,
): Notification => ({
  id: idFor(draft, user.id),
  to: user.id,
  ...draft.told,
  ...(claim === undefined ? { hidden: true } : { claim, ...(eraIn(claim) > 0 ? { era: eraIn(claim) } : {}) }),
  ...(channels.includes('email')
    ? mailing
      ? claimedAtCreation('email', mailing)
      : { email: 'pending' }
    : {}),
  ...(channels.includes('push') ? { push: 'pending' as const } : {}),
})

/** Whom a notification has reached, as it stands, and whether it was this run that put it there. */
type PlacedAddressee = Addressee & { readonly row: Notification; readonly isNew: boolean }

const wantedOf = (draft: NotificationDraft, { user, box, channels }: Addressee) => ({
  owner: user.id,
  id: idFor(draft, user.id),
  type: draft.told.type,
  box,
  isMailed: channels.includes('email') && draft.told.type !== 'security',
})

const placeForAddressee = async (
  ports: PlacementContext,
  draft: NotificationDraft,
  one: Addressee,
  isMailed: boolean,
): Promise<PlacedAddressee> => {
  if (one.row && isCountedAs(one.row, one.box)) return { ...one, row: one.row, isNew: false }
  const counted = one.channels.includes('in_app') ? await claimPlace(ports, wantedOf(draft, one)) : undefined
  const value = valueFor(draft, one, counted?.claim, isMailed ? ports.now() : undefined)
  const put = await ports.table.put(notification, value, { absent: true })
  // A request that is sent again is told that its own put has taken place, under the claim of the first time.
  const before = put.ok ? put.before : put.found
  const row = before ?? value
  if (counted && row.claim !== counted.claim) await releaseClaim(ports, row, counted.claim)
  return { ...one, box: counted?.box ?? one.box, row, isNew: put.ok && before === undefined }
}

/** People who are told at the same time. */
const atOnce = 25

/** A mail that whoever placed its notification has claimed with it. */
export type ClaimedMail = {
  readonly row: Notification
  readonly user: TenantUser
  readonly box: Inbox | undefined
}

/** Whom mail and push still have to reach. */
export type PlacementResult = {
  readonly email: readonly string[]
  readonly push: readonly string[]
  readonly claimed: readonly ClaimedMail[]
}

/**
 * Puts the notification of a draft into the inboxes of at most 100 people, exactly once per person however often this
 * runs: it is counted by a claim that the row names, in two writes that nobody else meets (rules/notifications 2).
 * Answers whom the other channels are for. Mails of those `mailed` at once are claimed with their rows.
 */
export const placeNotifications = async (
  ports: PlacementContext,
  draft: NotificationDraft,
  people: readonly string[],
  found: PlacementOptions = {},
): Promise<PlacementResult> => {
  const addressees = await addresseesOf(ports.table, draft, [...new Set(people)], found)
  const reached: PlacedAddressee[] = []
  await forEachConcurrently(addressees, atOnce, async (one) => {
    reached.push(await placeForAddressee(ports, draft, one, found.mailed === true))
  })
  const open = (channel: 'email' | 'push') =>
    reached.filter(({ row }) => row[channel] === 'pending' || row[channel] === 'claimed')
  const isClaimed = ({ isNew }: PlacedAddressee): boolean => isNew && found.mailed === true
  const idsOf = (some: readonly PlacedAddressee[]) => some.map(({ user }) => user.id)
  return {
    email: idsOf(open('email').filter((one) => !isClaimed(one))),
    push: idsOf(open('push')),
    claimed: open('email').filter(isClaimed),
  }
}
