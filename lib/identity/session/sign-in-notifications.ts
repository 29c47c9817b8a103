import { BlockList, isIP } from 'node:net'
import type { Context, Device, Tenant } from '../../context.ts'
import { dayMs } from '../../contract/time.ts'
import { mailDue, notificationDue } from '../../outbox.ts'
import { type PreparedText, storedTexts } from '../../prepared-text.ts'
import { update, type Write } from '../../table/write.ts'
import { audit } from '../audit/audit.ts'
import type { Person } from '../person/person.ts'
import { globalUser, type Session } from '../person/records.ts'
import { schoolOfIssuer } from '../school/saml-issuer.ts'
import { findKnownDevice } from './known-device.ts'
import { deviceInfoOf, isLive } from './sessions.ts'

type NotificationContext = { now(): Date; newId(): string }

/**
 * Notifies all administrators of a school by mail that its sign-in rules were changed: an attacker with an
 * administrator's account would do this first. It cannot be muted. It belongs in the transaction of the change.
 */
export const notifySignInChanged = (
  context: NotificationContext,
  changes: PreparedText | readonly PreparedText[],
  { ended }: { readonly ended: boolean },
): Write =>
  notificationDue(context, {
    template: 'sign_in_changed',
    to: { kind: 'administrators' },
    params: { changes: storedTexts([changes].flat()), ...(ended ? { ended: 'yes' } : {}) },
  })

/**
 * Notifies all administrators of a school, and the log, of a break-glass sign-in. Such sign-ins are rare: they are
 * meant for times when the school's own methods have failed.
 */
export const notifyBreakGlassUse = (
  context: NotificationContext & Pick<Context, 'device'>,
  { user }: Pick<Person, 'user'>,
): Write[] => [
  audit(context, {
    action: 'session.break_glass',
    actor: user.id,
    targetType: 'globalUser',
    targetId: user.id,
  }),
  notificationDue(context, {
    template: 'break_glass_used',
    to: { kind: 'administrators' },
    params: { personName: user.name },
  }),
]

type MailContext = { readonly tenant: Tenant; now(): Date; newId(): string }

/** Notifies a person that a sign-in method of their account was added or removed: another person may have done it. */
export const linkMail = (
  context: MailContext,
  change: 'linked' | 'unlinked',
  issuer: string,
  globalUserId: string,
): Write => {
  const school = schoolOfIssuer(issuer)
  return mailDue(context, {
    template: `way_${change}`,
    to: `user:${globalUserId}`,
    params: { way: school === undefined ? issuer : 'school', ...(school === undefined ? {} : { school }) },
  })
}

type DeviceContext = Pick<Context, 'device' | 'issuer' | 'now' | 'newId'>

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * Whether two addresses belong to one network: /24, or /64 for IPv6. Addresses of homes and phones change within
 * theirs.
 */
const isSameNetwork = (one: string, other: string): boolean => {
  if (one === other || isIP(one) === 0 || isIP(other) === 0) return one === other
  const network = new BlockList()
  network.addSubnet(one, isIP(one) === 6 ? 64 : 24, familyOf(one))
  return network.check(other, familyOf(other))
}

const isSameDevice =
  ({ userAgent, address }: Device) =>
  (session: Session): boolean =>
    session.impersonatorSid === undefined &&
    session.userAgent === userAgent &&
    isSameNetwork(session.ipAddress, address)

/**
 * Whether the person has signed in on this device before, according to its proof. Cross-site responses of identity
 * providers arrive without the proof, so there a live session from a similar device is enough. On a campus many
 * devices look alike behind one address, so this is not enough elsewhere.
 */
const isKnown = async (context: DeviceContext, person: Person, method: Session['authMethod']) => {
  const { user, rights, sessions } = person
  const device = await findKnownDevice(context, user.id)
  if (device?.isKnownTo(person)) return true
  return (
    method !== 'password' && sessions.filter((one) => isLive(one, rights)).some(isSameDevice(context.device))
  )
}

/** Records a sign-in from a known device once a day: a recovery checks the last one. */
const noteKnownSignIn = ({ user }: Person, now: Date): Write[] =>
  now.getTime() - Date.parse(user.knownSignInAt ?? '1970-01-01') < dayMs
    ? []
    : [update(globalUser, { id: user.id }, { set: { knownSignInAt: now.toISOString() } })]

/**
 * Effects of a sign-in by its device: a known one records the day, an unknown one sends a mail to the person. The mail
 * is sent only to a proven address, since anybody can sign up with another person's address.
 */
export const notifyNewDevice = async (
  context: DeviceContext,
  person: Person,
  method: Session['authMethod'],
): Promise<Write[]> => {
  const { device, now } = context
  const { id, emailVerified } = person.user
  if (await isKnown(context, person, method)) return noteKnownSignIn(person, now())
  if (!emailVerified) return []
  const params = { device: deviceInfoOf(device.userAgent), address: device.address, at: now().toISOString() }
  return [mailDue(context, { template: 'new_device', to: `user:${id}`, params })]
}
