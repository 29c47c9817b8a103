import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { answer } from '../../lib/contract/reply.ts'
import { escapeHtml, htmlOf } from '../../lib/gateways/mail-html.ts'
import type { Table } from '../../lib/table/table.ts'
import { UnsubscribeInvalid } from './failures.ts'
import { muteMails } from './preferences.ts'
import { readUnsubscribeToken, type Unsubscription } from './unsubscribe-link.ts'

/** The page posts to itself and does nothing else. */
const headers = {
  'content-security-policy':
    "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
}

const requireToken = async (table: Table, token: string): Promise<Unsubscription> =>
  (await readUnsubscribeToken(table, token)) ?? fail(UnsubscribeInvalid)

/** Asks before anything changes: programs that look at links of mails must not unsubscribe anybody. */
export const showPage = async ({ token }: { token: string }, { table, tenant }: Context<'anyone'>) => {
  const { kind } = await requireToken(table, token)
  const action = escapeHtml(`/notifications/unsubscribe?token=${encodeURIComponent(token)}`)
  const question = `Get no more mails of the kind "${escapeHtml(kind)}" from ${escapeHtml(tenant.key)}?`
  const button = `<form method="post" action="${action}"><button>Unsubscribe</button></form>`
  const page = htmlOf([`<p>${question}</p>`, button], 'Unsubscribe')
  return answer(page, { headers })
}

/** Ends the mails that the token stands for. Doing it again changes nothing. */
export const unsubscribe = async ({ token }: { token: string }, { table }: Context<'anyone'>) => {
  const { person, kind } = await requireToken(table, token)
  await muteMails(table, person, kind)
  const page = htmlOf([`<p>No more mails of the kind "${escapeHtml(kind)}".</p>`], 'Unsubscribed')
  return answer(page, { headers })
}
