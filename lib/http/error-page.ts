import { Failure } from '../contract/failure.ts'
import { NoSuchRoute } from '../contract/failures.ts'
import type { Row } from '../contract/row.ts'
import { escapeHtml, htmlPage, htmlPageHeaders } from '../html-page.ts'
import type { Request } from './request.ts'
import type { Response } from './respond.ts'

/** The text of a page for each status: what happened, and what to do. It contains nothing from the request. */
const pageTexts: Readonly<Record<number, readonly [string, string]>> = {
  403: ['This form was sent from another site', 'Reload the page and send the form again.'],
  404: ['Page not found', 'The address may be old or mistyped.'],
  405: ['Page not found', 'The address may be old or mistyped.'],
  413: ['The request is too large', 'Send less at once.'],
  429: ['Too many requests', 'Wait a little and try again.'],
  503: ['Not available right now', 'Try again in a minute.'],
}
const fallbackText = ['Something went wrong', 'Go back, check what you entered and try again.'] as const

/** Domains whose addresses people open in a browser. */
const domainsForPeople = ['pages', 'saml']

const answersPeople = (domain: string, row: Row | undefined): boolean =>
  domainsForPeople.includes(domain) || row?.reply.type?.startsWith('text/html') === true

/** Operations beside the pages say in their own words what is wrong. */
const textsFor = (error: unknown, domain: string, status: number): readonly [string, string] =>
  domain !== 'pages' && error instanceof Failure && error.kind !== NoSuchRoute && status < 500
    ? ['This did not work', error.kind.message]
    : (pageTexts[status] ?? fallbackText)

/**
 * A failure as a page for a person with a browser: from operations that people open, and for unknown addresses. Programs
 * get the same status with JSON (rules/http 57).
 */
export const errorPageFor = (
  error: unknown,
  { device, method }: Request,
  { domain, row }: { readonly domain: string; readonly row: Row | undefined },
  { statusCode, headers, cookies }: Response,
): Response | undefined => {
  const unknown = error instanceof Failure && error.kind === NoSuchRoute && method === 'GET'
  if (!device.browser?.navigates || !(unknown || answersPeople(domain, row))) return undefined
  const [title, text] = textsFor(error, domain, statusCode)
  return {
    statusCode,
    headers: { ...headers, ...htmlPageHeaders(), 'content-type': 'text/html; charset=utf-8' },
    ...(cookies ? { cookies } : {}),
    body: htmlPage({ title, body: `<p>${escapeHtml(text)}</p>` }),
  }
}
