import { fail } from '../../lib/contract/failure.ts'
import type { Operations } from '../../lib/operation.ts'
import { type LinkToEvent, personOf, submitWith } from './answering.ts'
import type { contract } from './contract.ts'
import { changeForm, formsPage, makeForm } from './editing.ts'
import { FormNotFound } from './failures.ts'
import { responsesPage } from './reading.ts'
import type { FindAsking, removeFormWith } from './removing.ts'
import { eventMark, findFormFor, findOwnerName } from './repository.ts'
import { formViewOf } from './views.ts'

export { type Linked, type LinkToEvent, newResponse, personOf, submitWith } from './answering.ts'
export { judgeNamed, judgeOrdered, requireAnswers } from './answers.ts'
export { changedForm, newForm } from './drafting.ts'
export { changeForm, formsPage, makeForm } from './editing.ts'
export { findGiven } from './given.ts'
export { memberFormIdOf } from './member-form-id.ts'
export { purgeForms } from './purging.ts'
export {
  applicationAnswerRemoval,
  eventMark,
  type Form,
  type FormResponse,
  findEventResponse,
  findForm,
  formResponse,
  formVersion,
  formWrites,
  joinResponses,
  listFeedback,
  responseRemoval,
  responseWrites,
} from './repository.ts'
export { formViewOf, responseViewOf } from './views.ts'

/** Events stand above forms: who is registered for one is loaded when a form is answered for it. */
const linkToEvent: LinkToEvent = async (...asked) =>
  (await import('../attendance/service.ts')).linkToEvent(...asked)

/** Events, which stand above forms too, say where one is in use. */
export const removeForm = async (...asked: Parameters<ReturnType<typeof removeFormWith>>): Promise<void> => {
  const { removeFormWith } = await import('./removing.ts')
  const findAsking: FindAsking = async (...at) =>
    (await import('../attendance/service.ts')).eventAskingWith(...at)
  return removeFormWith(findAsking)(...asked)
}

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
