import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { NoToken } from '../../lib/contract/failures.ts'
import type { Caller } from '../../lib/identity/person/caller.ts'
import { purposeSecret } from '../../lib/identity/token/keys.ts'
import {
  type Desk,
  type EventCard,
  isHostOrganizer,
  isOfOrganization,
  isOrganizer,
  isVisible,
  managingOrgIdOf,
  type Viewer,
  viewerOf,
} from '../events/index.ts'
import type { DoorCredential } from './repository.ts'
import { BadDoor, EventNotFound, HostOnly, NotPermitted } from './shapes.ts'
import type { Snapshot } from './snapshot.ts'

type DoorContext = Pick<Context, 'table' | 'device' | 'now'> & { readonly caller: Caller | undefined }

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** A secret, and what is kept of it. */
export const newSecret = (doorId: string): { readonly secret: string; readonly hash: string } => {
  const secret = `${doorId}.${randomBytes(32).toString('base64url')}`
  return { secret, hash: hashOf(secret) }
}

/** The secret that a request shows: in the header `X-Door-Credential`, or in its body. */
export const presentedCredential = ({ device }: DoorContext, body?: string) => {
  const secret = device.doorCredential ?? body
  return secret === undefined ? undefined : { secret, doorId: secret.split('.')[0] || 'none' }
}
type PresentedCredential = ReturnType<typeof presentedCredential>

const isOpen = (door: DoorCredential | undefined, secret: string, now: Date): boolean => {
  if (!door || door.revokedAt !== undefined || Date.parse(door.expiresAt) <= now.getTime()) return false
  return timingSafeEqual(Buffer.from(door.hash), Buffer.from(hashOf(secret)))
}

const canStaff = (card: EventCard, viewer: Viewer): boolean =>
  isHostOrganizer(card, viewer) || managingOrgIdOf(card, viewer) !== undefined

/** Fails with 404 for who may not see the event, with 403 for who may. */
const refuseStaff = (card: EventCard, viewer: Viewer): never =>
  fail(isVisible(card, viewer) || isOrganizer(card, viewer) ? NotPermitted : EventNotFound)

const viewing = async (
  context: DoorContext,
  card: EventCard,
  { rightsByOrg }: Pick<Snapshot, 'rightsByOrg'>,
  enough: (card: EventCard, viewer: Viewer) => boolean,
): Promise<Viewer> => {
  // What the caller is by themselves, and in the organization that the request named, was read already.
  const first = { ...(await viewerOf(context, [])), rightsByOrg }
  return enough(card, first) ? first : viewerOf(context, [card], { all: true, known: rightsByOrg })
}

/** Who works at the door, as `checkedInBy` names them, and whether they may read addresses. */
type StaffAccess = { readonly by: string; readonly manages: boolean }

/**
 * Lets in who manages events of the host or of an organization that helps, who made the event, administrators, and the
 * door credential of this very event (rules/checkins 20). One round trip at most. Fails with 401, 403 or 404.
 */
export const requireStaff = async (
  context: DoorContext,
  card: EventCard,
  snapshot: Pick<Snapshot, 'door' | 'rightsByOrg'>,
  shown: PresentedCredential,
): Promise<StaffAccess> => {
  const { caller, now } = context
  if (shown) {
    if (!isOpen(snapshot.door, shown.secret, now())) fail(BadDoor)
    return { by: `door:${shown.doorId}`, manages: false }
  }
  if (!caller) return fail(NoToken)
  const viewer = await viewing(context, card, snapshot, canStaff)
  if (!canStaff(card, viewer)) refuseStaff(card, viewer)
  return { by: caller.tenantUserId ?? caller.globalUserId ?? 'unknown', manages: true }
}

/** The same for signed-in people alone. */
export const requireOrganizer = (
  context: DoorContext,
  card: EventCard,
  snapshot: Pick<Snapshot, 'rightsByOrg'>,
): Promise<StaffAccess> => requireStaff(context, card, { ...snapshot, door: undefined }, undefined)

/** Lets in who may change the desk: the host's managers, who made the event, administrators. 403 for who only helps. */
export const requireHost = async (
  context: DoorContext,
  card: EventCard,
  snapshot: Pick<Snapshot, 'rightsByOrg'>,
): Promise<void> => {
  const viewer = await viewing(context, card, snapshot, isHostOrganizer)
  if (isHostOrganizer(card, viewer)) return
  if (canStaff(card, viewer)) fail(HostOnly)
  refuseStaff(card, viewer)
}

/** Fails with 404 unless the organization hosts the event or helps. */
export const requireEventOfOrg = (card: EventCard | undefined, orgId: string): EventCard =>
  card && card.deletedAt === undefined && isOfOrganization(card, orgId) ? card : fail(EventNotFound)

type TokenContext = Pick<Context, 'tenant' | 'gateways' | 'now'>
type TokenScope = Pick<Desk, 'eventId' | 'generation'>

/** How long a code stands on a screen; the one before it is taken as long again. */
const windowSeconds = 30

/** Compares in constant time, texts of any lengths. */
const isEqual = (a: string, b: string): boolean => {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(a), digest(b))
}

const macWith = (secret: string, parts: readonly (string | number)[]): string =>
  createHmac('sha256', purposeSecret(secret, 'check-in')).update(JSON.stringify(parts)).digest('hex')

const currentMac = async ({ gateways }: TokenContext, parts: readonly (string | number)[]): Promise<string> =>
  macWith((await gateways.secrets.ring())[0] ?? '', parts)

/** Whether a mac was made with any secret of the ring. All of them are compared, whichever fits. */
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

/** 64 hex characters, the same until the desk's generation is raised. */
export const linkToken = (context: TokenContext, place: TokenScope): Promise<string> =>
  currentMac(context, linkParts(context, place))

/** `<window>.<mac>`, and when the next one takes its place. */
export const screenToken = async (context: TokenContext, place: TokenScope) => {
  const window = windowAt(context.now())
  return {
    token: `${window}.${await currentMac(context, screenParts(context, place, window))}`,
    expiresAt: new Date((window + 1) * windowSeconds * 1000).toISOString(),
  }
}

/** Whether a token opens the desk now, by a way that its settings allow. */
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

/** What somebody shows at the door: who they are, `u-<id>` or `g-<id>`, and a mac that nobody else can make. */
export const ticketOf = async (context: TokenContext, eventId: string, person: string): Promise<string> =>
  `${person}.${await currentMac(context, ticketParts(context, eventId, person))}`

/** Whose ticket it is; undefined for one that is not of this event. */
export const holderOf = async (
  context: TokenContext,
  eventId: string,
  ticket: string,
): Promise<string | undefined> => {
  const at = ticket.lastIndexOf('.')
  const [person, mac] = [ticket.slice(0, Math.max(0, at)), ticket.slice(at + 1)]
  return (await isValidMac(context, mac, ticketParts(context, eventId, person))) ? person : undefined
}
