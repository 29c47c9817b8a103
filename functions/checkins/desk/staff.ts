import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { NoToken } from '../../../lib/contract/failures.ts'
import type { Caller } from '../../../lib/identity/person/caller.ts'
import {
  type EventCard,
  isKeeper,
  isOfOrganization,
  isVisible,
  managedFor,
  mayRun,
  type Viewer,
  viewerOf,
} from '../../events/index.ts'
import { BadDoor, EventNotFound, HostOnly, NotPermitted } from '../contract/failures.ts'
import type { DoorCredential } from '../repository.ts'
import type { Look } from '../snapshot.ts'

type World = Pick<Context, 'table' | 'device' | 'now'> & { readonly caller: Caller | undefined }

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** A secret, and what is kept of it. */
export const newSecret = (doorId: string): { readonly secret: string; readonly hash: string } => {
  const secret = `${doorId}.${randomBytes(32).toString('base64url')}`
  return { secret, hash: hashOf(secret) }
}

/** The secret that a request shows: in the header `X-Door-Credential`, or in its body. */
export const shownDoor = ({ device }: World, body?: string) => {
  const secret = device.doorCredential ?? body
  return secret === undefined ? undefined : { secret, doorId: secret.split('.')[0] || 'none' }
}
export type ShownDoor = ReturnType<typeof shownDoor>

const isOpen = (door: DoorCredential | undefined, secret: string, now: Date): boolean => {
  if (!door || door.revokedAt !== undefined || Date.parse(door.expiresAt) <= now.getTime()) return false
  return timingSafeEqual(Buffer.from(door.hash), Buffer.from(hashOf(secret)))
}

const mayStaff = (card: EventCard, viewer: Viewer): boolean =>
  mayRun(card, viewer) || managedFor(card, viewer) !== undefined

/** Fails with 404 for who may not see the event, with 403 for who may. */
const refuse = (card: EventCard, viewer: Viewer): never =>
  fail(isVisible(card, viewer) || isKeeper(card, viewer) ? NotPermitted : EventNotFound)

const viewing = async (
  world: World,
  card: EventCard,
  { standings }: Pick<Look, 'standings'>,
  enough: (card: EventCard, viewer: Viewer) => boolean,
): Promise<Viewer> => {
  // What the caller is by themselves, and in the organization that the request named, was read already.
  const first = { ...(await viewerOf(world, [])), standings }
  return enough(card, first) ? first : viewerOf(world, [card], { all: true, known: standings })
}

/** Who works at the door, as `checkedInBy` names them, and whether they may read addresses. */
export type Staff = { readonly by: string; readonly manages: boolean }

/**
 * Lets in who manages events of the host or of an organization that helps, who made the event, administrators, and the
 * door credential of this very event (rules/checkins 20). One round trip at most. Fails with 401, 403 or 404.
 */
export const requireStaff = async (
  world: World,
  card: EventCard,
  look: Pick<Look, 'door' | 'standings'>,
  shown: ShownDoor,
): Promise<Staff> => {
  const { caller, now } = world
  if (shown) {
    if (!isOpen(look.door, shown.secret, now())) fail(BadDoor)
    return { by: `door:${shown.doorId}`, manages: false }
  }
  if (!caller) return fail(NoToken)
  const viewer = await viewing(world, card, look, mayStaff)
  if (!mayStaff(card, viewer)) refuse(card, viewer)
  return { by: caller.tenantUserId ?? caller.globalUserId ?? 'unknown', manages: true }
}

/** The same for signed-in people alone. */
export const requireOrganizer = (
  world: World,
  card: EventCard,
  look: Pick<Look, 'standings'>,
): Promise<Staff> => requireStaff(world, card, { ...look, door: undefined }, undefined)

/** Lets in who may change the desk: the host's managers, who made the event, administrators. 403 for who only helps. */
export const requireHost = async (
  world: World,
  card: EventCard,
  look: Pick<Look, 'standings'>,
): Promise<void> => {
  const viewer = await viewing(world, card, look, mayRun)
  if (mayRun(card, viewer)) return
  if (mayStaff(card, viewer)) fail(HostOnly)
  refuse(card, viewer)
}

/** Fails with 404 unless the organization hosts the event or helps. */
export const requireOf = (card: EventCard | undefined, orgId: string): EventCard =>
  card && card.deletedAt === undefined && isOfOrganization(card, orgId) ? card : fail(EventNotFound)
