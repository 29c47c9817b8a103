import { BlockList, isIP } from 'node:net'
import type { Context, Device, Tenant } from '../../context.ts'
import { dayMs } from '../../contract/time.ts'
import { mailDue, notificationDue } from '../../outbox.ts'
import { update, type Write } from '../../table/write.ts'
import { audit } from '../audit/audit.ts'
import type { Person } from '../person/person.ts'
import { globalUser, type Session } from '../person/records.ts'
import { schoolOfIssuer } from '../school/saml-issuer.ts'
import { findKnownDevice } from './known-device.ts'
import { deviceInfoOf, isLive } from './sessions.ts'

type NoticeContext = { now(): Date; newId(): string }

/**
 * Tells all administrators of a school by mail that who may sign in there was changed: whoever took over one of their
 * accounts would do this first. Nobody can mute it. It belongs into the transaction of the change.
 */
export const notifySignInChanged = (
  context: NoticeContext,
  change: string,
  { ended }: { readonly ended: boolean },
): Write =>
  notificationDue(context, {
    template: 'system',
    type: 'security',
    to: { kind: 'administrators' },
    priority: 'high',
    channels: ['in_app', 'email'],
    params: {
      title: 'Who can sign in at your school was changed',
      message: [
        change,
        ...(ended ? ['Everybody who came in by the identity provider has to sign in again.'] : []),
        'The audit log says who did it. If nobody of you did, turn the identity provider off and reset your passwords.',
      ].join(' '),
    },
  })

/**
 * Tells all administrators of a school, and the log, that somebody came in who may come in by every way: this is for when
 * the ways that the school takes have failed, and rare.
 */
export const notifyBreakGlassUse = (
  context: NoticeContext & Pick<Context, 'device'>,
  { user }: Pick<Person, 'user'>,
): Write[] => [
  audit(context, {
    action: 'session.break_glass',
    actor: user.id,
    targetType: 'globalUser',
    targetId: user.id,
  }),
  notificationDue(context, {
    template: 'system',
    type: 'security',
    to: { kind: 'administrators' },
    priority: 'high',
    channels: ['in_app', 'email'],
    params: {
      title: 'A break-glass account signed in',
      message: `${user.name} came in by a way that your school does not take otherwise. If nobody of you knows why, end the right of this account to do so, and reset its password.`,
    },
  }),
]

type MailContext = { readonly tenant: Tenant; now(): Date; newId(): string }

/** Tells somebody that a way to sign in to their account is new or gone: it may not be they who changed it. */
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

/** Whether two addresses are of one network: /24, or /64 for IPv6. Homes and phones move about within theirs. */
const isNear = (one: string, other: string): boolean => {
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
    isNear(session.ipAddress, address)

/**
 * Whether somebody has signed in by this device before: it shows the proof of that. Answers of identity providers come
 * across sites without it, so there a live session that looks the same does; a campus, where many devices look the same
 * behind one address, is why it does nowhere else.
 */
const isKnown = async (context: DeviceContext, person: Person, method: Session['authMethod']) => {
  const { user, rights, sessions } = person
  const device = await findKnownDevice(context, user.id)
  if (device?.isKnownTo(person)) return true
  return (
    method !== 'password' && sessions.filter((one) => isLive(one, rights)).some(isSameDevice(context.device))
  )
}

/** A sign-in from a known device is written down once a day: a recovery asks when the last one was. */
const noteKnownSignIn = ({ user }: Person, now: Date): Write[] =>
  now.getTime() - Date.parse(user.knownSignInAt ?? '1970-01-01') < dayMs
    ? []
    : [update(globalUser, { id: user.id }, { set: { knownSignInAt: now.toISOString() } })]

/**
 * What a sign-in leaves behind by whether its device is known: the day, or a mail to the person. The mail goes to a proven
 * address only, since anybody can sign up with somebody else's.
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
