import { isIP } from 'node:net'
import type { Tenant } from '../../lib/context.ts'
import type { MailButton, MailDraft, Paragraph } from '../../lib/gateways/mail.ts'
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
  /** The https address that an event's organizers entered. */
  readonly link?: string | undefined
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

const lifetime = `The code is valid for ${codeMinutes} minutes. You can use it once.`

/** The front end's page for a new password. Escapes an asterisk, where a mail program would end the link. */
const setPassword = (school: Tenant, email: string, code: string): MailButton => {
  const query = new URLSearchParams({ email, code }).toString().replaceAll('*', '%2A')
  return { button: 'Set new password', url: addressOf(school, 'resetPassword', {}, query) }
}

/** The registration page. Clients read the token under either of two names. */
const createAccount = (school: Tenant, code: string): MailButton => {
  const query = new URLSearchParams({ invite_token: code, invite: code }).toString()
  return { button: 'Create account', url: addressOf(school, 'register', {}, query.replaceAll('*', '%2A')) }
}

/** Cancels a pending request on a page of the platform, whichever client the school has. */
const cancelRequest = (school: Tenant, id: string, code: string): MailButton => {
  const query = new URLSearchParams({ id, code }).toString().replaceAll('*', '%2A')
  return { button: 'Cancel request', url: `${school.origin}/login/confirm?${query}` }
}

const openSchool = (school: NamedSchool): MailButton => ({
  button: `Open ${school.name}`,
  url: addressOf(school, 'home'),
})

/** The page that requests a password code. */
const resetPassword = (school: Tenant): MailButton => ({
  button: 'Reset password',
  url: addressOf(school, 'forgotPassword'),
})

/** A recently added factor may belong to a thief (rules/mfa 20). */
const knownFactorText =
  'Signing in with a second factor that you had for fourteen days or longer when this began ends it too.'

const factors: Readonly<Record<string, string>> = {
  passkey: 'A passkey',
  totp: 'The authenticator app',
  recovery_code: 'A recovery code',
  all: 'Every second factor',
}

const otherDevicesText =
  'All other devices were signed out. Secret calendar addresses and codes that were mailed before no longer work.'

/** Sign-in methods that a recovery removed, and those that still work. */
const signInMethodLines = (params: MailValues['params']): string[] => {
  const each = (name: string) =>
    Object.entries(params).flatMap(([key, way]) => (key.replace(/\d+$/, '') === name ? [way] : []))
  const [removed, kept] = [each('removed'), each('kept')]
  return [
    ...removed.map((way) => `Removed from your account: ${way}.`),
    ...(removed.length > 0 ? ['You can add your own methods again.'] : []),
    ...kept.map((way) => `Still part of your account: ${way}.`),
    ...(kept.length > 0 ? ['Remove the methods that you do not recognize.'] : []),
  ]
}

/** Instructions for an owner whose account somebody else has changed. */
const recoveryLines = (school: Tenant): Paragraph[] => [
  'If this was not you, reset your password. This signs out all devices and removes the factors and sign-in methods that were added in the last 14 days.',
  resetPassword(school),
]

