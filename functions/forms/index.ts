import type { FindAsking, removeFormWith } from './removal.ts'

export { judgeNamed, judgeOrdered, requireAnswers } from './answers.ts'
export { changedForm, newForm } from './drafts.ts'
export { findGiven } from './form.ts'
export { changeForm, formsPage, makeForm } from './forms.ts'
export { memberFormIdOf } from './member-form.ts'
export { purgeForms } from './purge.ts'
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
export { type Linked, type LinkToEvent, newResponse, personOf, submitWith } from './submission.ts'
export { formViewOf, responseViewOf } from './views.ts'

/** Events, which stand above forms too, say where one is in use. */
export const removeForm = async (...asked: Parameters<ReturnType<typeof removeFormWith>>): Promise<void> => {
  const { removeFormWith } = await import('./removal.ts')
  const findAsking: FindAsking = async (...at) =>
    (await import('../attendance/index.ts')).eventAskingWith(...at)
  return removeFormWith(findAsking)(...asked)
}
