import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../../lib/context.ts'
import { purposeSecret } from '../../../lib/identity/token/keys.ts'
import type { Desk } from '../../events/index.ts'

type World = Pick<Context, 'tenant' | 'gateways' | 'now'>
type Place = Pick<Desk, 'eventId' | 'generation'>

/** How long a code stands on a screen; the one before it is taken as long again. */
export const windowSeconds = 30

/** Compares in constant time, texts of any lengths. */
const isEqual = (a: string, b: string): boolean => {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(a), digest(b))
}

const macWith = (secret: string, parts: readonly (string | number)[]): string =>
  createHmac('sha256', purposeSecret(secret, 'check-in')).update(JSON.stringify(parts)).digest('hex')

const newest = async ({ gateways }: World, parts: readonly (string | number)[]): Promise<string> =>
  macWith((await gateways.secrets.ring())[0] ?? '', parts)

/** Whether a mac was made with any secret of the ring. All of them are compared, whichever fits. */
const isMade = async (
  { gateways }: World,
  given: string,
  parts: readonly (string | number)[],
): Promise<boolean> => {
  const fits = (await gateways.secrets.ring()).map((secret) => isEqual(macWith(secret, parts), given))
  return fits.includes(true)
}

const linkParts = ({ tenant }: World, { eventId, generation }: Place) => [
  'link',
  tenant.key,
  eventId,
  generation,
]
const screenParts = ({ tenant }: World, { eventId, generation }: Place, window: number) => [
  'screen',
  tenant.key,
  eventId,
  generation,
  window,
]
const ticketParts = ({ tenant }: World, eventId: string, person: string) => [
  'ticket',
  tenant.key,
  eventId,
  person,
]

const windowAt = (now: Date): number => Math.floor(now.getTime() / 1000 / windowSeconds)

/** 64 hex characters, the same until the desk's generation is raised. */
export const linkToken = (world: World, place: Place): Promise<string> =>
  newest(world, linkParts(world, place))

/** `<window>.<mac>`, and when the next one takes its place. */
export const screenToken = async (world: World, place: Place) => {
  const window = windowAt(world.now())
  return {
    token: `${window}.${await newest(world, screenParts(world, place, window))}`,
    expiresAt: new Date((window + 1) * windowSeconds * 1000).toISOString(),
  }
}

/** Whether a token opens the desk now, by a way that its settings allow. */
export const opens = async (
  world: World,
  { settings: { method }, ...place }: Desk,
  given: string,
): Promise<boolean> => {
  const [, window, mac] = /^(\d{1,12})\.([0-9a-f]{64})$/.exec(given) ?? []
  if (window === undefined || mac === undefined)
    return method !== 'qr' && isMade(world, given, linkParts(world, place))
  const age = windowAt(world.now()) - Number(window)
  return (
    method !== 'link' &&
    (age === 0 || age === 1) &&
    isMade(world, mac, screenParts(world, place, Number(window)))
  )
}

/** What somebody shows at the door: who they are, `u-<id>` or `g-<id>`, and a mac that nobody else can make. */
export const ticketOf = async (world: World, eventId: string, person: string): Promise<string> =>
  `${person}.${await newest(world, ticketParts(world, eventId, person))}`

/** Whose ticket it is; undefined for one that is not of this event. */
export const holderOf = async (
  world: World,
  eventId: string,
  ticket: string,
): Promise<string | undefined> => {
  const at = ticket.lastIndexOf('.')
  const [person, mac] = [ticket.slice(0, Math.max(0, at)), ticket.slice(at + 1)]
  return (await isMade(world, mac, ticketParts(world, eventId, person))) ? person : undefined
}
