import type { Tenant } from '../../context.ts'
import { isWellEscaped } from '../../contract/fields.ts'
import type { TenantRecord } from '../person/records.ts'

/**
 * What mails, calendars, codes of doors and redirects lead to, with the path of our own page for each. Names in braces
 * stand for values.
 */
export const ownPaths = {
  home: '/',
  event: '/event/{eventId}',
  checkIn: '/check-in/{eventId}/{token}',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  signIn: '/login',
  admin: '/admin',
} as const

export type AddressKind = keyof typeof ownPaths

/** Where the people of a school are led: to its own client where the registry names one, otherwise to our pages. */
export type WebClient = { readonly origin: string; readonly paths: Readonly<Record<string, string>> }

export const webClientOf = (school: TenantRecord | undefined): WebClient | undefined =>
  school?.webOrigin ? { origin: school.webOrigin, paths: school.webPaths ?? {} } : undefined

type Place = Pick<Tenant, 'origin' | 'web'>

/** The path of a kind of address at a school, with its values. */
export const pathOf = (
  { web }: Pick<Tenant, 'web'>,
  kind: AddressKind,
  values: Readonly<Record<string, string>> = {},
): string =>
  (web?.paths[kind] ?? ownPaths[kind]).replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  )

/** An address of a school for its people. `query` is added as it is. */
export const addressOf = (
  place: Place,
  kind: AddressKind,
  values: Readonly<Record<string, string>> = {},
  query = '',
): string => {
  const origin = place.web?.origin ?? place.origin
  const path = pathOf(place, kind, values)
  if (kind === 'home' && path === '/') return origin
  return `${origin}${path}${query === '' ? '' : `${path.includes('?') ? '&' : '?'}${query}`}`
}

/** A path of ours, wherever the school has it. */
export const urlAt = ({ origin, web }: Place, path: string): string =>
  web ? clientUrl(web, path) : new URL(path, origin).href

/** What cannot be decoded is taken as it stands. */
const decoded = (text: string): string => (isWellEscaped(text) ? decodeURIComponent(text) : text)

/** A path of ours at the client of the school: by the template of its kind where it is such an address. */
export const clientUrl = (web: WebClient, path: string): string => {
  const url = new URL(path, web.origin)
  for (const [kind, own] of Object.entries(ownPaths)) {
    const names = [...own.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const shape = new RegExp(`^${own.replace(/\{\w+\}/g, '([^/]+)')}$`)
    const found = shape.exec(url.pathname)
    if (!found || web.paths[kind] === undefined) continue
    const values = Object.fromEntries(names.map((name, at) => [name, decoded(found[at + 1] ?? '')]))
    const target = pathOf({ web }, kind as AddressKind, values)
    const query = url.search.slice(1)
    return `${web.origin}${target}${query === '' ? '' : `${target.includes('?') ? '&' : '?'}${query}`}`
  }
  return `${web.origin}${url.pathname}${url.search}`
}

/**
 * A path of the school's own pages to go on to, as its address has it. Undefined for anything that could lead elsewhere: dots
 * in a path can leave two slashes in front, which would name a host.
 */
export const safeOwnPath = (text: string): string | undefined => {
  const base = 'https://school.invalid'
  if (text.length > 1024 || !/^\/(?![/\\])/.test(text) || /[\\\s<>"]|\p{Cc}/u.test(text)) return undefined
  if (!URL.canParse(text, base)) return undefined
  const { origin, pathname, search, hash } = new URL(text, base)
  return origin === base && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : undefined
}
