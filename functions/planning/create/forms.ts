import { fail } from '../../../lib/contract/failure.ts'
import type { Table } from '../../../lib/table/table.ts'
import type { WholeEvent } from '../../events/index.ts'
import { type Form, findForm } from '../../forms/index.ts'
import type { EventFields } from '../contract/bodies.ts'
import { EventFormMissing, FormOfOthers } from '../contract/failures.ts'

const kinds = ['registrationFormId', 'feedbackFormId'] as const

/** An event asks with forms of its host, or of the person who made it. */
const fits = ({ formOwner, formOwnerType }: Form, { card }: WholeEvent): boolean =>
  (formOwnerType === card.hostingType && formOwner === card.hostingId) ||
  (formOwnerType === 'User' && formOwner === card.createdBy)

/**
 * Refuses forms that an event is given anew: 404 `Form not found`, 400 for those of somebody else. The
 * ones that it has stay. One strong round trip; none where none is given.
 */
export const requireForms = async (
  table: Table,
  fields: EventFields,
  event: WholeEvent,
  before?: WholeEvent,
): Promise<void> => {
  const had = new Set([before?.card.registrationFormId, before?.body.feedbackFormId])
  const wanted = kinds.flatMap((field) => {
    const id = fields[field]
    return id && !had.has(id) ? [{ field, id }] : []
  })
  const found = await Promise.all(wanted.map(({ id }) => findForm(table, id)))
  for (const [at, { field }] of wanted.entries()) {
    const form = found[at] ?? fail(EventFormMissing, { field })
    if (!fits(form, event)) fail(FormOfOthers, { field })
  }
}
