import { conflicting, forbidden, invalid, missing, unauthenticated } from '../../lib/contract/failure.ts'

export const FormNotFound = missing('Form not found', 'FORM_NOT_FOUND')
export const FormNotYours = missing('Form not found or access denied', 'FORM_NOT_FOUND')
export const FormIncomplete = invalid('Missing formId or responses')
export const FormClosed = forbidden('This form no longer takes responses', 'FORM_CLOSED')
export const AnsweredByApplying = forbidden(
  'This form is answered with an application to the organization',
  'MEMBER_FORM',
)
export const AuthRequired = unauthenticated('Sign in to answer this form', 'AUTH_REQUIRED')
export const GuestDetailsRequired = invalid('Name and email are required for anonymous submissions')
export const GuestEmailInvalid = invalid('Invalid e-mail address', 'EMAIL_INVALID')
export const AlreadySubmitted = conflicting(
  'You have already submitted a response to this form',
  'ALREADY_SUBMITTED',
)
export const InvalidAnswers = invalid('Invalid form answers', 'INVALID_FORM_ANSWERS')
export const AnswersTooLarge = invalid('Answers to a form are at most 100 kB', 'ANSWERS_TOO_LARGE')
export const EventNotLinked = invalid('This event does not use this form', 'EVENT_NOT_LINKED')
export const EventNotFound = missing('Event not found')
export const NotRegistered = missing('Registration not found')
export const NotAttended = forbidden(
  'Only people who attended can give feedback. If you were there, ask the organizers to correct the check-in',
  'NOT_ATTENDED',
)
export const FeedbackNotOpen = invalid('Feedback opens when the event is over', 'FEEDBACK_NOT_OPEN')
export const ResponsesForbidden = forbidden('You do not have permission to view form responses', 'FORBIDDEN')
export const FormAskedOfApplicants = conflicting(
  'Everybody who applies to the organization answers this form: take it off in the settings of the organization first',
  'FORM_IN_USE',
)
export const FormOfWaiting = conflicting(
  'Applications that wait were answered with this form: decide about them first',
  'FORM_IN_USE',
)
export const FormAskedByEvent = conflicting(
  'An event that is not over asks with this form: choose another form there, or none, first',
  'FORM_IN_USE',
)
