import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import type { Write } from '../../../lib/table/write.ts'
import { type Form, findForm, findFormUse, formUseWrites } from '../../answers/index.ts'
import type { EventRecord } from '../../events/index.ts'
import { EventFormMissing, FormOfOthers } from '../contract/failures.ts'
import type { EventFields } from '../contract/request-bodies.ts'

const kinds = ['registrationFormId', 'feedbackFormId'] as const

/** An event asks with forms of its host, or of the person who made it. */
const isFormOfHost = ({ formOwner, formOwnerType }: Form, { card }: EventRecord): boolean =>
  (formOwnerType === card.hostingType && formOwner === card.hostingId) ||
  (formOwnerType === 'User' && formOwner === card.createdBy)

/**
 * Refuses forms that an event is given anew: 404 `Form not found`, 400 for those of somebody else. The
 * ones that it has stay. Answers what has to hold of them when the event is written. One strong round trip; none where none
 * is given.
 */
export const requireForms = async (
  { table, now }: Pick<Context, 'table' | 'now'>,
  fields: EventFields,
  event: EventRecord,
  before?: EventRecord,
): Promise<readonly Write[]> => {
  const had = new Set([before?.card.registrationFormId, before?.body.feedbackFormId])
  const wanted = kinds.flatMap((field) => {
    const id = fields[field]
    return id && !had.has(id) ? [{ field, id }] : []
  })
  const found = await Promise.all(
    wanted.map(({ id }) => Promise.all([findForm(table, id), findFormUse(table, id)])),
  )
  const used = new Map<string, readonly Write[]>()
  for (const [at, { field, id: formId }] of wanted.entries()) {
    const [form, use] = found[at] ?? []
    if (!form) return fail(EventFormMissing, { field })
    if (!isFormOfHost(form, event)) fail(FormOfOthers, { field })
    used.set(formId, formUseWrites({ formId, eventId: event.card.eventId }, use, now()))
  }
  return [...used.values()].flat()
}
