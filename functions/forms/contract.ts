import * as z from 'zod/mini'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { Id, line } from '../../lib/contract/fields.ts'
import { createRepeatSeconds } from '../../lib/contract/idempotency.ts'
import { PageQuery } from '../../lib/contract/paging.ts'
import { data, done, flat } from '../../lib/contract/reply.ts'
import { declare, type Rows } from '../../lib/contract/row.ts'
import { hours } from '../../lib/contract/time.ts'
import {
  AlreadySubmitted,
  AnsweredByApplying,
  AnswersTooLarge,
  AuthRequired,
  EventNotFound,
  EventNotLinked,
  FeedbackNotOpen,
  FormAskedByEvent,
  FormAskedOfApplicants,
  FormChange,
  FormClosed,
  FormDraft,
  FormIncomplete,
  FormNotFound,
  FormNotYours,
  FormOfWaiting,
  FormView,
  GuestDetailsRequired,
  GuestEmailInvalid,
  InvalidAnswers,
  NamedAnswers,
  NotAttended,
  NotRegistered,
  ResponsesForbidden,
  ResponseView,
} from '../form-records/contract.ts'

/** Limit for anonymous callers. A whole campus may share one address. */
export const submitLimits = { address: { max: 300, seconds: hours } } as const

const Page = z.strictObject(PageQuery)
const NewForm = z.strictObject({ form: FormDraft })
const ChangedForm = z.strictObject({ form: FormChange })

const Submission = z.strictObject({
  formId: z.optional(Id),
  responses: z.optional(NamedAnswers),
  guestName: z.optional(line(120, 0)),
  guestEmail: z.optional(z.string().check(z.trim(), z.maxLength(254))),
  eventId: z.optional(z.nullable(Id)),
})

const pieces = { title: 'Sign-up', questions: [{ type: 'short', question: 'Your name?', required: true }] }

const removing = {
  summary:
    'Delete a form and, within minutes, its responses; refused while applications or current events use it',
  fails: [FormNotYours, FormAskedByEvent, ConcurrentChange],
} as const

/**
 * Operations on member forms under an organization's path, for its member managers. The organizations domain serves
 * them, because it serves paths that begin with an organization's id.
 */
export const memberFormRows = {
  listForms: {
    summary: 'List the forms of an organization, last changed first',
    method: 'GET',
    path: '/:orgId/forms',
    access: { org: 'manage_members' },
    query: Page,
    reply: flat(z.object({ forms: z.array(FormView), nextCursor: z.optional(z.string()) })),
    costs: { depth: 2, read: 4.5, write: 0 },
    example: { as: 'ada', path: { orgId: 'demo-org-chess' } },
  },
  createForm: {
    summary: 'Create a form for an organization',
    publishes: true,
    method: 'POST',
    path: '/:orgId/forms',
    creates: createRepeatSeconds,
    access: { org: 'manage_members' },
    begins: true,
    body: NewForm,
    reply: flat(z.object({ form: FormView }), 'Form created successfully', { status: 201 }),
    costs: { depth: 3, read: 4, write: 6 },
    example: { as: 'ada', path: { orgId: 'demo-org-chess' }, body: { form: pieces } },
  },
  updateForm: {
    summary: 'Update a form; responses keep the version they answered',
    publishes: true,
    method: 'PUT',
    path: '/:orgId/forms/:formId',
    access: { org: 'manage_members' },
    begins: true,
    body: ChangedForm,
    reply: flat(z.object({ form: FormView }), 'Form updated successfully'),
    fails: [FormNotYours, ConcurrentChange],
    costs: { depth: 3, read: 5, write: 5 },
    example: {
      as: 'ada',
      path: { orgId: 'demo-org-chess', formId: 'demo-form' },
      body: { form: { title: 'Joining' } },
    },
  },
  deleteForm: {
    summary: removing.summary,
    method: 'DELETE',
    path: '/:orgId/forms/:formId',
    access: { org: 'manage_members' },
    consequence: 'none',
    reply: done('Form deleted successfully'),
    fails: [...removing.fails, FormAskedOfApplicants, FormOfWaiting],
    costs: { depth: 4, read: 7, write: 11 },
    example: { as: 'ada', path: { orgId: 'demo-org-chess', formId: 'demo-form' } },
  },
} as const satisfies Rows

