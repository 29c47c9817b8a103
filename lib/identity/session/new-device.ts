import { BlockList, isIP } from 'node:net'
import type { Context, Device } from '../../context.ts'
import { mailDue } from '../../outbox.ts'
import type { Write } from '../../table/write.ts'
import type { Person } from '../person/person.ts'
import type { Session } from '../person/records.ts'
import { findKnownDevice } from './known-device.ts'
import { deviceInfoOf, isLive } from './sessions.ts'

type World = Pick<Context, 'device' | 'issuer' | 'now' | 'newId'>

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Whether two addresses are of one network: /24, or /64 for IPv6. Homes and phones move about within theirs. */
const isNear = (one: string, other: string): boolean => {
  if (one === other || isIP(one) === 0 || isIP(other) === 0) return one === other
  const network = new BlockList()
  network.addSubnet(one, isIP(one) === 6 ? 64 : 24, familyOf(one))
  return network.check(other, familyOf(other))
}

const isLike =
  ({ userAgent, address }: Device) =>
  (session: Session): boolean =>
    session.impersonatorSid === undefined &&
    session.userAgent === userAgent &&
    isNear(session.ipAddress, address)

/**
 * Whether somebody has signed in by this device before: it shows the proof of that. Answers of identity providers come
 * across sites without it, so there a live session that looks the same does; a campus, where many devices look the same
 * behind one address, is why it does nowhere else.
 */
const isKnown = async (world: World, person: Person, method: Session['authMethod']) => {
  const { user, rights, sessions } = person
  const device = await findKnownDevice(world, user.id)
  if (device?.isKnownTo(person)) return true
  return method !== 'password' && sessions.filter((one) => isLive(one, rights)).some(isLike(world.device))
}

/**
 * Tells somebody that a device signed in which was not theirs so far. Only to an address that is proven, since anybody can
 * sign up with somebody else's.
 */
export const newDeviceMail = async (
  world: World,
  person: Person,
  method: Session['authMethod'],
): Promise<Write[]> => {
  const { device, now } = world
  const { id, emailVerified } = person.user
  if (!emailVerified || (await isKnown(world, person, method))) return []
  const params = { device: deviceInfoOf(device.userAgent), address: device.address, at: now().toISOString() }
  return [mailDue(world, { template: 'new_device', to: `user:${id}`, params })]
}
