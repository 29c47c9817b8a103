// Forms and what is answered to them as records, for every domain that asks with a form; `forms` has the operations.

export {
  changedForm,
  createEventForm,
  isMemberForm,
  listEventForms,
  memberFormIdOf,
  memberFormRef,
  newForm,
  purgeForms,
  requireChangeable,
  updateEventForm,
} from './forms.ts'
export {
  judgeNamed,
  judgeOrdered,
  newResponse,
  personOf,
  requireAnswers,
  type Submitter,
} from './judgement.ts'
export {
  applicationAnswerRemoval,
  eventMark,
  type Form,
  type FormResponse,
  findEventResponse,
  findForm,
  findFormFor,
  findOrgFacts,
  findOwnerName,
  form,
  formResponse,
  formVersion,
  formWrites,
  joinResponses,
  listFeedback,
  listResponses,
  ownerStands,
  responseRemoval,
  responseWrites,
} from './repository.ts'
export { leftoversDue } from './scheduled-tasks.ts'
export { type FormUse, findFormUse, formUsed, formUseRemoval } from './use.ts'
export { findGiven, formViewOf, registrationFormViewOf, responseViewOf } from './views.ts'
