import { isIP } from 'node:net'
import type { Tenant } from '../../lib/context.ts'
import type { Draft } from '../../lib/gateways/mail.ts'
import { codeMinutes } from '../../lib/identity/credential/codes.ts'
import { addressOf } from '../../lib/identity/school/addresses.ts'
import type { NamedSchool } from '../../lib/identity/school/named.ts'

/** Values of a mail template. The school's address comes from configuration. */
export type MailValues = {
  readonly school: NamedSchool
  readonly to: string
  /** The recipient's name, once the recipient has verified the address. */
  readonly name: string | undefined
  readonly code: string | undefined
  /** The code in a link, too long to type. */
  readonly linkCode: string | undefined
  readonly params: Readonly<Record<string, string>>
}

const passwordChangeTexts: Readonly<Record<string, string>> = {
  reset: 'was reset with a code that was sent to this address',
  change: 'was changed',
  set: 'was set for the first time',
}

const wayNames: Readonly<Record<string, string>> = { google: 'Google', apple: 'Apple' }

const providerNameOf = ({ school: { key, name }, params: { way = '', school } }: MailValues): string =>
  wayNames[way] ?? `The identity provider of ${school === key ? name : school}`

/** A time that reads the same everywhere. */
const timeOf = ({ at = '' }: MailValues['params']): string => `${at.slice(0, 16).replace('T', ' ')} UTC`

const lifetime = `The code is good for ${codeMinutes} minutes and can be used once.`

/** The front end's page for a new password. Escapes an asterisk, where a mail program would end the link. */
const resetLink = (school: Tenant, email: string, code: string): string =>
  addressOf(
    school,
    'resetPassword',
    {},
    new URLSearchParams({ email, code }).toString().replaceAll('*', '%2A'),
  )

/** The registration page. Clients read the token under either of two names. */
const registerLink = (school: Tenant, code: string): string => {
  const query = new URLSearchParams({ invite_token: code, invite: code }).toString()
  return addressOf(school, 'register', {}, query.replaceAll('*', '%2A'))
}

/** Cancels a pending request on a page of the platform, whichever client the school has. */
const cancelLink = (school: Tenant, id: string, code: string): string =>
  `${school.origin}/login/confirm?${new URLSearchParams({ id, code }).toString().replaceAll('*', '%2A')}`

const home = (school: Tenant): string => addressOf(school, 'home')

/** The page that requests a password code. */
const forgotPasswordLink = (school: Tenant): string => addressOf(school, 'forgotPassword')

/** A recently added factor may belong to a thief (rules/mfa 20). */
const knownFactorText =
  'Signing in with a second factor that you had for fourteen days or longer when this began ends it as well.'

const factors: Readonly<Record<string, string>> = {
  passkey: 'A passkey',
  totp: 'The authenticator app',
  recovery_code: 'A recovery code',
  all: 'Every second factor',
}

const otherDevicesText =
  'All other devices were signed out. Secret calendar addresses and codes that were mailed before ended.'

/** Sign-in methods that a recovery removed, and those that still work. */
const signInMethodLines = (params: MailValues['params']): string[] => {
  const each = (name: string) =>
    Object.entries(params).flatMap(([key, way]) => (key.replace(/\d+$/, '') === name ? [way] : []))
  const [removed, kept] = [each('removed'), each('kept')]
  return [
    ...removed.map((way) => `Removed from your account: ${way}.`),
    ...(removed.length > 0 ? ['You can add again what was yours.'] : []),
    ...kept.map((way) => `Still part of your account: ${way}.`),
    ...(kept.length > 0 ? ['Remove what you do not know.'] : []),
  ]
}

/** Instructions for an owner whose account somebody else has changed. */
const recoveryText = (school: Tenant): string =>
  `If it was not you, reset your password. This signs everybody out and removes the factors and ways to sign in that were added in the last 14 days: ${forgotPasswordLink(school)}`

