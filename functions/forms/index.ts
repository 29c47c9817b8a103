import type { FindAsking, removeFormWith } from './removal.ts'

export { changedForm, changeForm, formsPage, makeForm, memberFormIdOf, newForm, purgeForms } from './forms.ts'
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
export {
  judgeNamed,
  judgeOrdered,
  type Linked,
  type LinkToEvent,
  newResponse,
  personOf,
  requireAnswers,
  submitWith,
} from './submission.ts'
export { findGiven, formViewOf, responseViewOf } from './views.ts'

/** Events, which stand above forms too, say where one is in use. */
export const removeForm = async (...asked: Parameters<ReturnType<typeof removeFormWith>>): Promise<void> => {
  const { removeFormWith } = await import('./removal.ts')
  const findAsking: FindAsking = async (...at) =>
    (await import('../attendance/index.ts')).eventAskingWith(...at)
  return removeFormWith(findAsking)(...asked)
}
