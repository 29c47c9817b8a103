import { isIP } from 'node:net'
import type { Tenant } from '../../lib/context.ts'
import type { Translate } from '../../lib/contract/text/locale.ts'
import { momentText } from '../../lib/contract/time-and-place.ts'
import type { MailButton, MailDraft, Paragraph } from '../../lib/gateways/mail.ts'
import { codeMinutes } from '../../lib/identity/credential/codes.ts'
import { addressOf } from '../../lib/identity/school/addresses.ts'
import type { NamedSchool } from '../../lib/identity/school/named.ts'
import { deviceText, signInMethodLines } from './sign-in-methods.ts'

type Params = Readonly<Record<string, string>>

/** Values of a mail template. The school's address comes from configuration. */
export type MailValues = {
  /** Texts in the school's language. */
  readonly t: Translate
  readonly school: NamedSchool
  readonly to: string
  /** The recipient's name, once the recipient has verified the address. */
  readonly name: string | undefined
  readonly code: string | undefined
  /** The code in a link, too long to type. */
  readonly linkCode: string | undefined
  readonly params: Params
  /** The https address that an event's organizers entered. */
  readonly link?: string | undefined
}

const passwordChangeLine = ({ name: school }: NamedSchool, t: Translate, params: Params): string => {
  const device = deviceText(params.device, t)
  if (params.way === 'reset')
    return t(
      'The password of your account at {school} was reset with a code that was sent to this address ({device}).',
      { school, device },
    )
  return params.way === 'set'
    ? t('The password of your account at {school} was set for the first time ({device}).', { school, device })
    : t('The password of your account at {school} was changed ({device}).', { school, device })
}

const wayNames: Readonly<Record<string, string>> = { google: 'Google', apple: 'Apple' }

const providerNameOf = (
  { key, name }: NamedSchool,
  t: Translate,
  { way = '', school = '' }: Params,
): string =>
  wayNames[way] ?? t('The identity provider of {school}', { school: school === key ? name : school })

/** The time of the mail's cause, in the school's zone. */
const timeOf = ({ timezone }: Tenant, t: Translate, { at = '' }: Params): string =>
  momentText({ moment: at, zone: timezone }, t)

const lifetimeLine = (t: Translate): string =>
  t('The code is valid for {minutes} minutes. You can use it once.', { minutes: codeMinutes })

/** The front end's page for a new password. Escapes an asterisk, where a mail program would end the link. */
const setPassword = (school: Tenant, t: Translate, email: string, code: string): MailButton => {
  const query = new URLSearchParams({ email, code }).toString().replaceAll('*', '%2A')
  return { button: t('Set new password'), url: addressOf(school, 'resetPassword', {}, query) }
}

/** The registration page. Clients read the token under either of two names. */
const createAccount = (school: Tenant, t: Translate, code: string): MailButton => {
  const query = new URLSearchParams({ invite_token: code, invite: code }).toString().replaceAll('*', '%2A')
  return { button: t('Create account'), url: addressOf(school, 'register', {}, query) }
}

/** Cancels a pending request on a page of the platform, whichever client the school has. */
const cancelRequest = (school: Tenant, t: Translate, id: string, code: string): MailButton => {
  const query = new URLSearchParams({ id, code }).toString().replaceAll('*', '%2A')
  return { button: t('Cancel request'), url: `${school.origin}/login/confirm?${query}` }
}

const openSchool = (school: NamedSchool, t: Translate): MailButton => ({
  button: t('Open {school}', { school: school.name }),
  url: addressOf(school, 'home'),
})

/** The page that requests a password code. */
const resetPassword = (school: Tenant, t: Translate): MailButton => ({
  button: t('Reset password'),
  url: addressOf(school, 'forgotPassword'),
})

/** A recently added factor may belong to a thief (rules/mfa 20). */
const knownFactorLine = (t: Translate): string =>
  t('Signing in with a second factor that you had for fourteen days or longer when this began ends it too.')

const factorNameOf = ({ what }: Params, t: Translate): string => {
  if (what === 'passkey') return t('A passkey')
  if (what === 'totp') return t('The authenticator app')
  return what === 'recovery_code' ? t('A recovery code') : t('The set of recovery codes')
}

const factorChangeOf = ({ did }: Params, t: Translate): string => {
  if (did === 'added') return t('added')
  if (did === 'removed') return t('removed')
  if (did === 'renewed') return t('renewed')
  return did === 'used' ? t('used') : t('changed')
}

const factorChangeLine = ({ name: school }: NamedSchool, t: Translate, params: Params): string =>
  params.what === 'all'
    ? t('Every second factor of your account at {school} was removed.', { school })
    : t('{factor} of your account at {school} was {change}.', {
        factor: factorNameOf(params, t),
        school,
        change: factorChangeOf(params, t),
      })

const otherDevicesLine = (t: Translate): string =>
  t(
    'All other devices were signed out. Secret calendar addresses and codes that were mailed before no longer work.',
  )