/** Mails about accounts and sign-in. */
export const accountMails: Readonly<Record<string, (values: MailValues) => Draft>> = {
  password_reset: ({ school, to, code = '', linkCode = '' }) => ({
    subject: 'Your password reset code',
    lines: [
      `Somebody, hopefully you, asked for a code to reset the password of your account at ${school.name}, or to sign in with it and the password.`,
      { code },
      lifetime,
      'If the code is refused, because others have tried too many wrong ones, open this address to set a new password:',
      resetLink(school, to, linkCode),
      'If it was not you, do nothing: your password stays as it is.',
    ],
  }),
  password_changed: ({ school, params }) => ({
    subject: 'Your password was changed',
    lines: [
      `The password of your account at ${school.name} ${passwordChangeTexts[params.way ?? ''] ?? 'was changed'} (${params.device ?? 'Unknown'}).`,
      ...(params.way === 'set' ? [] : [otherDevicesText]),
      ...signInMethodLines(params),
      ...(params.way === 'change'
        ? ['Passkeys, authenticator apps and linked accounts stayed as they were.']
        : []),
      recoveryText(school),
    ],
  }),
  account_secured: ({ school, params }) => ({
    subject: 'An administrator secured your account',
    lines: [
      params.scope === 'school'
        ? `An administrator of ${school.name} secured your account at that school, because somebody else may have used it. You were signed out there.`
        : `An administrator of ${school.name} secured your account, because somebody else may have used it. All devices were signed out. Secret calendar addresses and codes that were mailed before ended.`,
      ...signInMethodLines(params),
      ...(params.password === 'ended'
        ? ['Your password no longer works. Set a new one:', forgotPasswordLink(school)]
        : []),
      `If you do not know why, ask the administrators of ${school.name}.`,
    ],
  }),
  factor_changed: ({ school, params }) => ({
    subject: 'Your second factor was changed',
    lines: [
      `${factors[params.what ?? ''] ?? 'The set of recovery codes'} of your account at ${school.name} was ${params.did ?? 'changed'}.`,
      ...(params.what === 'all' ? [otherDevicesText] : []),
      ...(params.did === 'removed' && params.what !== 'all'
        ? ['Other devices that had signed in or confirmed with it were signed out.']
        : []),
      ...signInMethodLines(params),
      recoveryText(school),
      'If you are then asked for a factor that is not yours, say there that you have lost every factor: after three days you go on without.',
    ],
  }),
  factor_recovery: ({ school, linkCode = '', params }) => ({
    subject: 'Somebody asked to go on without your second factor',
    lines: [
      `Somebody signed in to your account at ${school.name} and said that every passkey, authenticator app and recovery code of it is lost. On ${timeOf(params)} they can sign in without.`,
      'If it was not you, end this now, and change your password:',
      cancelLink(school, params.owner ?? '', linkCode),
      knownFactorText,
    ],
  }),
  factor_assistance: ({ school, linkCode = '', params }) => ({
    subject: 'Administrators of your school want to remove your second factor',
    lines: [
      params.did === 'confirmed'
        ? `Two administrators of ${school.name} say that every passkey, authenticator app and recovery code of your account is lost. From ${timeOf(params)} on, for a day, whoever signs in with its password, by Google or by Apple goes on without them.`
        : `An administrator of ${school.name} says that every passkey, authenticator app and recovery code of your account is lost. If another one confirms it within four hours, whoever signs in with its password, by Google or by Apple goes on without them from ${timeOf(params)} on.`,
      'If you have not asked for it, end this now, and change your password:',
      cancelLink(school, params.owner ?? '', linkCode),
      params.reason === 'stolen'
        ? 'They say that one of these factors is not yours. Signing in with a factor does not end it; only the address above does.'
        : knownFactorText,
    ],
  }),
  second_step_failed: ({ school }) => ({
    subject: 'Somebody could not confirm a sign-in to your account',
    lines: [
      `Somebody gave the right password of your account at ${school.name}, or signed in by Google, Apple or a code, and then gave wrong codes for the second factor. If it was not you, change your password now: ${home(school)}`,
    ],
  }),
  registration_code: ({ school, code = '', linkCode = '' }) => ({
    subject: 'Your code to make an account',
    lines: [
      `Somebody, hopefully you, wants to make an account at ${school.name} with this e-mail address, and the school asks for a proof that it is theirs.`,
      { code },
      lifetime,
      'Enter it there, or open this address and fill in the form once more:',
      registerLink(school, linkCode),
      'If it was not you, do nothing and give the code to nobody.',
    ],
  }),
  verify_email: ({ school, code = '' }) => ({
    subject: 'Your verification code',
    lines: [
      `Enter this code at ${school.name} to confirm that this e-mail address is yours.`,
      { code },
      lifetime,
      'If you did not ask for it, do nothing.',
    ],
  }),
  own_proof: ({ school, code = '' }) => ({
    subject: 'Your code to confirm that it is you',
    lines: [
      `Somebody, hopefully you, is signed in to your account at ${school.name} and wants to do what takes more than the sign-in of a school.`,
      { code },
      lifetime,
      `If it was not you, give the code to nobody, and sign that device out: ${home(school)}`,
    ],
  }),
  verify_affiliated_email: ({ school, code = '', params }) => ({
    subject: 'Your verification code',
    lines: [
      `The user ${params.username ?? ''} at ${school.name} wants to link this e-mail address. If that is you, enter this code there.`,
      { code },
      lifetime,
      'If it is not you, do nothing and give the code to nobody.',
    ],
  }),
  address_linked: ({ school }) => ({
    subject: 'A school address was linked to your account',
    lines: [
      `Somebody, hopefully you, linked a school address to your account at ${school.name}.`,
      'After fourteen days, mails about lost second factors go there too, and whoever reads them can stop you from going on without.',
      `If it was not you, unlink the address, and reset your password: ${forgotPasswordLink(school)}`,
    ],
  }),
  way_linked: ({ school, ...more }) => ({
    subject: 'A new way to sign in',
    lines: [
      `${providerNameOf({ school, ...more })} now signs you in to your account at ${school.name}.`,
      recoveryText(school),
    ],
  }),
  ways_removed: ({ school, params }) => ({
    subject: 'Ways to sign in were removed from your account',
    lines: [
      `Somebody, hopefully you, signed out all other devices of your account at ${school.name}.`,
      ...signInMethodLines(params),
      'Secret calendar addresses and codes that were mailed before ended.',
      recoveryText(school),
    ],
  }),
  way_unlinked: ({ school, ...more }) => ({
    subject: 'A way to sign in was removed',
    lines: [
      `${providerNameOf({ school, ...more })} does not sign you in to your account at ${school.name} any more.`,
      'Other devices that had come in by it were signed out.',
      `If it was not you, change your password at once: ${home(school)}`,
    ],
  }),
  way_migration: ({ school, params }) => ({
    subject: 'Your school changes the identifier that signs you in',
    lines: [
      `An administrator of ${school.name} has listed your account for a move: until ${timeOf(params)}, the first sign-in at the school's identity provider with your address may bring a new identifier, which replaces the one that signs you in now. You get a mail when it happens.`,
      `If you do not expect this, ask ${school.name}, and sign in another way to check your ways to sign in: ${home(school)}`,
    ],
  }),
  new_device: ({ school, params }) => ({
    subject: 'A new device signed in',
    lines: [
      `A device that was not signed in before (${params.device ?? 'Unknown'}) signed in to your account at ${school.name}, at ${timeOf(params)}.`,
      { written: `Network address: ${isIP(params.address ?? '') === 0 ? 'unknown' : params.address}` },
      'If it was you, there is nothing to do.',
      recoveryText(school),
    ],
  }),
  impersonated: ({ school, params }) => ({
    subject: 'An administrator acts for you',
    lines: [
      `An administrator of ${school.name} signed in to your account there at ${timeOf(params)}, to see what you see. It ends by itself within an hour, and everything they do is on record.`,
      'They cannot change how you sign in.',
      `To end it at once, sign that device out in the list of your devices. If you did not expect it, ask ${school.name} why: ${home(school)}`,
    ],
  }),
  session_ended: ({ school, params }) => ({
    subject: 'A device was signed out',
    lines: [
      `The sign-in of a device (${params.device ?? 'Unknown'}) to your account at ${school.name} was used a second time from a copy, so it has been ended.`,
      `If you do not know why, change your password: ${home(school)}`,
    ],
  }),
}
