import type { Answer } from '../call.ts'
import { moment } from './dates.ts'
import { type Html, html } from './html.ts'
import { empty, wayNames } from './parts.ts'

type SignIn = Answer<'sessions', 'listMemberSignIns'>['signIns'][number] & { readonly school?: string }

const methods: Readonly<Record<string, string>> = {
  ...wayNames,
  email: 'Code by mail',
  impersonation: 'An administrator acting for this person',
}
const factors = { passkey: 'passkey', totp: 'authenticator app', recovery_code: 'recovery code' } as const

const reasons: Readonly<Record<string, string>> = {
  INVALID_CREDENTIALS: 'wrong password',
  INVALID_CODE: 'wrong code',
  PASSKEY_REFUSED: 'passkey not accepted',
  RATE_LIMITED: 'too many wrong codes',
  ACCOUNT_SUSPENDED: 'account suspended',
  OWN_PROVIDER_REQUIRED: 'sign-in method not accepted by the school',
  WAY_NOT_ALLOWED: 'sign-in method not accepted by the school',
}

const failed = ({ reason, count }: SignIn): Html =>
  html`<span class="tag bad">Failed${count > 1 ? ` ${count} times` : ''}</span> ${reasons[reason ?? ''] ?? 'refused by the school'}`

const row = (one: SignIn, zone: string): Html =>
  html`<li><div class="stack-s"><h3>${methods[one.method] ?? one.method}${one.factor ? ` and ${factors[one.factor]}` : ''}</h3><p>${one.outcome === 'failure' ? failed(one) : html`<span class="tag good">Signed in</span>`}</p><p class="soft">${moment(one.lastAt, zone)} &middot; <bdi>${one.deviceInfo}</bdi> &middot; <span class="num">${one.network}</span>${one.school ? html` &middot; <bdi>${one.school}</bdi>` : ''}</p></div></li>`

/** Sign-ins and failed ones, newest first. */
export const signInRows = (signIns: readonly SignIn[], zone: string): Html =>
  signIns.length === 0
    ? empty('No sign-ins in the last 90 days', 'Sign-ins and failed attempts are listed here for 90 days.')
    : html`<ul class="list">${signIns.map((one) => row(one, zone))}</ul>`
