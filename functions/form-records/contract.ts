import * as z from 'zod/mini'
import { conflict, forbidden, invalid, notFound, unauthenticated } from '../../lib/contract/failure.ts'
import { line, prose } from '../../lib/contract/fields.ts'
import { PublicUser } from '../../lib/contract/people.ts'

export const questionTypes = ['short', 'long', 'multiple_choice', 'select_multiple', 'rating_scale'] as const

/** A question as stored and read. The last three types have options. */
export const Question = z.object({
  _id: z.string(),
  type: z.enum(questionTypes),
  question: z.string(),
  required: z.boolean(),
  options: z.array(z.string()),
  /** Such as health or diet (rules/forms 27). */
  sensitive: z.optional(
    z.boolean().check(z.meta({ description: 'Whether answers are erased after 90 days. Default: false' })),
  ),
})
export type Question = z.infer<typeof Question>

export const isChoice = (type: string): boolean => type !== 'short' && type !== 'long'

/** A question as clients send it. An id that begins with `NEW_QUESTION_` is their placeholder. */
const QuestionDraft = z
  .object({
    _id: z.optional(z.string().check(z.maxLength(64))),
    type: z.enum(questionTypes),
    question: line(500),
    required: z._default(z.boolean(), false),
    options: z._default(z.array(line(200)).check(z.maxLength(50)), []),
    /** A missing value keeps that of the stored question with the same id. */
    sensitive: z.optional(
      z
        .boolean()
        .check(
          z.meta({ description: 'Whether answers are erased after 90 days. Default: as stored, or false' }),
        ),
    ),
  })
  .check(
    z.refine(({ type, options }) => !isChoice(type) || options.length > 0, {
      message: 'A choice question must have 1 to 50 options',
      path: ['options'],
    }),
    z.refine(({ options }) => new Set(options).size === options.length, {
      message: 'Options must be unique',
      path: ['options'],
    }),
  )
export type QuestionDraft = z.infer<typeof QuestionDraft>

const idsDiffer = (questions: readonly QuestionDraft[]): boolean => {
  const ids = questions.flatMap(({ _id }) => _id || [])
  return new Set(ids).size === ids.length
}

const Questions = z
  .array(QuestionDraft)
  .check(z.minLength(1), z.maxLength(100), z.refine(idsDiffer, 'Question ids must be unique'))

const flags = {
  allowAnonymous: z.boolean(),
  collectGuestDetails: z.boolean(),
  allowMultipleResponses: z.boolean(),
  acceptingResponses: z.boolean(),
  headerColor: z.nullable(z.string().check(z.regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'Expected #rrggbb'))),
}

const mostFormBytes = 200 * 1024
const smallEnough = z.refine(
  (form: unknown) => Buffer.byteLength(JSON.stringify(form)) <= mostFormBytes,
  'At most 200 kB',
)

/** A new form. Clients send whole forms back; fields not listed here are ignored. */
export const FormDraft = z
  .object({
    title: line(200),
    description: z._default(prose(2000), ''),
    questions: Questions,
    ...z.partial(z.object(flags)).shape,
  })
  .check(smallEnough)
export type FormDraft = z.infer<typeof FormDraft>

/** A changed form. Missing fields keep their value. */
export const FormChange = z
  .object({
    title: z.optional(line(200)),
    description: z.optional(prose(2000)),
    questions: z.optional(Questions),
    ...z.partial(z.object(flags)).shape,
  })
  .check(smallEnough)
export type FormChange = z.infer<typeof FormChange>

/** The version that a response answers: title and questions. */
export const FormSnapshot = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  questions: z.array(Question),
})
export type FormSnapshot = z.infer<typeof FormSnapshot>

