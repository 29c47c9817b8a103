import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { NoToken } from '../../lib/contract/failures.ts'
import { findCurrentPerson } from '../../lib/identity/org/current-person.ts'
import { type Caller, isAdmin } from '../../lib/identity/person/caller.ts'
import { purposeSecret } from '../../lib/identity/token/keys.ts'
import {
  canWorkAtDesk,
  type Desk,
  type EventCard,
  isHostOrganizer,
  isOfOrganization,
  isOrganizer,
  isVisible,
  orgRightsFrom,
  orgRightsRefs,
  type Viewer,
  viewerOf,
  viewerWith,
} from '../events/index.ts'
import { byLink } from './check-in-names.ts'
import type { DoorCredential } from './repository.ts'
import { BadDoor, EarlyDoor, EventNotFound, HostOnly, NotPermitted } from './shapes.ts'
import type { Snapshot } from './snapshot.ts'

type DoorContext = Pick<Context, 'table' | 'tenant' | 'device' | 'now'> & {
  readonly caller: Caller | undefined
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** A new secret with the hash to store. */
export const newSecret = (doorId: string): { readonly secret: string; readonly hash: string } => {
  const secret = `${doorId}.${randomBytes(32).toString('base64url')}`
  return { secret, hash: hashOf(secret) }
}

/** The secret that a request presents, in the header `X-Door-Credential` or in its body. */
export const presentedCredential = ({ device }: DoorContext, body?: string) => {
  const secret = device.doorCredential ?? body
  return secret === undefined ? undefined : { secret, doorId: secret.split('.')[0] || 'none' }
}
type PresentedCredential = ReturnType<typeof presentedCredential>

const isOpen = (door: DoorCredential | undefined, secret: string, now: Date): door is DoorCredential => {
  if (!door || door.revokedAt !== undefined || Date.parse(door.expiresAt) <= now.getTime()) return false
  return timingSafeEqual(Buffer.from(door.hash), Buffer.from(hashOf(secret)))
}

/**
 * Whether the credential's creator may still create it. A credential has no rights of its own (rules/checkins 38). Two
 * strongly consistent round trips.
 */
const isCreatorHost = async (
  context: DoorContext,
  card: EventCard,
  { createdBy }: DoorCredential,
): Promise<boolean> => {
  const orgIds = card.hostingType === 'Org' ? [card.hostingId] : []
  const creator = await findCurrentPerson(context, createdBy, orgRightsRefs(createdBy, orgIds))
  if (!creator) return false
  const { caller, rows } = creator
  const viewer = viewerWith(caller, orgRightsFrom(caller, orgIds, rows))
  return isHostOrganizer(card, { ...viewer, isAdmin: isAdmin(caller) })
}

/** Fails with 403 for callers who may see the event, with 404 for others. */
const refuseStaff = (card: EventCard, viewer: Viewer): never =>
  fail(isVisible(card, viewer) || isOrganizer(card, viewer) ? NotPermitted : EventNotFound)

const viewing = async (
  context: DoorContext,
  card: EventCard,
  { rightsByOrg }: Pick<Snapshot, 'rightsByOrg'>,
  enough: (card: EventCard, viewer: Viewer) => boolean,
): Promise<Viewer> => {
  // The caller's own rights, and those in the organization named by the request, were read before.
  const first = { ...(await viewerOf(context, [])), rightsByOrg }
  return enough(card, first) ? first : viewerOf(context, [card], { all: true, known: rightsByOrg })
}

/**
 * The person or credential at the desk, as `checkedInBy` stores it. `manages` allows e-mail addresses and the reasons of
 * corrections, `readsList` the list of all people without a search.
 */
type StaffAccess = { readonly by: string; readonly manages: boolean; readonly readsList: boolean }

const byOf = ({ tenantUserId, globalUserId }: Caller): string => tenantUserId ?? globalUserId ?? 'unknown'

/**
 * Admits event managers of the host or a collaborator, administrators, members who may work at the desk (rules/checkins
 * 48), and the event's own desk credential while its creator runs the event (rules/checkins 20). One round trip, or two
 * for a credential. Fails with 401, 403 or 404.
 */
export const requireStaff = async (
  context: DoorContext,
  card: EventCard,
  snapshot: Pick<Snapshot, 'door' | 'rightsByOrg'>,
  shown: PresentedCredential,
): Promise<StaffAccess> => {
  const { caller, now } = context
  if (shown) {
    const { door } = snapshot
    if (!isOpen(door, shown.secret, now()) || !(await isCreatorHost(context, card, door)))
      return fail(BadDoor)
    if (door.startsAt !== undefined && now().getTime() < Date.parse(door.startsAt)) return fail(EarlyDoor)
    return { by: byLink(shown.doorId), manages: false, readsList: false }
  }
  if (!caller) return fail(NoToken)
  const viewer = await viewing(context, card, snapshot, isOrganizer)
  if (!canWorkAtDesk(card, viewer)) refuseStaff(card, viewer)
  return { by: byOf(caller), manages: isOrganizer(card, viewer), readsList: true }
}

/** Admits organizers: event managers of the host or a collaborator, and administrators. */
export const requireOrganizer = async (
  context: DoorContext,
  card: EventCard,
  snapshot: Pick<Snapshot, 'rightsByOrg'>,
): Promise<void> => {
  if (!context.caller) return fail(NoToken)
  const viewer = await viewing(context, card, snapshot, isOrganizer)
  if (!isOrganizer(card, viewer)) refuseStaff(card, viewer)
}

/**
 * Admits those who may change the desk: the host, its event managers, administrators. Fails with 403 for
 * collaborators.
 */
export const requireHost = async (
  context: DoorContext,
  card: EventCard,
  snapshot: Pick<Snapshot, 'rightsByOrg'>,
): Promise<void> => {
  const viewer = await viewing(context, card, snapshot, isHostOrganizer)
  if (isHostOrganizer(card, viewer)) return
  if (isOrganizer(card, viewer)) fail(HostOnly)
  refuseStaff(card, viewer)
}

/** Fails with 404 unless the organization hosts the event or helps to run it. */
export const requireEventOfOrg = (card: EventCard | undefined, orgId: string): EventCard =>
  card && card.deletedAt === undefined && isOfOrganization(card, orgId) ? card : fail(EventNotFound)

type TokenContext = Pick<Context, 'tenant' | 'gateways' | 'now'>
type TokenScope = Pick<Desk, 'eventId' | 'generation'>

/** How long a screen shows a code. The previous code remains valid for the same time. */
const windowSeconds = 30

/** Compares texts of any length in constant time. */
const isEqual = (a: string, b: string): boolean => {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(a), digest(b))
}

