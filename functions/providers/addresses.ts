import type { Context, Tenant } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { platformKey, schoolAt } from '../../lib/identity/school/schools.ts'
import type { Settings } from '../../lib/settings.ts'
import { PathNotAllowed, RedirectNotAllowed } from './failures.ts'

const printable = /^[\x21-\x7e]+$/
const loopback = /^http:\/\/(([a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/

const parsed = (address: string): URL | undefined => {
  const plain = printable.test(address) && !address.includes('\\')
  return plain && URL.canParse(address) ? new URL(address) : undefined
}

const isOwn = (origin: string, { key }: Tenant, settings: Settings): boolean =>
  [key, platformKey].some((own) => origin === schoolAt(settings, own).origin) ||
  (!settings.production && loopback.test(origin))

/**
 * A redirect address as a client gave it: a page of this school or of the platform host, outside production of any
 * loopback origin. Kept to the letter, since the provider compares it.
 */
export const requireRedirect = (address: string, { tenant, settings }: Context): string => {
  const url = parsed(address)
  const plain = url && url.username === '' && url.password === '' && url.hash === ''
  return plain && isOwn(url.origin, tenant, settings) ? address : fail(RedirectNotAllowed, { field: 'url' })
}

/** A path at the school's own address: begins with one slash and leads nowhere else, however a browser reads it. */
export const requirePath = (path: string, { tenant }: Context): string => {
  const plain = printable.test(path) && /^\/(?![/\\])/.test(path)
  const url = plain ? parsed(`${tenant.origin}${path}`) : undefined
  if (url?.origin !== tenant.origin || url.pathname.startsWith('//'))
    return fail(PathNotAllowed, { field: 'path' })
  return `${url.pathname}${url.search}${url.hash}`
}

const callbackPath = '/auth/apple/callback'

/** Apple knows one address of the platform in production; it cannot be told of every school. */
export const appleCallback = ({ tenant, settings }: Context): string =>
  `${settings.production ? schoolAt(settings, platformKey).origin : tenant.origin}${callbackPath}`

/** The same at a school, where the browser that began is known. */
export const schoolCallback = (settings: Settings, tenantKey: string): URL =>
  new URL(callbackPath, schoolAt(settings, tenantKey).origin)
