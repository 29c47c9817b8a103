import { createHash } from 'node:crypto'
import type { HelperLink, Tokens } from '../contract/reply.ts'
import type { Language } from '../contract/text/locale.ts'
import { days } from '../contract/time.ts'
import { secondStepSeconds } from '../identity/factor/strength.ts'
import { knownDeviceSeconds } from '../identity/session/known-device.ts'
import type { Settings } from '../settings.ts'

const attributes = (settings: Settings): string => {
  const { production, COOKIE_DOMAIN, COOKIE_SAMESITE, PUBLIC_ADDRESS } = settings
  const always = 'Path=/; HttpOnly'
  if (!production) return `${always}${PUBLIC_ADDRESS ? '; Secure' : ''}; SameSite=Lax`
  const sameSite = COOKIE_SAMESITE === 'lax' ? 'Lax' : 'Strict'
  return `${always}; Secure; SameSite=${sameSite}${COOKIE_DOMAIN ? `; Domain=${COOKIE_DOMAIN}` : ''}`
}

export const cookie = (name: string, value: string, seconds: number, settings: Settings): string =>
  `${name}=${value}; Max-Age=${seconds}; ${attributes(settings)}`

/** Cookies of a browser session (rules/http 16). They expire with the tokens in them. */
export const tokenCookies = (tokens: Tokens, settings: Settings): string[] => [
  cookie('accessToken', tokens.accessToken, tokens.accessSeconds, settings),
  ...(tokens.refreshToken === undefined
    ? []
    : [cookie('refreshToken', tokens.refreshToken, tokens.refreshSeconds ?? 0, settings)]),
]

export const deviceCookie = 'knownDevice'
/** The header with the same value for native clients. */
export const deviceHeader = 'x-known-device'

/** The cookie remains when the session ends: see `deviceProof`. */
export const deviceCookieOf = (proofs: string, settings: Settings): string =>
  cookie(deviceCookie, proofs, proofs === '' ? 0 : knownDeviceSeconds, settings)

export const markCookie = '__Host-sign-in'
const markSeconds = 600

/** Sent cross-site on purpose, because it returns with an identity provider's response. Alone it proves nothing. */
export const markCookieOf = (mark: string): string =>
  `${markCookie}=${mark}; Max-Age=${markSeconds}; Path=/; HttpOnly; Secure; SameSite=None`

export const secondStepCookie = '__Host-second-step'

/** Limited to this host: no sister school can set one. */
export const secondStepCookieOf = (token: string | null): string =>
  `${secondStepCookie}=${token ?? ''}; Max-Age=${token === null ? 0 : secondStepSeconds}; Path=/; HttpOnly; Secure; SameSite=Strict`

export const helperCookie = 'checkInHelper'

/** A desk credential is valid for three days at most (rules/checkins 49), and is checked at each request. */
const helperSeconds = 3 * days

/** Sent to the check-in desk of its event only, and never by a form of another site. */
export const helperCookieOf = (
  { eventId, secret }: HelperLink,
  { production, ...settings }: Settings,
): string => {
  const secure = production || settings.PUBLIC_ADDRESS ? '; Secure' : ''
  const path = `/event/${encodeURIComponent(eventId)}/door`
  return `${helperCookie}=${secret}; Max-Age=${secret === '' ? 0 : helperSeconds}; Path=${path}; HttpOnly${secure}; SameSite=Lax`
}

export const sessionMark = 'sessionMark'

/**
 * Identifies a browser's session for data that pages store in the browser. Scripts may read it, and it grants nothing.
 * It ends with the session and differs for the next person (rules/http 40). Undefined removes it.
 */
export const sessionMarkOf = (sid: string | undefined, { production, ...settings }: Settings): string => {
  const value = sid === undefined ? '' : createHash('sha256').update(`mark of ${sid}`).digest('base64url')
  const secure = production || settings.PUBLIC_ADDRESS ? '; Secure' : ''
  return `${sessionMark}=${value}; Max-Age=${sid === undefined ? 0 : settings.REFRESH_TOKEN_TTL}; Path=/${secure}; SameSite=Strict`
}

export const languageCookie = 'language'

/** The language that a reader chose, for a year. It decides nothing else, so links from mails carry it. */
export const languageCookieOf = (language: Language, settings: Settings): string => {
  const { production, COOKIE_DOMAIN, PUBLIC_ADDRESS } = settings
  const secure = production || PUBLIC_ADDRESS ? '; Secure' : ''
  const domain = production && COOKIE_DOMAIN ? `; Domain=${COOKIE_DOMAIN}` : ''
  return `${languageCookie}=${language}; Max-Age=${365 * days}; Path=/; HttpOnly${secure}; SameSite=Lax${domain}`
}

export const confirmationCookie = 'confirmation'
const confirmationSeconds = 600

/**
 * Names the confirmation message that the next page may show (rules/http 64); empty once it is shown. Only this host
 * receives it. It is no secret: the script of the check-in desk sets it too.
 */
export const confirmationCookieOf = (message: string, { production, ...settings }: Settings): string => {
  const secure = production || settings.PUBLIC_ADDRESS ? '; Secure' : ''
  return `${confirmationCookie}=${message}; Max-Age=${message === '' ? 0 : confirmationSeconds}; Path=/${secure}; SameSite=Lax`
}

export const clearedCookies = (settings: Settings): string[] =>
  ['accessToken', 'refreshToken'].map((name) => cookie(name, '', 0, settings))