/** Instructions for an owner whose account somebody else has changed. */
const recoveryLines = (school: Tenant, t: Translate): Paragraph[] => [
  t(
    'If this was not you, reset your password. This signs out all devices and removes the factors and sign-in methods that were added in the last 14 days.',
  ),
  resetPassword(school, t),
]

/** Mails about accounts and sign-in. */
export const accountMails: Readonly<Record<string, (values: MailValues) => MailDraft>> = {
  password_reset: ({ t, school, to, code = '', linkCode = '' }) => ({
    subject: t('Your password reset code'),
    lines: [
      t(
        'Somebody, hopefully you, requested a code for your account at {school}. With it you can reset the password, or sign in together with the password.',
        { school: school.name },
      ),
      { code },
      lifetimeLine(t),
      t('If the code is rejected because of too many wrong attempts, set a new password with this button:'),
      setPassword(school, t, to, linkCode),
      t('If this was not you, do nothing. Your password stays the same.'),
    ],
  }),
  password_changed: ({ t, school, params }) => ({
    subject: t('Your password was changed'),
    lines: [
      passwordChangeLine(school, t, params),
      ...(params.way === 'set' ? [] : [otherDevicesLine(t)]),
      ...signInMethodLines(params, school.timezone, t),
      ...(params.way === 'change'
        ? [t('Passkeys, authenticator apps and linked accounts did not change.')]
        : []),
      ...recoveryLines(school, t),
    ],
  }),
  account_secured: ({ t, school, params }) => ({
    subject: t('An administrator secured your account'),
    lines: [
      params.scope === 'school'
        ? t(
            'An administrator of {school} secured your account at that school, because somebody else may have used it. You were signed out there.',
            { school: school.name },
          )
        : t(
            'An administrator of {school} secured your account, because somebody else may have used it. All devices were signed out. Secret calendar addresses and codes that were mailed before no longer work.',
            { school: school.name },
          ),
      ...signInMethodLines(params, school.timezone, t),
      t('If you do not know why, ask the administrators of {school}.', { school: school.name }),
      ...(params.password === 'ended'
        ? [t('Your password no longer works. Set a new one:'), resetPassword(school, t)]
        : []),
    ],
  }),
  factor_changed: ({ t, school, params }) => ({
    subject: t('Your second factor was changed'),
    lines: [
      factorChangeLine(school, t, params),
      ...(params.what === 'all' ? [otherDevicesLine(t)] : []),
      ...(params.did === 'removed' && params.what !== 'all'
        ? [t('Other devices that had signed in or confirmed with it were signed out.')]
        : []),
      ...signInMethodLines(params, school.timezone, t),
      ...recoveryLines(school, t),
      t(
        'If you are then asked for a factor that is not yours, choose that you have lost every factor. After three days you can sign in without it.',
      ),
    ],
  }),
  factor_recovery: ({ t, school, linkCode = '', params }) => ({
    subject: t('Request to sign in without your second factor'),
    lines: [
      t(
        'Somebody signed in to your account at {school} and reported that every passkey, authenticator app and recovery code is lost. On {time} they can sign in without a second factor.',
        { school: school.name, time: timeOf(school, t, params) },
      ),
      t('If this was not you, cancel the request now, and change your password.'),
      cancelRequest(school, t, params.owner ?? '', linkCode),
      knownFactorLine(t),
    ],
  }),
  factor_assistance: ({ t, school, linkCode = '', params }) => ({
    subject: t('Administrators want to remove your second factor'),
    lines: [
      params.did === 'confirmed'
        ? t(
            'Two administrators of {school} say that every passkey, authenticator app and recovery code of your account is lost. For one day from {time}, a sign-in with your password, Google or Apple needs no second factor.',
            { school: school.name, time: timeOf(school, t, params) },
          )
        : t(
            'An administrator of {school} says that every passkey, authenticator app and recovery code of your account is lost. If a second administrator confirms it within four hours, a sign-in with your password, Google or Apple needs no second factor from {time}.',
            { school: school.name, time: timeOf(school, t, params) },
          ),
      t('If you have not requested this, cancel it now, and change your password.'),
      cancelRequest(school, t, params.owner ?? '', linkCode),
      params.reason === 'stolen'
        ? t(
            'They say that one of these factors is not yours. Only the button above cancels the request; signing in with a factor does not.',
          )
        : knownFactorLine(t),
    ],
  }),
  second_step_failed: ({ t, school }) => ({
    subject: t('Somebody could not confirm a sign-in to your account'),
    lines: [
      t(
        'Somebody entered the correct password of your account at {school}, or signed in with Google, Apple or a code, and then entered wrong codes for the second factor. If this was not you, change your password now.',
        { school: school.name },
      ),
      openSchool(school, t),
    ],
  }),
  registration_code: ({ t, school, code = '', linkCode = '' }) => ({
    subject: t('Your code to create an account'),
    lines: [
      t(
        'Somebody, hopefully you, wants to create an account at {school} with this email address. The school requires proof that the address is yours.',
        { school: school.name },
      ),
      { code },
      lifetimeLine(t),
      t('Enter the code where you registered, or fill in the form again with this button:'),
      createAccount(school, t, linkCode),
      t('If this was not you, do nothing, and do not share the code.'),
    ],
  }),
  verify_email: ({ t, school, code = '' }) => ({
    subject: t('Your verification code'),
    lines: [
      t('Enter this code at {school} to confirm that this email address is yours.', { school: school.name }),
      { code },
      lifetimeLine(t),
      t('If you did not request this, ignore this email.'),
    ],
  }),
  own_proof: ({ t, school, code = '' }) => ({
    subject: t('Your code to confirm that it is you'),
    lines: [
      t(
        'Somebody, hopefully you, is signed in to your account at {school} and started an action that requires proof of your email address.',
        { school: school.name },
      ),
      { code },
      lifetimeLine(t),
      t('If this was not you, do not share the code, and sign out that device.'),
      openSchool(school, t),
    ],
  }),
  verify_affiliated_email: ({ t, school, code = '', params }) => ({
    subject: t('Your verification code'),
    lines: [
      t(
        'The user {username} at {school} wants to link this email address. If that is you, enter this code there.',
        { username: params.username ?? '', school: school.name },
      ),
      { code },
      lifetimeLine(t),
      t('If this was not you, do nothing, and do not share the code.'),
    ],
  }),
  address_linked: ({ t, school }) => ({
    subject: t('A school address was linked to your account'),
    lines: [
      t('Somebody, hopefully you, linked a school address to your account at {school}.', {
        school: school.name,
      }),
      t(
        'After fourteen days, mails about lost second factors go to that address too. Its reader can then stop you from signing in without a factor.',
      ),
      t('If this was not you, unlink the address, and reset your password.'),
      resetPassword(school, t),
    ],
  }),
  way_linked: ({ t, school, params }) => ({
    subject: t('A new way to sign in'),
    lines: [
      t('{provider} now signs you in to your account at {school}.', {
        provider: providerNameOf(school, t, params),
        school: school.name,
      }),
      ...recoveryLines(school, t),
    ],
  }),
  ways_removed: ({ t, school, params }) => ({
    subject: t('Ways to sign in were removed from your account'),
    lines: [
      t('Somebody, hopefully you, signed out all other devices of your account at {school}.', {
        school: school.name,
      }),
      ...signInMethodLines(params, school.timezone, t),
      t('Secret calendar addresses and codes that were mailed before no longer work.'),
      ...recoveryLines(school, t),
    ],
  }),
  way_unlinked: ({ t, school, params }) => ({
    subject: t('A way to sign in was removed'),
    lines: [
      t('{provider} no longer signs you in to your account at {school}.', {
        provider: providerNameOf(school, t, params),
        school: school.name,
      }),
      t('Other devices that had signed in with it were signed out.'),
      t('If this was not you, change your password now.'),
      openSchool(school, t),
    ],
  }),
  way_migration: ({ t, school, params }) => ({
    subject: t('Your school changes the identifier that signs you in'),
    lines: [
      t(
        "An administrator of {school} listed your account for a migration. Until {time}, the first sign-in at the school's identity provider with your address may bring a new identifier. It replaces the one that signs you in now. You get a mail when that happens.",
        { school: school.name, time: timeOf(school, t, params) },
      ),
      t(
        'If you do not expect this, ask {school}, then sign in with another method and check your sign-in methods.',
        { school: school.name },
      ),
      openSchool(school, t),
    ],
  }),
  new_device: ({ t, school, params }) => ({
    subject: t('A new device signed in'),
    lines: [
      t('A new device ({device}) signed in to your account at {school} on {time}.', {
        device: deviceText(params.device, t),
        school: school.name,
        time: timeOf(school, t, params),
      }),
      {
        written: t('Network address: {address}', {
          address: isIP(params.address ?? '') === 0 ? t('unknown') : (params.address ?? ''),
        }),
      },
      t('If this was you, there is nothing to do.'),
      ...recoveryLines(school, t),
    ],
  }),
  impersonated: ({ t, school, params }) => ({
    subject: t('An administrator is using your account'),
    lines: [
      t(
        'An administrator of {school} started to act as you there on {time}, to help with a problem. For an hour at most, they see what you see and can do what you can do there. The audit log of {school} records who they are and when they started.',
        { school: school.name, time: timeOf(school, t, params) },
      ),
      t('They cannot change how you sign in.'),
      t(
        'To end it now, sign out that device in your list of devices. If you did not expect it, ask {school} for the reason.',
        { school: school.name },
      ),
      openSchool(school, t),
    ],
  }),
  session_ended: ({ t, school, params }) => ({
    subject: t('A device was signed out'),
    lines: [
      t('A copy of the session of a device ({device}) was used at {school}, so the session was ended.', {
        device: deviceText(params.device, t),
        school: school.name,
      }),
      t('If you do not know why, change your password.'),
      openSchool(school, t),
    ],
  }),
}
