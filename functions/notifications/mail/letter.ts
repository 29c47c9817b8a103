import * as z from 'zod/mini'
import type { Tenant } from '../../../lib/context.ts'
import type { Mail } from '../../../lib/gateways/gateways.ts'
import { fileLine, letter, type Paragraph } from '../../../lib/gateways/mail.ts'
import type { Notification } from '../repository.ts'
import { templateNamed } from '../templates/templates.ts'

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

/** A notification as a mail. Its words keep their links where a person wrote them to the readers. */
export const letterFor = (
  { title, message, type, metadata, template = 'custom' }: Notification,
  { school, address, name, token }: LetterTo,
): Mail => {
  const link = token === undefined ? undefined : unsubscribeAddress(school, token)
  const said = templateNamed(template)?.written ? { written: message } : { said: message }
  const draft = { subject: title, lines: [said, ...additionsOf(metadata, school)] }
  const ending = link && { offer: `To get no more mails of the kind "${type}"`, link }
  return {
    to: address,
    ...letter(draft, { school, name }, ending || undefined),
    kind: template,
    ...(link ? { headers: headersOf(link) } : {}),
  }
}

/** What a cause may put into its metadata for mails: a path of the school's own address, and files. */
const ForMails = z.object({
  mailLink: z.optional(z.string().check(z.regex(/^\/(?![/\\])/))),
  attachments: z.optional(z.array(z.object({ filename: z.string(), url: z.string() }))),
})

/** Lines of a mail that its notification has no room for: where to read more, and where files are. */
export const additionsOf = (metadata: unknown, { origin }: Tenant): readonly Paragraph[] => {
  const { success, data } = z.safeParse(ForMails, metadata ?? {})
  if (!success) return []
  const files = (data.attachments ?? []).map(({ filename, url }) => ({ written: fileLine(filename, url) }))
  return [...files, ...(data.mailLink === undefined ? [] : [`${origin}${data.mailLink}`])]
}
