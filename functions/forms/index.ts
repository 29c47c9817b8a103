import type { FindAsking, removeFormWith } from './removal.ts'

export {
  changedForm,
  createEventForm,
  listEventForms,
  memberFormIdOf,
  newForm,
  purgeForms,
  updateEventForm,
} from './forms.ts'
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
  submitFormResponse,
} from './submission.ts'
export { findGiven, formViewOf, responseViewOf } from './views.ts'

/** Events, which stand above forms too, say where one is in use. */
export const deleteEventForm = async (
  ...asked: Parameters<ReturnType<typeof removeFormWith>>
): Promise<void> => {
  const { removeFormWith } = await import('./removal.ts')
  const findAsking: FindAsking = async (...at) =>
    (await import('../attendance/index.ts')).eventAskingWith(...at)
  return removeFormWith(findAsking)(...asked)
}