const macWith = (secret: string, parts: readonly (string | number)[]): string =>
  createHmac('sha256', purposeSecret(secret, 'check-in')).update(JSON.stringify(parts)).digest('hex')

const currentMac = async ({ gateways }: TokenContext, parts: readonly (string | number)[]): Promise<string> =>
  macWith((await gateways.secrets.ring())[0] ?? '', parts)

/** Whether any secret of the ring made the MAC. Compares with all secrets, whichever matches. */
const isValidMac = async (
  { gateways }: TokenContext,
  given: string,
  parts: readonly (string | number)[],
): Promise<boolean> => {
  const fits = (await gateways.secrets.ring()).map((secret) => isEqual(macWith(secret, parts), given))
  return fits.includes(true)
}

const linkParts = ({ tenant }: TokenContext, { eventId, generation }: TokenScope) => [
  'link',
  tenant.key,
  eventId,
  generation,
]
const screenParts = ({ tenant }: TokenContext, { eventId, generation }: TokenScope, window: number) => [
  'screen',
  tenant.key,
  eventId,
  generation,
  window,
]
const ticketParts = ({ tenant }: TokenContext, eventId: string, person: string) => [
  'ticket',
  tenant.key,
  eventId,
  person,
]

const windowAt = (now: Date): number => Math.floor(now.getTime() / 1000 / windowSeconds)

/** Returns 64 hex characters, which change only with the desk's generation. */
export const linkToken = (context: TokenContext, place: TokenScope): Promise<string> =>
  currentMac(context, linkParts(context, place))

/** Returns `<window>.<mac>` and the time of the next token. */
export const screenToken = async (context: TokenContext, place: TokenScope) => {
  const window = windowAt(context.now())
  return {
    token: `${window}.${await currentMac(context, screenParts(context, place, window))}`,
    expiresAt: new Date((window + 1) * windowSeconds * 1000).toISOString(),
  }
}

/** Whether a token is valid now, for a method that the settings allow. */
export const isValidToken = async (
  context: TokenContext,
  { settings: { method }, ...place }: Desk,
  given: string,
): Promise<boolean> => {
  const [, window, mac] = /^(\d{1,12})\.([0-9a-f]{64})$/.exec(given) ?? []
  if (window === undefined || mac === undefined)
    return method !== 'qr' && isValidMac(context, given, linkParts(context, place))
  const age = windowAt(context.now()) - Number(window)
  return (
    method !== 'link' &&
    (age === 0 || age === 1) &&
    isValidMac(context, mac, screenParts(context, place, Number(window)))
  )
}

/** The ticket that a person presents at check-in: `u-<id>` or `g-<id>`, and a MAC that cannot be forged. */
export const ticketOf = async (context: TokenContext, eventId: string, person: string): Promise<string> =>
  `${person}.${await currentMac(context, ticketParts(context, eventId, person))}`

/** The holder of a ticket; undefined when it is not valid for this event. */
export const holderOf = async (
  context: TokenContext,
  eventId: string,
  ticket: string,
): Promise<string | undefined> => {
  const at = ticket.lastIndexOf('.')
  const [person, mac] = [ticket.slice(0, Math.max(0, at)), ticket.slice(at + 1)]
  return (await isValidMac(context, mac, ticketParts(context, eventId, person))) ? person : undefined
}
