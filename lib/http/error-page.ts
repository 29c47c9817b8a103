import type { Tenant } from '../context.ts'
import { Failure, type FailureKind } from '../contract/failure.ts'
import {
  CrossSiteRefused,
  NetworkBlocked,
  NoSuchRoute,
  TenantNotFound,
  WrongMethod,
} from '../contract/failures.ts'
import { isForm, type Row } from '../contract/row.ts'
import { escapeHtml } from '../html/document.ts'
import { frameOf, htmlPage, type Link, type PageFrame } from '../html/page.ts'
import { msg } from '../html/texts.ts'
import { safeOwnPath } from '../identity/school/addresses.ts'
import { platformKey, schoolAt } from '../identity/school/schools.ts'
import { zoneOfSchool } from '../identity/school/zone.ts'
import type { Runtime } from '../runtime.ts'
import { impersonationInFrame, schoolInFrame } from './access/frame.ts'
import { tenantOf } from './access/tenant.ts'
import type { Request } from './request.ts'
import type { RequestTrail } from './request-log.ts'
import type { Response } from './respond.ts'

/** What happened, and what to do. */
type Words = readonly [title: string, text: string]

const pageMissing: Words = [msg('Page not found'), msg('The address may be old or mistyped.')]

const wordsByKind = new Map<FailureKind, Words>([
  [NoSuchRoute, pageMissing],
  [WrongMethod, pageMissing],
  [TenantNotFound, [msg('There is no school here'), msg('The address may be mistyped.')]],
  [
    CrossSiteRefused,
    [msg('This form was sent from another site'), msg('Reload the page and send the form again.')],
  ],
  [
    NetworkBlocked,
    [msg('Your network is blocked at the moment'), msg('Try again in an hour, or use another network.')],
  ],
])

/** Words for each status. They contain nothing from the request. */
const wordsByStatus: Readonly<Record<number, Words>> = {
  401: [msg('Sign in first'), msg('Sign in to view this page.')],
  404: pageMissing,
  413: [msg('The request is too large'), msg('Send less at once.')],
  429: [msg('Too many requests'), msg('Wait a little and try again.')],
  503: [msg('Not available right now'), msg('Try again in a minute.')],
}
const otherWords: Words = [msg('Something went wrong'), msg('Go back, check what you entered and try again.')]

/** Domains whose addresses people open in a browser. */
const domainsForPeople = ['pages', 'saml']

/** People open documents by links: pages, calendars and tables. */
const answersPeople = (domain: string, row: Row | undefined, { query, method }: Request): boolean => {
  if (domainsForPeople.includes(domain) || row?.reply.type?.startsWith('text/html')) return true
  const isFile = row?.reply.kind === 'text' || (row?.reply.also?.format === 'csv' && query.format === 'csv')
  return method === 'GET' && isFile
}

/** Operations beside the pages say in their own words what is wrong, where the reader's language has them. */
const wordsFor = (error: unknown, domain: string, status: number, { t }: PageFrame): Words => {
  const kind = error instanceof Failure ? error.kind : undefined
  const known = kind && wordsByKind.get(kind)
  if (known) return known
  const general = wordsByStatus[status]
  if (domain === 'pages' || !kind || status >= 500 || status === 401 || status === 429)
    return general ?? otherWords
  const isReadable = t.locale.language === 'en' || t(kind.message) !== kind.message
  return isReadable ? [msg('Something went wrong'), kind.message] : (general ?? otherWords)
}

const linkFor = (status: number, tenant: Tenant | undefined, frame: PageFrame, runtime: Runtime): Link => {
  const { t, school, platform } = frame
  if (school === undefined && !platform && tenant !== undefined && status === 404)
    return {
      href: `${schoolAt(runtime.settings, platformKey).origin}/select-school`,
      label: t('Choose your school'),
    }
  return status === 401
    ? { href: '/login', label: t('Sign in') }
    : { href: '/', label: t('Go to the front page') }
}

const megabyte = 1024 * 1024

/** The path of the page that sent a form, by its referrer. */
const formPathOf = ({ headers: { referer = '' }, host }: Request): string | undefined => {
  if (!URL.canParse(referer)) return undefined
  const { host: from, pathname, search } = new URL(referer)
  return from === host ? safeOwnPath(`${pathname}${search}`) : undefined
}

/** A form with files that is too large: its file is. Browsers keep what was typed for "Back". */
const fileTooLarge = (
  status: number,
  row: Row | undefined,
  request: Request,
  { t }: PageFrame,
): { readonly title: string; readonly text: string; readonly link: Link | undefined } | undefined => {
  if (status !== 413 || !row?.body || !isForm(row.body)) return undefined
  const most = Math.floor((row.body.maxBytes / megabyte) * 10) / 10
  const href = formPathOf(request)
  return {
    title: t('The file is too large'),
    text: t(
      'Files may have up to {most} MB. Go back in your browser and choose a smaller one. Most browsers still have what you typed.',
      { most },
    ),
    link: href === undefined ? undefined : { href, label: t('Open the form again') },
  }
}

const tenantAt = (request: Request, { settings }: Runtime): Tenant | undefined => {
  try {
    return tenantOf(request, settings)
  } catch {
    return undefined
  }
}

/**
 * A failure as a page for a person with a browser: from operations that people open, and for unknown addresses. Programs
 * get the same status with JSON (rules/http 57).
 */
export const errorPageFor = async (
  error: unknown,
  request: Request,
  service: { readonly domain: string; readonly runtime: Runtime; readonly trail: RequestTrail },
  { statusCode, headers, cookies }: Response,
): Promise<Response | undefined> => {
  const { domain, runtime, trail } = service
  const { device, method } = request
  const isUnknown = error instanceof Failure && error.kind === NoSuchRoute && method === 'GET'
  if (!device.browser?.navigates || !(isUnknown || answersPeople(domain, trail.row, request)))
    return undefined
  const tenant = trail.tenant ?? tenantAt(request, runtime)
  // Other failures come after the school was read, or forbid reading.
  const school = await schoolInFrame(tenant, trail, runtime, isUnknown)
  const impersonation = await impersonationInFrame(tenant, request, trail, runtime, isUnknown)
  const frame = await frameOf({ tenant, school, device })
  const [general, hint] = wordsFor(error, domain, statusCode, frame)
  const file = fileTooLarge(statusCode, trail.row, request, frame)
  const { title, text } = file ?? { title: frame.t(general), text: frame.t(hint) }
  const framed = htmlPage(frame, {
    title,
    body: `<p>${escapeHtml(text)}</p>`,
    link: file?.link ?? linkFor(statusCode, tenant, frame, runtime),
    acting: { impersonation, timezone: zoneOfSchool(school, runtime.settings) },
    isInline: tenant === undefined || (error instanceof Failure && error.kind === NetworkBlocked),
    ...(method === 'GET' ? { query: device.rawQuery ?? '' } : {}),
  })
  return {
    statusCode,
    headers: { ...headers, ...framed.headers, 'content-type': 'text/html; charset=utf-8' },
    ...(cookies ? { cookies } : {}),
    body: framed.page,
  }
}
