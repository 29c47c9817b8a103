// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { FormChange, FormDraft, FormView, ResponseView } from './schemas.ts'
import { operation } from './send.ts'

export type GetFormInput = { readonly id: string } & { readonly eventId?: string | undefined }
export type GetFormData = {
  readonly form: FormView
  readonly ownerInfo: { readonly name: string; readonly type: 'User' | 'Org' } | null
  readonly hasSubmitted: boolean
  readonly isAuthenticated: boolean
}
export type GetFormFailure =
  | Anywhere
  | Failed<403, 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'FORM_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type SubmitFormResponseInput = ({
  readonly formId?: string | undefined
  readonly responses?: readonly ({ readonly referenceId: string; readonly answer?: string | readonly string[] | null | undefined })[] | undefined
  readonly guestName?: string | undefined
  readonly guestEmail?: string | undefined
  readonly eventId?: string | null | undefined
})
export type SubmitFormResponseData = { readonly formResponse: ResponseView }
export type SubmitFormResponseFailure =
  | Anywhere
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | undefined | 'EMAIL_INVALID' | 'EVENT_NOT_LINKED' | 'FEEDBACK_NOT_OPEN' | 'INVALID_FORM_ANSWERS' | 'ANSWERS_TOO_LARGE'>
  | Failed<401, 'AUTH_REQUIRED'>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'MEMBER_FORM' | 'FORM_CLOSED' | 'NOT_ATTENDED'>
  | Failed<404, 'FORM_NOT_FOUND' | undefined>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED' | 'CONCURRENT_CHANGE' | 'ALREADY_SUBMITTED'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListFormResponsesInput = { readonly formId: string } & {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}
export type ListFormResponsesData = { readonly responses: readonly ResponseView[]; readonly nextCursor?: string | undefined }
export type ListFormResponsesFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'FORBIDDEN'>
  | Failed<404, 'FORM_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListEventFormsInput = { readonly orgId: string } & {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}
export type ListEventFormsData = { readonly data: readonly FormView[]; readonly nextCursor?: string | undefined }
export type ListEventFormsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CreateEventFormInput = { readonly orgId: string } & { readonly form: FormDraft }
export type CreateEventFormData = FormView
export type CreateEventFormFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type UpdateEventFormInput = { readonly orgId: string; readonly formId: string } & { readonly form: FormChange }
export type UpdateEventFormData = FormView
export type UpdateEventFormFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'FORM_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type DeleteEventFormInput = { readonly orgId: string; readonly formId: string }
export type DeleteEventFormData = undefined
export type DeleteEventFormFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'FORM_NOT_FOUND'>
  | Failed<409, 'FORM_IN_USE' | 'CONCURRENT_CHANGE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

/** Forms and what people answer. */
export const forms = (send: Send) => ({
  /** A form to fill in, and whether the caller has done so. `GET /get-form-by-id/:id` */
  getForm: operation<GetFormInput, GetFormData, GetFormFailure>(
    send,
    { method: 'GET', path: '/get-form-by-id/:id', query: ['eventId'], reads: 'flat', open: true },
  ),
  /** Answers a form; without signing in only where the form allows it. `POST /submit-form-response` */
  submitFormResponse: operation<SubmitFormResponseInput, SubmitFormResponseData, SubmitFormResponseFailure>(
    send,
    { method: 'POST', path: '/submit-form-response', body: true, reads: 'flat', open: true, keyed: true },
  ),
  /** Responses to a form, newest first, for who may read them. `GET /form/:formId/responses` */
  listFormResponses: operation<ListFormResponsesInput, ListFormResponsesData, ListFormResponsesFailure>(
    send,
    { method: 'GET', path: '/form/:formId/responses', query: ['page','limit','cursor'], reads: 'flat' },
  ),
  /** Forms of an organization for who manages its events, last changed first. `GET /org-event-management/:orgId/forms` */
  listEventForms: operation<ListEventFormsInput, ListEventFormsData, ListEventFormsFailure>(
    send,
    { method: 'GET', path: '/org-event-management/:orgId/forms', query: ['page','limit','cursor'], reads: 'flat' },
  ),
  /** Makes a form that events of an organization can use. `POST /org-event-management/:orgId/forms` */
  createEventForm: operation<CreateEventFormInput, CreateEventFormData, CreateEventFormFailure>(
    send,
    { method: 'POST', path: '/org-event-management/:orgId/forms', body: true, reads: 'data', keyed: true },
  ),
  /** Changes a form that events of an organization can use. `PUT /org-event-management/:orgId/forms/:formId` */
  updateEventForm: operation<UpdateEventFormInput, UpdateEventFormData, UpdateEventFormFailure>(
    send,
    { method: 'PUT', path: '/org-event-management/:orgId/forms/:formId', body: true, reads: 'data' },
  ),
  /** Deletes a form for good: it is gone at once, what people answered to it within minutes. Refused while applicants, or an event that is not over, are asked with it; to keep the answers, close the form instead. `DELETE /org-event-management/:orgId/forms/:formId` */
  deleteEventForm: operation<DeleteEventFormInput, DeleteEventFormData, DeleteEventFormFailure>(
    send,
    { method: 'DELETE', path: '/org-event-management/:orgId/forms/:formId', reads: 'done' },
  ),
})
