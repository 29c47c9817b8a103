import { createHmac } from 'node:crypto'
import type { Context } from '../../lib/context.ts'
import { fail, settleInOrder } from '../../lib/contract/failure.ts'
import { dayMs } from '../../lib/contract/time.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import { type Caller, isAdmin } from '../../lib/identity/person/caller.ts'
import { purposeSecret } from '../../lib/identity/token/keys.ts'
import type { Operation } from '../../lib/operation.ts'
import { key } from '../../lib/table/entity.ts'
import { dayOf } from '../../lib/zones.ts'
import { type EventCard, eventCard, isVisible, viewerOf } from '../events/index.ts'
import { managementConfig, settingsOf } from '../policies/index.ts'
import { EventNotFound, viewLimits } from './contract/shapes.ts'
import type { contract } from './contract.ts'
import { eventStats, viewMark } from './repository.ts'
import type { Seen } from './view-shapes.ts'

type Rows = (typeof contract)['rows']

type ViewTrackingContext = Omit<Context, 'caller'> & { readonly caller: Caller | undefined }

/** Days in which a second view of the same person is not a new one. */
const markDays = 90

/** A hash with a secret, because an address could be guessed from a plain hash. */
const hashFor = async ({ gateways, tenant }: ViewTrackingContext, viewer: string): Promise<string> => {
  const [secret = ''] = await gateways.secrets.ring()
  return createHmac('sha256', purposeSecret(secret, 'views'))
    .update(JSON.stringify([tenant.key, viewer]))
    .digest('base64url')
}

const sources = {
  org_page: 'fromOrgPage',
  explore: 'fromExplore',
  direct: 'fromDirect',
  email: 'fromEmail',
} as const
const kinds = { agenda: 'agendaViews', form_open: 'formOpens', form_bounce: 'formBounces' } as const

const readViewTarget = async (
  context: ViewTrackingContext,
  eventId: string,
  { hash, dayHash }: ViewHashes,
) => {
  const refs = [
    key(eventCard, { eventId }),
    key(viewMark, { eventId, hash }),
    key(managementConfig, {}),
    key(viewMark, { eventId, hash: dayHash ?? `no day ${hash}` }),
  ] as const
  const [card, mark, config, dayMark] = await context.table.batchGet(refs)
  const counts = settingsOf(config).reporting.enableAnalytics && dayMark === undefined
  return { card: card && card.deletedAt === undefined ? card : fail(EventNotFound), mark, counts }
}

type ViewHashes = { readonly hash: string; readonly dayHash: string | undefined }

/** Hashes of a viewer at an event: for all time, and for today if one view a day counts. */
const hashesFor = async (
  context: ViewTrackingContext,
  viewer: string,
  { once }: Seen,
): Promise<ViewHashes> => {
  const { tenant, now } = context
  const today = dayOf(now().toISOString(), tenant.timezone)
  const [hash, dayHash] = await Promise.all([
    hashFor(context, viewer),
    once === undefined ? undefined : hashFor(context, `${viewer} ${today}`),
  ])
  return { hash, dayHash }
}

/** Programs that read pages by themselves: crawlers, link previews, checks. */
const isRobot = (userAgent: string): boolean =>
  /bot\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|headless|lighthouse|monitor|curl|wget/i.test(
    userAgent,
  )

const refuseHidden = async (context: ViewTrackingContext, card: EventCard): Promise<void> => {
  if (!isVisible(card, await viewerOf(context, [card]))) fail(EventNotFound)
}

type View = Seen & ViewHashes & { readonly eventId: string; readonly anonymous: boolean }

/** Whether this is the person's first view; sets their mark. */
const markFirstView = async (
  { table, now }: ViewTrackingContext,
  { eventId, hash }: View,
): Promise<boolean> => {
  const expiresAt = new Date(now().getTime() + markDays * dayMs).toISOString()
  return (await table.put(viewMark, { eventId, hash, expiresAt }, { absent: true })).ok
}

/** Whether this is the person's first view today; sets the mark of the day. */
const markDay = async (
  { table, now }: ViewTrackingContext,
  { eventId, dayHash: hash }: View,
): Promise<boolean> => {
  if (hash === undefined) return true
  const expiresAt = new Date(now().getTime() + 2 * dayMs).toISOString()
  return (await table.put(viewMark, { eventId, hash, expiresAt }, { absent: true })).ok
}

/** Counts one view, and a person's first in ninety days as a new one. Plain additions never conflict. */
const recordView = async (context: ViewTrackingContext, view: View, known: boolean): Promise<void> => {
  const { table, now } = context
  const { eventId, anonymous, kind = 'event', source } = view
  if (kind !== 'event') {
    await table.update(eventStats, { eventId }, { set: { eventId }, add: { [kinds[kind]]: 1 } }, {})
    return
  }
  const [isCounted, isNew] = await Promise.all([
    markDay(context, view),
    !known && markFirstView(context, view),
  ])
  if (!isCounted) return
  const [all, unique] = anonymous
    ? (['anonymousViews', 'uniqueAnonymousViews'] as const)
    : (['views', 'uniqueViews'] as const)
  const add = { [all]: 1, ...(isNew ? { [unique]: 1 } : {}), ...(source ? { [sources[source]]: 1 } : {}) }
  await table.update(eventStats, { eventId }, { set: { eventId, lastViewAt: now().toISOString() }, add }, {})
}

type ViewRequest = Seen & { readonly id: string }

/**
 * Counts a view of a signed-in person, unless the school has turned analytics off. Administrators are not counted
 * (rules/analytics 2). Two round trips.
 */
export const trackEventView = async (
  { id: eventId, ...seen }: ViewRequest,
  context: Context<'caller'>,
): Promise<undefined> => {
  const { caller } = context
  const hashes = await hashesFor(context, `${eventId} ${caller.globalUserId ?? caller.tenantUserId}`, seen)
  const { card, mark, counts } = await readViewTarget(context, eventId, hashes)
  await refuseHidden(context, card)
  if (!counts || isAdmin(caller)) return undefined
  await recordView(context, { ...seen, ...hashes, eventId, anonymous: false }, mark !== undefined)
  return undefined
}

/**
 * Counts an anonymous view, identified by a hash of its source. Views by robots are not counted (rules/analytics 23). Fails with 429 above the limit.
 */
export const trackAnonymousView = async (
  { id: eventId, ...seen }: ViewRequest,
  context: Context<'anyone'>,
): Promise<undefined> => {
  const anonymous: ViewTrackingContext = { ...context, caller: undefined }
  const { address, userAgent } = context.device
  if (isRobot(userAgent)) return undefined
  const hashes = await hashesFor(anonymous, `${eventId} ${address} ${userAgent}`, seen)
  const seenNow = async () => {
    const found = await readViewTarget(anonymous, eventId, hashes)
    await refuseHidden(anonymous, found.card)
    return found
  }
  const [{ mark, counts }] = await settleInOrder([
    seenNow(),
    spend(context, 'event-view', viewLimits.address, address),
  ])
  if (!counts) return undefined
  await recordView(anonymous, { ...seen, ...hashes, eventId, anonymous: true }, mark !== undefined)
  return undefined
}

export const trackRsvp: Operation<Rows['trackRsvp']> = async () => undefined
