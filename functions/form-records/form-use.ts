import * as z from 'zod/mini'
import { minuteMs } from '../../lib/contract/time.ts'
import { unchanged } from '../../lib/table/condition.ts'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { check, remove, replace, type Write } from '../../lib/table/write.ts'
import { form } from './repository.ts'

const text = z.string()

/**
 * Events that have recently started to use a form. Event lists lag, so the deletion of a form reads this record too.
 */
export const FormUse = z.object({
  formId: text,
  events: z.array(z.object({ eventId: text, at: text })),
  version: z.number(),
})
export type FormUse = z.infer<typeof FormUse>
export const formUse = entity('FormUse', FormUse, { scope: 'tenant', pk: 'FORM#{formId}', sk: 'USE' })

/** Far longer than any event list lags. */
const listLagMs = minuteMs

export const findFormUse = (table: Table, formId: string): Promise<FormUse | undefined> =>
  table.get(formUse, { formId }, { strong: true })

/** Records that an event uses a form from now on, on condition that the form exists (rules/forms 22). */
export const formUseWrites = (
  { formId, eventId }: { readonly formId: string; readonly eventId: string },
  before: FormUse | undefined,
  now: Date,
): readonly Write[] => {
  const isRecent = (one: FormUse['events'][number]) => Date.parse(one.at) > now.getTime() - listLagMs
  const others = (before?.events ?? []).filter((one) => one.eventId !== eventId && isRecent(one))
  const events = [...others, { eventId, at: now.toISOString() }]
  return [check(form, { formId }, { exists: true }), replace(formUse, before, { formId, events })]
}

/** Removes the record with its form, on condition that no event has started to use the form since. */
export const formUseRemoval = (formId: string, before: FormUse | undefined): Write =>
  before ? remove(formUse, { formId }, unchanged(before)) : check(formUse, { formId }, { absent: true })
