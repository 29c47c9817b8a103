import type { Tenant } from '../../lib/context.ts'
import type { Mail } from '../../lib/gateways/gateways.ts'
import { letter } from '../../lib/gateways/letter.ts'
import { additionsOf } from './letter-additions.ts'
import type { Notification } from './repository.ts'
import { templateNamed } from './templates.ts'

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