export const contract = declare('forms', 'Forms and their responses', {
  getForm: {
    summary: 'Get a form to fill in, and whether the caller has answered it',
    method: 'GET',
    path: '/get-form-by-id/:id',
    access: 'optional',
    // Only responses for this event.
    query: z.strictObject({ eventId: z.optional(Id) }),
    reply: flat(
      z.object({
        form: FormView,
        ownerInfo: z.nullable(z.object({ name: z.string(), type: z.enum(['User', 'Org']) })),
        hasSubmitted: z.boolean(),
        isAuthenticated: z.boolean(),
      }),
    ),
    fails: [FormNotFound],
    costs: { depth: 3, read: 3.5, write: 0 },
    example: { as: 'ada', path: { id: 'demo-form' } },
  },
  submitFormResponse: {
    summary: 'Submit a response to a form; signed-out callers only where the form allows it',
    method: 'POST',
    path: '/submit-form-response',
    creates: createRepeatSeconds,
    access: 'optional',
    body: Submission,
    reply: flat(z.object({ formResponse: ResponseView }), 'Form response submitted', { status: 201 }),
    fails: [
      FormIncomplete,
      FormNotFound,
      AnsweredByApplying,
      FormClosed,
      AuthRequired,
      GuestDetailsRequired,
      GuestEmailInvalid,
      EventNotLinked,
      EventNotFound,
      NotRegistered,
      NotAttended,
      FeedbackNotOpen,
      ConcurrentChange,
      InvalidAnswers,
      AnswersTooLarge,
      AlreadySubmitted,
    ],
    limits: submitLimits,
    costs: { depth: 4, read: 4, write: 6 },
    example: {
      as: 'ada',
      body: { formId: 'demo-form', responses: [{ referenceId: 'demo-question', answer: 'Ada' }] },
    },
  },
  listFormResponses: {
    summary: 'List the responses to a form the caller can read, newest first',
    method: 'GET',
    path: '/form/:formId/responses',
    access: 'caller',
    query: Page,
    reply: flat(z.object({ responses: z.array(ResponseView), nextCursor: z.optional(z.string()) })),
    fails: [FormNotFound, ResponsesForbidden],
    costs: { depth: 3, read: 6, write: 0 },
    example: { as: 'ada', path: { formId: 'demo-form' } },
  },
  listEventForms: {
    summary: 'List the forms of an organization for its event managers, last changed first',
    method: 'GET',
    path: '/org-event-management/:orgId/forms',
    access: { org: 'manage_events' },
    query: Page,
    reply: flat(z.object({ data: z.array(FormView), nextCursor: z.optional(z.string()) })),
    costs: { depth: 2, read: 4.5, write: 0 },
    example: { as: 'ada', path: { orgId: 'demo-org-chess' } },
  },
  createEventForm: {
    summary: 'Create a form that events of an organization can use',
    publishes: true,
    method: 'POST',
    path: '/org-event-management/:orgId/forms',
    creates: createRepeatSeconds,
    access: { org: 'manage_events' },
    begins: true,
    body: NewForm,
    reply: data(FormView, 'Form created successfully', { status: 201 }),
    costs: { depth: 3, read: 4, write: 6 },
    example: { as: 'ada', path: { orgId: 'demo-org-chess' }, body: { form: pieces } },
  },
  updateEventForm: {
    summary: 'Update a form that events of an organization can use',
    publishes: true,
    method: 'PUT',
    path: '/org-event-management/:orgId/forms/:formId',
    access: { org: 'manage_events' },
    begins: true,
    body: ChangedForm,
    reply: data(FormView, 'Form updated successfully'),
    fails: [FormNotYours, ConcurrentChange],
    costs: { depth: 3, read: 5, write: 5 },
    example: {
      as: 'ada',
      path: { orgId: 'demo-org-chess', formId: 'demo-form' },
      body: { form: { title: 'Registration' } },
    },
  },
  deleteEventForm: {
    summary: removing.summary,
    method: 'DELETE',
    path: '/org-event-management/:orgId/forms/:formId',
    access: { org: 'manage_events' },
    consequence: 'none',
    reply: done('Form deleted successfully'),
    fails: [...removing.fails, FormAskedOfApplicants, FormOfWaiting],
    costs: { depth: 4, read: 7, write: 11 },
    example: { as: 'ada', path: { orgId: 'demo-org-chess', formId: 'demo-form' } },
  },
})
