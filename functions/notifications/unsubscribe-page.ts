import { escapeHtml, htmlPage, htmlPageHeaders } from '../../lib/html-page.ts'
import type { NotificationKind } from './contract/kinds.ts'

/** The page contains no scripts, and posts only to this site. */
export const pageHeaders = htmlPageHeaders(["form-action 'self'"])

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
  return htmlPage({
    title,
    body:
      `<p>${first}</p><p>${isStopped ? 'You still get' : 'You continue to get'} mails about:</p><ul>${items}</ul>` +
      `<form method="post" action="${escapeHtml(page.action)}"><input type="hidden" name="action" value="${value}">` +
      `<button>${label}</button></form>`,
    link: { href: '/settings', label: 'Settings for mails' },
  })
}
