import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import type { Write } from '../../../lib/table/write.ts'
import type { EventRecord } from '../../events/index.ts'
import { type Form, findForm, findFormUse, formUseWrites } from '../../form-records/index.ts'
import { EventFormMissing, FormOfOthers } from '../contract/failures.ts'
import type { EventFields } from '../contract/request-bodies.ts'

const kinds = ['registrationFormId', 'feedbackFormId'] as const

/** An event may use forms of its host or of its creator. */
const isFormOfHost = ({ formOwner, formOwnerType }: Form, { card }: EventRecord): boolean =>
  (formOwnerType === card.hostingType && formOwner === card.hostingId) ||
  (formOwnerType === 'User' && formOwner === card.createdBy)

/**
 * Rejects newly chosen forms that do not exist (404 `Form not found`) or belong to another owner (400). The event's
 * present forms are not checked. Returns checks for the event's transaction. One strongly consistent round trip; none
 * without new forms.
 */
export const requireForms = async (
  { table, now }: Pick<Context, 'table' | 'now'>,
  fields: EventFields,
  event: EventRecord,
  before?: EventRecord,
): Promise<readonly Write[]> => {
  const had = new Set([before?.card.registrationFormId, before?.body.feedbackFormId])
  const requested = kinds.flatMap((field) => {
    const id = fields[field]
    return id && !had.has(id) ? [{ field, id }] : []
  })
  const found = await Promise.all(
    requested.map(({ id }) => Promise.all([findForm(table, id), findFormUse(table, id)])),
  )
  const used = new Map<string, readonly Write[]>()
  for (const [at, { field, id: formId }] of requested.entries()) {
    const [form, use] = found[at] ?? []
    if (!form) return fail(EventFormMissing, { field })
    if (!isFormOfHost(form, event)) fail(FormOfOthers, { field })
    used.set(formId, formUseWrites({ formId, eventId: event.card.eventId }, use, now()))
  }
  return [...used.values()].flat()
}