/** Mails about accounts and sign-in. */
export const accountMails: Readonly<Record<string, (values: MailValues) => MailDraft>> = {
  password_reset: ({ school, to, code = '', linkCode = '' }) => ({
    subject: 'Your password reset code',
    lines: [
      `Somebody, hopefully you, requested a code for your account at ${school.name}. With it you can reset the password, or sign in together with the password.`,
      { code },
      lifetime,
      'If the code is rejected because of too many wrong attempts, set a new password with this button:',
      setPassword(school, to, linkCode),
      'If this was not you, do nothing. Your password stays the same.',
    ],
  }),
  password_changed: ({ school, params }) => ({
    subject: 'Your password was changed',
    lines: [
      `The password of your account at ${school.name} ${passwordChangeTexts[params.way ?? ''] ?? 'was changed'} (${params.device ?? 'Unknown'}).`,
      ...(params.way === 'set' ? [] : [otherDevicesText]),
      ...signInMethodLines(params),
      ...(params.way === 'change'
        ? ['Passkeys, authenticator apps and linked accounts did not change.']
        : []),
      ...recoveryLines(school),
    ],
  }),
  account_secured: ({ school, params }) => ({
    subject: 'An administrator secured your account',
    lines: [
      params.scope === 'school'
        ? `An administrator of ${school.name} secured your account at that school, because somebody else may have used it. You were signed out there.`
        : `An administrator of ${school.name} secured your account, because somebody else may have used it. All devices were signed out. Secret calendar addresses and codes that were mailed before no longer work.`,
      ...signInMethodLines(params),
      `If you do not know why, ask the administrators of ${school.name}.`,
      ...(params.password === 'ended'
        ? ['Your password no longer works. Set a new one:', resetPassword(school)]
        : []),
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
      ...recoveryLines(school),
      'If you are then asked for a factor that is not yours, choose that you have lost every factor. After three days you can sign in without it.',
    ],
  }),
  factor_recovery: ({ school, linkCode = '', params }) => ({
    subject: 'Request to sign in without your second factor',
    lines: [
      `Somebody signed in to your account at ${school.name} and reported that every passkey, authenticator app and recovery code is lost. On ${timeOf(params)} they can sign in without a second factor.`,
      'If this was not you, cancel the request now, and change your password.',
      cancelRequest(school, params.owner ?? '', linkCode),
      knownFactorText,
    ],
  }),
  factor_assistance: ({ school, linkCode = '', params }) => ({
    subject: 'Administrators want to remove your second factor',
    lines: [
      params.did === 'confirmed'
        ? `Two administrators of ${school.name} say that every passkey, authenticator app and recovery code of your account is lost. For one day from ${timeOf(params)}, a sign-in with your password, Google or Apple needs no second factor.`
        : `An administrator of ${school.name} says that every passkey, authenticator app and recovery code of your account is lost. If a second administrator confirms it within four hours, a sign-in with your password, Google or Apple needs no second factor from ${timeOf(params)}.`,
      'If you have not requested this, cancel it now, and change your password.',
      cancelRequest(school, params.owner ?? '', linkCode),
      params.reason === 'stolen'
        ? 'They say that one of these factors is not yours. Only the button above cancels the request; signing in with a factor does not.'
        : knownFactorText,
    ],
  }),
  second_step_failed: ({ school }) => ({
    subject: 'Somebody could not confirm a sign-in to your account',
    lines: [
      `Somebody entered the correct password of your account at ${school.name}, or signed in with Google, Apple or a code, and then entered wrong codes for the second factor. If this was not you, change your password now.`,
      openSchool(school),
    ],
  }),
  registration_code: ({ school, code = '', linkCode = '' }) => ({
    subject: 'Your code to create an account',
    lines: [
      `Somebody, hopefully you, wants to create an account at ${school.name} with this e-mail address. The school requires proof that the address is yours.`,
      { code },
      lifetime,
      'Enter the code where you registered, or fill in the form again with this button:',
      createAccount(school, linkCode),
      'If this was not you, do nothing, and do not share the code.',
    ],
  }),
  verify_email: ({ school, code = '' }) => ({
    subject: 'Your verification code',
    lines: [
      `Enter this code at ${school.name} to confirm that this e-mail address is yours.`,
      { code },
      lifetime,
      'If you have not requested it, do nothing.',
    ],
  }),
  own_proof: ({ school, code = '' }) => ({
    subject: 'Your code to confirm that it is you',
    lines: [
      `Somebody, hopefully you, is signed in to your account at ${school.name} and started an action that requires proof of your e-mail address.`,
      { code },
      lifetime,
      'If this was not you, do not share the code, and sign out that device.',
      openSchool(school),
    ],
  }),
  verify_affiliated_email: ({ school, code = '', params }) => ({
    subject: 'Your verification code',
    lines: [
      `The user ${params.username ?? ''} at ${school.name} wants to link this e-mail address. If that is you, enter this code there.`,
      { code },
      lifetime,
      'If this was not you, do nothing, and do not share the code.',
    ],
  }),
  address_linked: ({ school }) => ({
    subject: 'A school address was linked to your account',
    lines: [
      `Somebody, hopefully you, linked a school address to your account at ${school.name}.`,
      'After fourteen days, mails about lost second factors go to that address too. Its reader can then stop you from signing in without a factor.',
      'If this was not you, unlink the address, and reset your password.',
      resetPassword(school),
    ],
  }),
  way_linked: ({ school, ...more }) => ({
    subject: 'A new way to sign in',
    lines: [
      `${providerNameOf({ school, ...more })} now signs you in to your account at ${school.name}.`,
      ...recoveryLines(school),
    ],
  }),
  ways_removed: ({ school, params }) => ({
    subject: 'Ways to sign in were removed from your account',
    lines: [
      `Somebody, hopefully you, signed out all other devices of your account at ${school.name}.`,
      ...signInMethodLines(params),
      'Secret calendar addresses and codes that were mailed before no longer work.',
      ...recoveryLines(school),
    ],
  }),
  way_unlinked: ({ school, ...more }) => ({
    subject: 'A way to sign in was removed',
    lines: [
      `${providerNameOf({ school, ...more })} no longer signs you in to your account at ${school.name}.`,
      'Other devices that had signed in with it were signed out.',
      'If this was not you, change your password now.',
      openSchool(school),
    ],
  }),
  way_migration: ({ school, params }) => ({
    subject: 'Your school changes the identifier that signs you in',
    lines: [
      `An administrator of ${school.name} listed your account for a migration. Until ${timeOf(params)}, the first sign-in at the school's identity provider with your address may bring a new identifier. It replaces the one that signs you in now. You get a mail when that happens.`,
      `If you do not expect this, ask ${school.name}, then sign in with another method and check your sign-in methods.`,
      openSchool(school),
    ],
  }),
  new_device: ({ school, params }) => ({
    subject: 'A new device signed in',
    lines: [
      `A new device (${params.device ?? 'Unknown'}) signed in to your account at ${school.name} at ${timeOf(params)}.`,
      { written: `Network address: ${isIP(params.address ?? '') === 0 ? 'unknown' : params.address}` },
      'If this was you, there is nothing to do.',
      ...recoveryLines(school),
    ],
  }),
  impersonated: ({ school, params }) => ({
    subject: 'An administrator is using your account',
    lines: [
      `An administrator of ${school.name} signed in to your account there at ${timeOf(params)}, to see what you see. The session ends within an hour, and every action is recorded.`,
      'They cannot change how you sign in.',
      `To end it now, sign out that device in your list of devices. If you did not expect it, ask ${school.name} for the reason.`,
      openSchool(school),
    ],
  }),
  session_ended: ({ school, params }) => ({
    subject: 'A device was signed out',
    lines: [
      `A copy of the session of a device (${params.device ?? 'Unknown'}) was used at ${school.name}, so the session was ended.`,
      'If you do not know why, change your password.',
      openSchool(school),
    ],
  }),
}
