import { createHash } from 'node:crypto'
import { Failure } from '../contract/failure.ts'
import { NoSuchRoute } from '../contract/failures.ts'
import type { Request } from './request.ts'
import type { Response } from './respond.ts'

const style =
  ':root{color-scheme:light dark}body{font:1.125rem/1.5 system-ui,sans-serif;max-width:32rem;margin:18vh auto;padding:0 1.25rem;' +
  'color:#1b1b1f;background:#fff}h1{font-size:1.75rem;line-height:1.2}a{color:#0b4f9c}' +
  '@media(prefers-color-scheme:dark){body{color:#ececf1;background:#16161a}a{color:#9cc4ff}}'

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

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

const page = ([title, text]: readonly [string, string]): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
  `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head>` +
  `<body><main><h1>${title}</h1><p>${text}</p><p><a href="/">To the front page</a></p></main></body></html>\n`

/**
 * A failure as a page for a person with a browser: from page operations, and for unknown addresses. Programs get the
 * same status with JSON.
 */
export const errorPageFor = (
  error: unknown,
  { device, method }: Request,
  domain: string,
  { statusCode, headers, cookies }: Response,
): Response | undefined => {
  const unknown = error instanceof Failure && error.kind === NoSuchRoute && method === 'GET'
  if (!device.browser?.navigates || !(unknown || domain === 'pages')) return undefined
  return {
    statusCode,
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
    ...(cookies ? { cookies } : {}),
    body: page(pageTexts[statusCode] ?? fallbackText),
  }
}
