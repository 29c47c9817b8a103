import type { Tenant } from '../../context.ts'
import { isWellEscaped } from '../../contract/fields.ts'
import type { TenantRecord } from '../person/records.ts'

/**
 * Targets of links in mails, calendars, check-in codes and redirects, with our own page's path for each. Names in
 * braces are parameters.
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

/** The school's own client, if the registry names one; otherwise people use our pages. */
export type WebClient = { readonly origin: string; readonly paths: Readonly<Record<string, string>> }

export const webClientOf = (school: TenantRecord | undefined): WebClient | undefined =>
  school?.webOrigin ? { origin: school.webOrigin, paths: school.webPaths ?? {} } : undefined

type Place = Pick<Tenant, 'origin' | 'web'>

/** The path of an address kind at a school, with its parameters filled in. */
export const pathOf = (
  { web }: Pick<Tenant, 'web'>,
  kind: AddressKind,
  values: Readonly<Record<string, string>> = {},
): string =>
  (web?.paths[kind] ?? ownPaths[kind]).replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  )

/** A school's address for its people. `query` is appended unchanged. */
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

/** The address of one of our paths, at the school's own client if it has one. */
export const urlAt = ({ origin, web }: Place, path: string): string =>
  web ? clientUrl(web, path) : new URL(path, origin).href

/** Text that cannot be decoded stays unchanged. */
const decoded = (text: string): string => (isWellEscaped(text) ? decodeURIComponent(text) : text)

/** The address of one of our paths at the school's client. It uses the template of its kind, if it has one. */
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
 * A path on the school's own pages, as its URL has it. Undefined for any path that could lead elsewhere: dots can
 * resolve to two leading slashes, which would name a host.
 */
export const safeOwnPath = (text: string): string | undefined => {
  const base = 'https://school.invalid'
  if (text.length > 1024 || !/^\/(?![/\\])/.test(text) || /[\\\s<>"]|\p{Cc}/u.test(text)) return undefined
  if (!URL.canParse(text, base)) return undefined
  const { origin, pathname, search, hash } = new URL(text, base)
  return origin === base && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : undefined
}