export const FormView = z.object({
  ...FormSnapshot.shape,
  ...flags,
  headerColor: z.nullable(z.string()),
  requireAuth: z.boolean(),
  createdBy: z.string(),
  createdType: z.enum(['User', 'Org']),
  formOwner: z.string(),
  formOwnerType: z.enum(['User', 'Org']),
  removedQuestions: z.array(Question),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type FormView = z.infer<typeof FormView>

/** One value for each question, in order: a text, a list of texts for `select_multiple`, null without an answer. */
export const AnswerValue = z.nullable(z.union([z.string(), z.array(z.string())]))
export type AnswerValue = z.infer<typeof AnswerValue>

const SentValue = z.optional(z.nullable(z.union([prose(10_000), z.array(prose(200)).check(z.maxLength(50))])))

/** Answers with question ids, as member forms and public forms send them. */
export const NamedAnswers = z
  .array(z.object({ referenceId: z.string().check(z.maxLength(64)), answer: SentValue }))
  .check(z.maxLength(100))
export type NamedAnswers = z.infer<typeof NamedAnswers>

/** Answers in the order of the questions, as an RSVP sends them. */
export const OrderedAnswers = z.array(SentValue).check(z.maxLength(100))
export type OrderedAnswers = z.infer<typeof OrderedAnswers>

const Submitter = z.object({ ...PublicUser.shape, email: z.string() })

export const ResponseView = z.object({
  _id: z.string(),
  form: z.string(),
  formSnapshot: FormSnapshot,
  answers: z.array(AnswerValue),
  submittedBy: z.nullable(z.union([Submitter, z.string()])),
  globalSubmittedBy: z.optional(z.string()),
  guestName: z.optional(z.string()),
  guestEmail: z.optional(z.string()),
  event: z.optional(z.string()),
  submittedAt: z.string(),
  /** When the submitter left, so that every answer is null (ISO 8601). */
  erasedAt: z.optional(
    z
      .string()
      .check(z.meta({ description: 'Time when the submitter left and all answers were erased, ISO 8601' })),
  ),
})
export type ResponseView = z.infer<typeof ResponseView>

export const FormNotFound = notFound('Form not found', 'FORM_NOT_FOUND')
export const FormNotYours = notFound('Form not found or access denied', 'FORM_NOT_FOUND')
export const FormIncomplete = invalid('Missing formId or responses', 'FORM_INCOMPLETE', 'header')
export const FormClosed = forbidden('This form is closed and no longer accepts responses', 'FORM_CLOSED')
export const AnsweredByApplying = forbidden(
  "This form belongs to the organization's application. Apply to the organization to answer it.",
  'MEMBER_FORM',
)
export const AuthRequired = unauthenticated('Sign in to answer this form', 'AUTH_REQUIRED')
export const GuestDetailsRequired = invalid(
  'Name and email are required for anonymous submissions',
  'GUEST_DETAILS_REQUIRED',
  'header',
)
export const GuestEmailInvalid = invalid('Invalid e-mail address', 'EMAIL_INVALID')
export const AlreadySubmitted = conflict(
  'You have already submitted a response to this form',
  'ALREADY_SUBMITTED',
)
export const InvalidAnswers = invalid('Invalid form answers', 'INVALID_FORM_ANSWERS')
export const AnswersTooLarge = invalid(
  'Your answers are too long. Answers to a form have at most 100 kB.',
  'ANSWERS_TOO_LARGE',
)
export const EventNotLinked = invalid('This event does not use this form', 'EVENT_NOT_LINKED')
export const EventNotFound = notFound('Event not found', 'EVENT_NOT_FOUND', 'header')
export const NotRegistered = notFound('Registration not found', 'NOT_REGISTERED', 'header')
export const NotAttended = forbidden(
  'Only people who attended can give feedback. If you attended, ask the organizers to correct your check-in.',
  'NOT_ATTENDED',
)
export const FeedbackNotOpen = invalid('Feedback opens when the event has ended', 'FEEDBACK_NOT_OPEN')
export const ResponsesForbidden = forbidden('You do not have permission to view form responses', 'FORBIDDEN')
export const FormAskedOfApplicants = conflict(
  "Applicants to the organization answer this form. Remove it from the organization's settings first.",
  'FORM_IN_USE',
)
export const FormOfWaiting = conflict(
  'Pending applications contain answers to this form. Approve or reject these applications first.',
  'FORM_IN_USE',
)
export const FormAskedByEvent = conflict(
  'An event that has not ended uses this form. Choose another form, or none, for the event first.',
  'FORM_IN_USE',
)
