import { fail } from '../../lib/contract/failure.ts'
import type { Operations } from '../../lib/operation.ts'
import { FormNotFound } from './contract/failures.ts'
import type { contract } from './contract.ts'
import { changeForm, formsPage, makeForm } from './forms.ts'
import { removeForm } from './index.ts'
import { eventMark, findFormFor, findOwnerName } from './repository.ts'
import { responsesPage } from './responses.ts'
import { type LinkToEvent, personOf, submitWith } from './submission.ts'
import { formViewOf } from './views.ts'

/** Events stand above forms: who is registered for one is loaded when a form is answered for it. */
const linkToEvent: LinkToEvent = async (...asked) =>
  (await import('../attendance/index.ts')).linkToEvent(...asked)

export const operations: Operations<typeof contract> = {
  async getForm({ id, eventId }, { table, caller }) {
    const person = personOf(caller)
    const mark = person === undefined || !eventId ? person : eventMark(eventId, person)
    const { form, answered } = await findFormFor(table, id, mark)
    if (!form) return fail(FormNotFound)
    const name = await findOwnerName(table, form)
    // A form of a deleted organization is as gone as the organization.
    if (name === undefined && form.formOwnerType === 'Org') fail(FormNotFound)
    return {
      form: formViewOf(form),
      ownerInfo: name === undefined ? null : { name, type: form.formOwnerType },
      hasSubmitted: answered,
      isAuthenticated: caller !== undefined,
    }
  },

  submitFormResponse: submitWith(linkToEvent),
  listFormResponses: responsesPage,

  async listEventForms(input, context) {
    const { forms: data, nextCursor } = await formsPage(input, context)
    return { data, nextCursor }
  },

  createEventForm: (input, context) => makeForm(input, context, 'event'),
  updateEventForm: changeForm,

  async deleteEventForm(input, context) {
    await removeForm(input, context)
    return undefined
  },
}
