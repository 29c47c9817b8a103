import { fail } from '../../lib/contract/failure.ts'
import type { Operations } from '../../lib/operation.ts'
import { FormNotFound } from '../answers/contract.ts'
import {
  createEventForm,
  eventMark,
  findFormFor,
  findOwnerName,
  formViewOf,
  listEventForms,
  personOf,
  updateEventForm,
} from '../answers/index.ts'
import type { contract } from './contract.ts'
import { deleteEventForm } from './removal.ts'
import { listFormResponses } from './responses.ts'
import { submitFormResponse } from './submission.ts'

export const operations: Operations<typeof contract> = {
  async getForm({ id, eventId }, { table, caller }) {
    const person = personOf(caller)
    const mark = person === undefined || !eventId ? person : eventMark(eventId, person)
    const { form, answered } = await findFormFor(table, id, mark)
    if (!form) return fail(FormNotFound)
    const name = await findOwnerName(table, form)
    // A form of a deleted organization counts as deleted.
    if (name === undefined && form.formOwnerType === 'Org') fail(FormNotFound)
    return {
      form: formViewOf(form),
      ownerInfo: name === undefined ? null : { name, type: form.formOwnerType },
      hasSubmitted: answered,
      isAuthenticated: caller !== undefined,
    }
  },

  submitFormResponse,
  listFormResponses,

  async listEventForms(input, context) {
    const { forms: data, nextCursor } = await listEventForms(input, context)
    return { data, nextCursor }
  },

  createEventForm: (input, context) => createEventForm(input, context, 'event'),
  updateEventForm,

  async deleteEventForm(input, context) {
    await deleteEventForm(input, context)
    return undefined
  },
}
