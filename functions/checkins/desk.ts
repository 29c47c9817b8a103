import type { Context } from '../../lib/context.ts'
import { type FailureKind, fail } from '../../lib/contract/failure.ts'
import { addressOf as placeOf } from '../../lib/identity/school/addresses.ts'
import { attendeeIdOf, attendeeKeyOf } from '../attendance/index.ts'
import type { WantedSettings } from '../events/contract.ts'
import {
  changedDesk,
  checkInTimingOf,
  type Desk,
  desk,
  type EventCard,
  findCard,
  isRegistrationImpossible,
  isVisible,
  newDesk,
  settingsView,
  viewerOf,
} from '../events/index.ts'
import { linkToken, requireHost, requireOrganizer, screenToken, ticketOf } from './access.ts'
import { Ended, EventNotFound, NoLink, NoScreen, NotEnabled, NotStarted } from './shapes.ts'
import { readSnapshot } from './snapshot.ts'

type Scope = { readonly eventId: string; readonly orgId?: string | undefined }

const viewOf = ({ enabled, settings }: Desk) => ({ enabled, settings: settingsView(settings) })

/** Writes the desk as `change` returns it, if the caller may. Three round trips at most. */
const changeDesk = async (
  { eventId, orgId }: Scope,
  context: Context<'caller'>,
  change: (before: Desk) => Desk,
) => {
  const snapshot = await readSnapshot(context, { eventId, orgId }, false)
  await requireHost(context, requirePresent(snapshot.card), snapshot)
  const after = await context.table.change(desk, { eventId }, (before) => ({ after: change(before) }), {
    initial: newDesk(eventId),
    known: snapshot.desk ?? null,
  })
  return viewOf(after)
}

type DeskSettingsRequest = Scope & { readonly settings?: WantedSettings | undefined }

/** Enables check-in for an event, with settings if sent. */
export const enableCheckIn = ({ settings, ...scope }: DeskSettingsRequest, context: Context<'caller'>) =>
  changeDesk(scope, context, (before) =>
    changedDesk(before, { checkInEnabled: true, checkInSettings: settings }),
  )

export const disableCheckIn = (scope: Scope, context: Context<'caller'>) =>
  changeDesk(scope, context, (before) => changedDesk(before, { checkInEnabled: false }))

export const changeCheckInSettings = (
  { settings, ...scope }: DeskSettingsRequest,
  context: Context<'caller'>,
) => changeDesk(scope, context, (before) => changedDesk(before, { checkInSettings: settings }))

/** Creates new links. The old links are invalid from then on. */
export const rotateCheckIn = (scope: Scope, context: Context<'caller'>) =>
  changeDesk(scope, context, (before) => ({ ...before, generation: before.generation + 1 }))

const readManagedDesk = async ({ eventId, orgId }: Scope, context: Context<'caller'>) => {
  const snapshot = await readSnapshot(context, { eventId, orgId }, false)
  await requireOrganizer(context, requirePresent(snapshot.card), snapshot)
  return snapshot.desk
}

export const getCheckInSettings = async (scope: Scope, context: Context<'caller'>) =>
  viewOf((await readManagedDesk(scope, context)) ?? newDesk(scope.eventId))

const requireMethod = (
  found: Desk | undefined,
  without: Desk['settings']['method'],
  refusal: FailureKind,
) => {
  if (!found?.enabled) return fail(NotEnabled)
  return found.settings.method === without ? fail(refusal) : found
}

const addressOf = ({ tenant }: Context<'caller'>, eventId: string, token: string): string =>
  placeOf(tenant, 'checkIn', { eventId, token })

/** Returns the permanent check-in address, valid until rotation. Fails with 400 when only screen codes are allowed. */
export const getCheckInLink = async (scope: Scope, context: Context<'caller'>) => {
  const found = requireMethod(await readManagedDesk(scope, context), 'qr', NoLink)
  return { checkInUrl: addressOf(context, scope.eventId, await linkToken(context, found)) }
}

const renderCode = async (content: string, format: 'svg' | 'png'): Promise<string> => {
  // Loaded on first use, because the library slows down a start.
  const { default: qr } = await import('qrcode')
  return format === 'svg' ? qr.toString(content, { type: 'svg' }) : qr.toDataURL(content)
}

type CodeRequest = Scope & {
  readonly format?: 'svg' | 'png' | undefined
  readonly rotating?: 'true' | 'false' | undefined
}

/**
 * Returns a QR code of the permanent address, or of an address that is valid for at most a minute. A screen requests a
 * new one at `expiresAt`. When only screens are allowed, it is always the latter.
 */
export const getCheckInCode = async (
  { format = 'png', rotating, ...scope }: CodeRequest,
  context: Context<'caller'>,
) => {
  const found = await readManagedDesk(scope, context)
  const changes = rotating === 'true' || found?.settings.method === 'qr'
  const open = requireMethod(found, changes ? 'link' : 'qr', NoScreen)
  const { token, expiresAt } = changes
    ? await screenToken(context, open)
    : { token: await linkToken(context, open), expiresAt: undefined }
  const checkInUrl = addressOf(context, scope.eventId, token)
  return { qrCode: await renderCode(checkInUrl, format), checkInUrl, expiresAt }
}

/** Returns the caller's ticket, for devices that scan offline. */
export const getCheckInTicket = async ({ eventId }: Scope, context: Context<'caller'>) => {
  const card = (await findCard(context.table, eventId)) ?? fail(EventNotFound)
  if (!isVisible(card, await viewerOf(context, [card]))) fail(EventNotFound)
  return { code: await ticketOf(context, eventId, attendeeIdOf(attendeeKeyOf(context.caller))) }
}

/** Fails with 404 for an event that does not exist or is deleted. */
export const requirePresent = (card: EventCard | undefined): EventCard =>
  card && card.deletedAt === undefined ? card : fail(EventNotFound)

const hasBeenLive = ({ shelf, liveAt, deletedAt }: EventCard): boolean =>
  deletedAt === undefined && (shelf === 'live' || (shelf === 'past' && liveAt !== undefined))

/**
 * Requires an event that is live or past, with its desk. Fails with 404 `Event not found`, and with 400 while check-in
 * is not enabled.
 */
export const requireDesk = (
  card: EventCard | undefined,
  found: Desk | undefined,
): { readonly card: EventCard; readonly desk: Desk } => {
  if (!card || !hasBeenLive(card)) return fail(EventNotFound)
  return found?.enabled ? { card, desk: found } : fail(NotEnabled)
}

/**
 * Whether check-in needs a registration: by the event's rule, unless its registration is impossible, or by the desk's.
 */
export const isRegistrationRequired = (card: EventCard, { settings }: Desk): boolean =>
  (card.registrationRequired && !isRegistrationImpossible(card)) || settings.requireRegistration

/** Fails with 400 outside the check-in time, and for an event that does not take place. */
export const refuseUntimely = (card: EventCard, found: Desk, now: Date): void => {
  if (card.shelf === 'past') fail(Ended)
  const reason = checkInTimingOf(card, found, now.toISOString())
  if (reason !== undefined) fail(reason === 'late' ? Ended : NotStarted)
}
