import type { Answer } from '../call.ts'
import { msg, t } from '../locale.ts'
import { moment } from './dates.ts'
import { type Html, html } from './html.ts'
import { empty, wayNames } from './parts.ts'

type SignIn = Answer<'sessions', 'listMemberSignIns'>['signIns'][number] & { readonly school?: string }

const methods: Readonly<Record<string, string>> = {
  ...wayNames,
  email: msg('Code by email'),
  impersonation: msg('An administrator acting for this person'),
}
const factors = {
  passkey: msg('passkey'),
  totp: msg('authenticator app'),
  recovery_code: msg('recovery code'),
} as const

const reasons: Readonly<Record<string, string>> = {
  INVALID_CREDENTIALS: msg('wrong password'),
  INVALID_CODE: msg('wrong code'),
  PASSKEY_REFUSED: msg('passkey not accepted'),
  RATE_LIMITED: msg('too many wrong codes'),
  ACCOUNT_SUSPENDED: msg('account suspended'),
  OWN_PROVIDER_REQUIRED: msg('sign-in method not accepted by the school'),
  WAY_NOT_ALLOWED: msg('sign-in method not accepted by the school'),
}

const failed = ({ reason, count }: SignIn): Html =>
  html`<span class="tag bad">${t('{count, plural, one {Failed} other {Failed # times}}', { count })}</span> ${t(reasons[reason ?? ''] ?? msg('refused by the school'))}`

const methodOf = ({ method, factor }: SignIn): string => {
  const name = t(methods[method] ?? method)
  return factor ? t('{method} and {factor}', { method: name, factor: t(factors[factor]) }) : name
}

/** A device by the name that its session has, in the reader's language. */
export const deviceName = (device: string): string => {
  const [, own] = /^Administrator acting for you \((.*)\)$/.exec(device) ?? []
  if (own !== undefined)
    return t('An administrator acting with this account ({device})', { device: deviceName(own) })
  return device === 'Unknown' ? t('Unknown device') : t(device)
}

/** `192.0.2.x` for `192.0.2.0/24`. */
const networkWords = (network: string): string => network.replace(/\.0\/24$/, '.x')

const row = (one: SignIn, zone: string): Html =>
  html`<li><div class="stack-s"><h3>${methodOf(one)}</h3><p>${one.outcome === 'failure' ? failed(one) : html`<span class="tag good">${t('Signed in')}</span>`}</p><p class="soft">${moment(one.lastAt, zone)} &middot; <bdi>${deviceName(one.deviceInfo)}</bdi> &middot; <span class="num">${networkWords(one.network)}</span>${one.school ? html` &middot; <bdi>${one.school}</bdi>` : ''}</p></div></li>`

/** Sign-ins and failed ones, newest first. */
export const signInRows = (signIns: readonly SignIn[], zone: string): Html =>
  signIns.length === 0
    ? empty(
        t('No sign-ins in the last 90 days'),
        t('Sign-ins and failed attempts are listed here for 90 days.'),
      )
    : html`<ul class="list">${signIns.toSorted((one, other) => Date.parse(other.lastAt) - Date.parse(one.lastAt)).map((one) => row(one, zone))}</ul>`
