import { forEachConcurrently } from '../../../lib/concurrency.ts'
import type { Translate } from '../../../lib/contract/text/locale.ts'
import { dayMs } from '../../../lib/contract/time.ts'
import { type TenantUser, tenantUser } from '../../../lib/identity/person/records.ts'
import type { NotificationDue } from '../../../lib/outbox.ts'
import { key } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import { claimedAtCreation } from '../channels/claim.ts'
import { type Channel, kindsWithoutLink, type PersonalChannel } from '../contract/kinds.ts'
import { claimPlace, eraIn, isCountedAs, type PlacementContext, releaseClaim } from '../inbox/claims.ts'
import { isMuted, kindOf } from '../mutes.ts'
import { idFor } from '../notification-id.ts'
import { type Inbox, inbox, type Notification, notification } from '../repository.ts'
import { isTranslatable, renderText, translateActions } from '../templates/rendering.ts'
import { findTemplate } from '../templates/templates.ts'

/** The notification that all recipients of one cause get. */
export type NotificationDraft = {
  readonly cause: string
  readonly template: string
  readonly createdAt: string
  readonly channels: readonly Channel[]
  readonly told: Omit<Notification, 'id' | 'to' | 'era' | 'status'>
}

const keptDays = 30
/** System notifications stay longer than a month's news. */
const systemDays = 365

const usual = <T>(value: T | undefined, common: T): T | undefined => (value === common ? undefined : value)

const definedFields = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

/** The texts are in the language of `t`. Undefined for an unknown template. */
export const draftOf = (
  due: Omit<NotificationDue, 'to' | 'at' | 'page' | 'expiresAt'>,
  t: Translate,
): NotificationDraft | undefined => {
  const template = findTemplate(due.template)
  if (!template) return undefined
  const type = due.type ?? template.type
  const days = type === 'system' ? systemDays : keptDays
  const { cause, createdAt, category, metadata, actions, sender, namedPeople, origin, batchId } = due
  const told = definedFields({
    type,
    ...renderText(template, due.params, t),
    priority: usual(due.priority ?? template.priority, 'normal'),
    template: usual(due.template, 'custom'),
    params: isTranslatable(template, due.params) ? due.params : undefined,
    category,
    metadata,
    actions: translateActions({ actions, origin }, t),
    sender,
    namedPeople,
    origin,
    batchId,
    expiresAt: due.until ?? new Date(Date.parse(createdAt) + days * dayMs).toISOString(),
  })
  return { cause, template: due.template, createdAt, channels: due.channels ?? template.channels, told }
}

/** A recipient, their channels, and the notification if it already exists. */
type Addressee = {
  readonly user: TenantUser
  readonly box: Inbox | undefined
  readonly row: Notification | undefined
  readonly channels: readonly PersonalChannel[]
}

const personal: readonly PersonalChannel[] = ['in_app', 'email', 'push']

const channelsFor = ({ channels, told }: NotificationDraft, user: TenantUser, box: Inbox | undefined) =>
  personal.filter(
    (channel) =>
      channels.includes(channel) &&
      !isMuted(box?.muted, told, channel) &&
      (channel !== 'push' || user.pushToken !== undefined),
  )

/**
 * The way people were found: by name, or as part of a group, which excludes people suspended at the school. With
 * `mailed`, the code that places the notifications also sends their mails.
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
    const readerChannels = user ? channelsFor(draft, user, box) : []
    // A notification that is already counted goes to the inbox, even if the channel was muted since.
    const isCounted = user !== undefined && box?.claims?.[idFor(draft, user.id)] !== undefined
    const channels = isCounted ? [...new Set(['in_app' as const, ...readerChannels])] : readerChannels
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

/** A recipient with the stored notification, and whether this run created it. */
type PlacedAddressee = Addressee & { readonly row: Notification; readonly isNew: boolean }

const wantedOf = (draft: NotificationDraft, { user, box, channels }: Addressee) => ({
  owner: user.id,
  id: idFor(draft, user.id),
  type: draft.told.type,
  box,
  isMailed: channels.includes('email') && !kindsWithoutLink.includes(kindOf(draft.told)),
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
  // A put that the client retried returns this run's own row, with the claim of the first attempt.
  const before = put.ok ? put.before : put.found
  const row = before ?? value
  if (counted && row.claim !== counted.claim) await releaseClaim(ports, row, counted.claim)
  return { ...one, box: counted?.box ?? one.box, row, isNew: put.ok && before === undefined }
}

/** People handled in parallel. */
const atOnce = 25

/** A mail claimed together with its notification. */
export type ClaimedMail = {
  readonly row: Notification
  readonly user: TenantUser
  readonly box: Inbox | undefined
}

/** People that mail and push must still reach. */
export type PlacementResult = {
  readonly email: readonly string[]
  readonly push: readonly string[]
  readonly claimed: readonly ClaimedMail[]
}

/**
 * Places a draft's notification in the inboxes of at most 100 people, exactly once per person however often this runs.
 * The inbox counts it under a claim that the row names, in two writes without conflicts (rules/notifications 2).
 * Returns the people for the other channels. With `mailed`, it claims the mails with their rows.
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
