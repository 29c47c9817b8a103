import { createHmac } from 'node:crypto'
import type { Context } from '../../lib/context.ts'
import { fail, settleInOrder } from '../../lib/contract/failure.ts'
import { dayMs } from '../../lib/contract/time.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import { type Caller, isAdmin } from '../../lib/identity/person/caller.ts'
import { purposeSecret } from '../../lib/identity/token/keys.ts'
import { key } from '../../lib/table/entity.ts'
import { type EventCard, eventCard, isVisible, viewerOf } from '../events/index.ts'
import { managementConfig, settingsOf } from '../policies/index.ts'
import { EventNotFound, viewLimits } from './contract/shapes.ts'
import { eventStats, viewMark } from './repository.ts'
import type { Seen } from './view-shapes.ts'

type ViewTrackingContext = Omit<Context, 'caller'> & { readonly caller: Caller | undefined }

/** Days for which a second look of the same person is no new one. */
const markDays = 90

/** Hashed with a secret: an address could be guessed from a hash alone. */
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

const readViewTarget = async (context: ViewTrackingContext, eventId: string, hash: string) => {
  const refs = [
    key(eventCard, { eventId }),
    key(viewMark, { eventId, hash }),
    key(managementConfig, {}),
  ] as const
  const [card, mark, config] = await context.table.batchGet(refs)
  const counts = settingsOf(config).reporting.enableAnalytics
  return { card: card && card.deletedAt === undefined ? card : fail(EventNotFound), mark, counts }
}

const refuseHidden = async (context: ViewTrackingContext, card: EventCard): Promise<void> => {
  if (!isVisible(card, await viewerOf(context, [card]))) fail(EventNotFound)
}

type View = Seen & { readonly eventId: string; readonly hash: string; readonly anonymous: boolean }

/** Whether nobody has left the mark of this person before. */
const markFirstView = async (
  { table, now }: ViewTrackingContext,
  { eventId, hash }: View,
): Promise<boolean> => {
  const expiresAt = new Date(now().getTime() + markDays * dayMs).toISOString()
  return (await table.put(viewMark, { eventId, hash, expiresAt }, { absent: true })).ok
}

/** Counts one look; the first of a person in ninety days as a new one. Everybody adds to the numbers, and waits for nobody. */
const recordView = async (context: ViewTrackingContext, view: View, known: boolean): Promise<void> => {
  const { table, now } = context
  const { eventId, anonymous, kind = 'event', source } = view
  if (kind !== 'event') {
    await table.update(eventStats, { eventId }, { set: { eventId }, add: { [kinds[kind]]: 1 } }, {})
    return
  }
  const isNew = !known && (await markFirstView(context, view))
  const [all, unique] = anonymous
    ? (['anonymousViews', 'uniqueAnonymousViews'] as const)
    : (['views', 'uniqueViews'] as const)
  const add = { [all]: 1, ...(isNew ? { [unique]: 1 } : {}), ...(source ? { [sources[source]]: 1 } : {}) }
  await table.update(eventStats, { eventId }, { set: { eventId, lastViewAt: now().toISOString() }, add }, {})
}

type ViewRequest = Seen & { readonly id: string }

/**
 * Counts a look of somebody who is signed in, where the school counts; administrators are left out (rules/analytics 2).
 * Two round trips.
 */
export const trackEventView = async (
  { id: eventId, ...seen }: ViewRequest,
  context: Context<'caller'>,
): Promise<undefined> => {
  const { caller } = context
  const hash = await hashFor(context, `${eventId} ${caller.globalUserId ?? caller.tenantUserId}`)
  const { card, mark, counts } = await readViewTarget(context, eventId, hash)
  await refuseHidden(context, card)
  if (!counts || isAdmin(caller)) return undefined
  await recordView(context, { ...seen, eventId, hash, anonymous: false }, mark !== undefined)
  return undefined
}

/** Counts a look of somebody who is not signed in, told apart by a hash of where it came from. 429 above the limit. */
export const trackAnonymousView = async (
  { id: eventId, ...seen }: ViewRequest,
  context: Context<'anyone'>,
): Promise<undefined> => {
  const anonymous: ViewTrackingContext = { ...context, caller: undefined }
  const { address, userAgent } = context.device
  const hash = await hashFor(anonymous, `${eventId} ${address} ${userAgent}`)
  const seenNow = async () => {
    const found = await readViewTarget(anonymous, eventId, hash)
    await refuseHidden(anonymous, found.card)
    return found
  }
  const [{ mark, counts }] = await settleInOrder([
    seenNow(),
    spend(context, 'event-view', viewLimits.address, address),
  ])
  if (!counts) return undefined
  await recordView(anonymous, { ...seen, eventId, hash, anonymous: true }, mark !== undefined)
  return undefined
}
