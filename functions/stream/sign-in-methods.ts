import type { Translate } from '../../lib/contract/text/locale.ts'
import { formatDay } from '../../lib/contract/zone.ts'
import { nameInMail } from '../../lib/gateways/mail.ts'

type Params = Readonly<Record<string, string>>

/** Devices as sessions name them (`deviceInfoOf`). */
const devices: Readonly<Record<string, (t: Translate) => string>> = {
  'Android Device': (t) => t('Android Device'),
  'Chrome Browser': (t) => t('Chrome Browser'),
  'Firefox Browser': (t) => t('Firefox Browser'),
  'Safari Browser': (t) => t('Safari Browser'),
  Unknown: (t) => t('Unknown'),
}

const known = <V>(texts: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(texts, name) ? texts[name] : undefined

/** A device for readers, in their language. */
export const deviceText = (device: string | undefined, t: Translate): string =>
  known(devices, device ?? 'Unknown')?.(t) ?? device ?? t('Unknown')

const methods: Readonly<Record<string, (t: Translate) => string>> = {
  passkey: (t) => t('a passkey'),
  totp: (t) => t('an authenticator app'),
  recovery_codes: (t) => t('recovery codes'),
  google: () => 'Google',
  apple: () => 'Apple',
  saml: (t) => t('the sign-in of a school'),
  push: (t) => t('a device that gets push messages'),
  calendar: (t) => t('a calendar address'),
}

type StoredMethod = {
  readonly kind: string
  readonly addedAt: string
  readonly school?: string | null
  readonly device?: string | null
}

const read = (param: string): StoredMethod | undefined => {
  try {
    return JSON.parse(param)
  } catch {
    return undefined
  }
}

/** A sign-in method: what, since when and from where. Rows of older versions have the text itself. */
const methodText = (param: string, zone: string, t: Translate): string => {
  const method = read(param)
  if (method === undefined) return nameInMail(param)
  const { kind, addedAt, school, device } = method
  const facts = [
    ...(school ? [nameInMail(school)] : []),
    t('added on {date}', { date: formatDay(addedAt, zone, t) }),
    ...(device ? [nameInMail(deviceText(device, t))] : []),
  ]
  return `${known(methods, kind)?.(t) ?? kind} (${facts.join(', ')})`
}

/** Names of the params that describe sign-in methods. */
export const isMethodParam = (name: string): boolean => /^(?:removed|kept)\d+$/.test(name)

/** Sign-in methods that a recovery removed, and those that still work. */
export const signInMethodLines = (params: Params, zone: string, t: Translate): string[] => {
  const each = (name: string) =>
    Object.entries(params).flatMap(([key, param]) =>
      key.replace(/\d+$/, '') === name ? [methodText(param, zone, t)] : [],
    )
  const [removed, kept] = [each('removed'), each('kept')]
  return [
    ...removed.map((method) => t('Removed from your account: {method}.', { method })),
    ...(removed.length > 0 ? [t('You can add your own methods again.')] : []),
    ...kept.map((method) => t('Still part of your account: {method}.', { method })),
    ...(kept.length > 0 ? [t('Remove the methods that you do not recognize.')] : []),
  ]
}
