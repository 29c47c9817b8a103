import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { findCard, requireCardOf } from '../events/index.ts'
import { findResponses } from '../form-records/index.ts'
import { attendeesPage } from './attendee-list.ts'
import { EventNotFound } from './contract/failures.ts'
import { personOf, registrationViewOf } from './views.ts'

type Paged = Parameters<typeof pageOf>[0]

/** Responses to read with one page. */
const maxResponses = 50

/** Returns one page of registrations with their form responses. */
export const registrationsPage = async (
  { orgId, eventId, ...query }: { readonly orgId?: string; readonly eventId: string } & Paged,
  { table }: Pick<Context, 'table'>,
) => {
  const card =
    orgId === undefined
      ? ((await findCard(table, eventId)) ?? fail(EventNotFound))
      : await requireCardOf(table, orgId, eventId)
  const numbered = pageOf(query)
  const limit = Math.min(maxResponses, numbered.limit)
  const page = await attendeesPage(table, card, { ...numbered, limit }, ({ walkIn }) => !walkIn, { share: 1 })
  const rows = new Map(page.items.map((row) => [row.formResponseId, row]))
  const responses = await findResponses(
    table,
    page.items.flatMap(({ formId, formResponseId: id }) =>
      formId !== undefined && id !== undefined ? [{ formId, id }] : [],
    ),
  )
  const formResponses = [...responses].map(([id, response]) => {
    const row = rows.get(id)
    const submittedBy = row ? personOf(row, { withEmail: true }) : null
    return { ...response, submittedBy, ...(row ? { name: row.name, email: row.email } : {}) }
  })
  return {
    registrations: page.items.map((row) => ({
      ...registrationViewOf(row),
      userId: personOf(row, { withEmail: true }),
    })),
    formResponses,
    registrationFormId: card.registrationFormId ?? null,
    nextCursor: page.cursor,
  }
}
