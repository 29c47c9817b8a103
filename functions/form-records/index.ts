// Records of forms and responses, for every domain that uses forms. The operations are in `forms`.

export { eraseResponsesOf, hasNewSensitive, sensitiveErasures, sensitiveUntil } from './erasure.ts'
export { type FormUse, findFormUse, formUseRemoval, formUseWrites } from './form-use.ts'
export {
  applyFormChange,
  buildForm,
  createOrgForm,
  isMemberForm,
  listOrgForms,
  memberFormIdOf,
  memberFormRef,
  purgeForms,
  requireEditableForm,
  updateOrgForm,
} from './forms.ts'
export {
  applicationAnswerRemoval,
  eventMark,
  type Form,
  type FormResponse,
  findEventResponse,
  findFeedbackRefs,
  findForm,
  findFormFor,
  findOrgFacts,
  findOwnerName,
  form,
  formResponse,
  formVersion,
  formWrites,
  isOwnerActive,
  joinResponses,
  listFeedback,
  listRegistrationResponses,
  listResponses,
  listResponsesOf,
  responseRemoval,
  responseWrites,
} from './repository.ts'
export { guestErasureTask, leftoversTask, sensitiveTask } from './scheduled-tasks.ts'
export {
  newResponse,
  requireAnswers,
  type Submitter,
  submitterMarkOf,
  validateNamedAnswers,
  validateOrderedAnswers,
} from './validation.ts'
export {
  findResponses,
  formViewOf,
  type ResponseRef,
  registrationFormViewOf,
  responseViewOf,
} from './views.ts'
