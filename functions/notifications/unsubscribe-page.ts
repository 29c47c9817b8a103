import { createHash } from 'node:crypto'
import { escapeHtml } from '../../lib/gateways/mail-layout.ts'
import type { NotificationKind } from './contract/kinds.ts'

const style =
  ':root{color-scheme:light dark}' +
  'body{margin:0 auto;max-width:36rem;padding:2rem 1rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}' +
  'h1{font-size:1.5rem;line-height:1.25}button{font:inherit;font-weight:600;min-height:2.75rem;padding:.5rem 1.25rem}'

const styleHash = createHash('sha256').update(style).digest('base64')

/** The page contains no scripts, and posts only to this site. */
export const pageHeaders = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
}

type UnsubscribePage = {
  readonly schoolName: string
  /** The address that the form posts to. */
  readonly action: string
  /** The mails that the link ends. */
  readonly name: string
  readonly isStopped: boolean
  /** Mails that still come. */
  readonly remaining: readonly string[]
  /** The kind whose mails from other organizations still come. */
  readonly isNarrow: NotificationKind | undefined
}

/** The page of an unsubscribe link: what it stops, what still comes, and the one button that stops or resumes it. */
export const unsubscribePage = (page: UnsubscribePage): string => {
  const { isStopped, remaining, isNarrow } = page
  const name = escapeHtml(page.name)
  const school = escapeHtml(page.schoolName)
  const title = isStopped ? 'Unsubscribed' : 'Unsubscribe'
  const first = isStopped
    ? `You no longer get these mails from ${school}: <strong>${name}</strong>.`
    : `Stop these mails from ${school}: <strong>${name}</strong>?`
  const others = isNarrow === undefined ? [] : [`${isNarrow} of other organizations`]
  const kinds = remaining.filter((one) => isNarrow === undefined || !one.startsWith(`${isNarrow} `))
  const items = [...kinds, ...others].map((one) => `<li>${escapeHtml(one)}</li>`).join('')
  const [value, label] = isStopped ? ['resume', 'Resume these mails'] : ['stop', 'Stop these mails']
  return (
    '<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1>` +
    `<p>${first}</p><p>${isStopped ? 'You still get' : 'You continue to get'} mails about:</p><ul>${items}</ul>` +
    `<form method="post" action="${escapeHtml(page.action)}"><input type="hidden" name="action" value="${value}">` +
    `<button>${label}</button></form></main></body></html>`
  )
}
