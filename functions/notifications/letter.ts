import type { Tenant } from '../../lib/context.ts'
import type { Mail } from '../../lib/gateways/gateways.ts'
import { escapeHtml, htmlOf } from '../../lib/gateways/mail-html.ts'
import { additionsOf } from './letter-additions.ts'
import type { Notification } from './repository.ts'
import { plainLine } from './wording.ts'

export type LetterTo = {
  readonly school: Tenant
  readonly address: string
  /** Once the address is proven to be theirs. */
  readonly name: string | undefined
  /** Absent for mails that cannot be muted. */
  readonly token: string | undefined
}

const unsubscribeAddress = ({ origin }: Tenant, token: string): string =>
  `${origin}/notifications/unsubscribe?token=${encodeURIComponent(token)}`

/** Header lines for ending mails of this kind with one click (RFC 8058). */
const headersOf = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** A notification as a mail: text, and HTML in which every value is escaped. */
export const letterFor = (
  { title, message, type, metadata, template = 'custom' }: Notification,
  { school, address, name, token }: LetterTo,
): Mail => {
  const lines = [
    name ? `Hello ${plainLine(name, 200)},` : 'Hello,',
    message,
    ...additionsOf(metadata, school),
    `${school.key}, ${school.origin}`,
  ]
  const link = token === undefined ? undefined : unsubscribeAddress(school, token)
  const offer = `To get no more mails of the kind "${type}"`
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line).replaceAll('\n', '<br>')}</p>`)
  return {
    to: address,
    subject: title,
    text: `${[...lines, ...(link ? [`${offer}: ${link}`] : [])].join('\n\n')}\n`,
    html: htmlOf([
      ...paragraphs,
      ...(link ? [`<p><a href="${escapeHtml(link)}">${escapeHtml(offer)}, unsubscribe</a></p>`] : []),
    ]),
    kind: template,
    ...(link ? { headers: headersOf(link) } : {}),
  }
}
