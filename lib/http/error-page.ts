import { createHash } from 'node:crypto'
import { Failure } from '../contract/failure.ts'
import { NoSuchRoute } from '../contract/failures.ts'
import type { Request } from './request.ts'
import type { Response } from './respond.ts'

/** The frame of the pages without the school, whose record this page does not read. `docs/design.md` has its values. */
const style =
  ':root{color-scheme:light dark;--bg:#fafafb;--card:#fff;--ink:#15171c;--soft:#5b606b;--line:#e5e7ec;--brand:#3d46d9}' +
  '@media(prefers-color-scheme:dark){:root{--bg:#101116;--card:#191a20;--ink:#f0f1f4;--soft:#a6aab6;--line:#2b2d36;--brand:#5b66ee}}' +
  '*{box-sizing:border-box}body{margin:0;font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:var(--ink);' +
  'background:var(--bg);min-height:100vh;display:flex;flex-direction:column}.wrap{width:100%;max-width:72rem;margin:0 auto;' +
  'padding:0 1.25rem}header{background:var(--card);border-bottom:1px solid var(--line)}header .wrap{display:flex;' +
  'align-items:center;min-height:4rem}header a{display:flex;align-items:center;min-height:2.75rem;color:inherit;font-weight:650;' +
  'text-decoration:none}main{flex:1;display:grid;place-items:center;text-align:center;padding:3rem 1.25rem}' +
  'h1{margin:0;font-size:1.875rem;line-height:1.2;letter-spacing:-.022em}p{margin:.75rem 0 0;color:var(--soft)}.btn{display:inline-flex;' +
  'align-items:center;min-height:2.75rem;margin-top:1.5rem;padding:.5rem 1.2rem;border-radius:10px;background:var(--brand);color:#fff;' +
  'font-weight:600;text-decoration:none}:focus-visible{outline:3px solid var(--brand);outline-offset:2px}'

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
  `<body><header><div class="wrap"><a href="/">Home</a></div></header>` +
  `<main><div><h1>${title}</h1><p>${text}</p><a class="btn" href="/">Go to the front page</a></div></main></body></html>\n`

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
