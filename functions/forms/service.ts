import { fail } from '../../lib/contract/failure.ts'
import type { Operations } from '../../lib/operation.ts'
import { personOf, submitFormResponse } from './answering.ts'
import type { contract } from './contract.ts'
import { changeForm, formsPage, makeForm } from './editing.ts'
import { FormNotFound } from './failures.ts'
import { responsesPage } from './reading.ts'
import { findFormFor, findOwnerName } from './repository.ts'
import { formViewOf } from './views.ts'

export { newResponse } from './answering.ts'
export { judgeNamed, judgeOrdered, requireAnswers } from './answers.ts'
export { changedForm, newForm } from './drafting.ts'
export { changeForm, formsPage, makeForm } from './editing.ts'
export { findGiven } from './given.ts'
export { memberFormIdOf } from './member-form-id.ts'
export { purgeForms } from './purging.ts'
export {
  type Form,
  findEventResponse,
  findForm,
  formWrites,
  responseRemoval,
  responseWrites,
} from './repository.ts'
export { formViewOf } from './views.ts'

export const operations: Operations<typeof contract> = {
  async getForm({ id }, { table, caller }) {
    const { form, answered } = await findFormFor(table, id, personOf(caller))
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

  submitFormResponse,
  listFormResponses: responsesPage,

  async listEventForms(input, context) {
    const { forms: data, nextCursor } = await formsPage(input, context)
    return { data, nextCursor }
  },

  createEventForm: (input, context) => makeForm(input, context, 'event'),
  updateEventForm: changeForm,
}
