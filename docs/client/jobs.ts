// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { AssignmentChange, AssignmentDraft, AssignmentView, JobChange, JobDraft, JobView, JobWithPeople, MyAssignment, OrgRoleChange, OrgRoleDraft, OrgRoleView, SignupDraft, SignupView } from './schemas.ts'
import { operation } from './send.ts'

export type ListOrgEventRolesInput = { readonly orgId: string } & { readonly limit?: string | undefined; readonly cursor?: string | undefined }
export type ListOrgEventRolesData = { readonly roles: readonly OrgRoleView[]; readonly nextCursor?: string | undefined }
export type ListOrgEventRolesFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CreateOrgEventRoleInput = { readonly orgId: string } & OrgRoleDraft
export type CreateOrgEventRoleData = { readonly role: OrgRoleView }
export type CreateOrgEventRoleFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED' | 'EVENT_ROLE_EXISTS'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type UpdateOrgEventRoleInput = { readonly orgId: string; readonly roleId: string } & OrgRoleChange
export type UpdateOrgEventRoleData = { readonly role: OrgRoleView }
export type UpdateOrgEventRoleFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'ORG_EVENT_ROLE_NOT_FOUND'>
  | Failed<409, 'EVENT_ROLE_EXISTS' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type DeleteOrgEventRoleInput = { readonly orgId: string; readonly roleId: string }
export type DeleteOrgEventRoleData = undefined
export type DeleteOrgEventRoleFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'ORG_EVENT_ROLE_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListEventJobsInput = { readonly orgId: string; readonly eventId: string }
export type ListEventJobsData = { readonly roles: readonly JobWithPeople[]; readonly assignmentsTruncated: boolean }
export type ListEventJobsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CreateEventJobInput = { readonly orgId: string; readonly eventId: string } & JobDraft
export type CreateEventJobData = { readonly role: JobView }
export type CreateEventJobFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | 'ROLE_NAME_REQUIRED' | 'INVALID_SHIFT' | 'AGENDA_ITEM_UNKNOWN'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined | 'ORG_EVENT_ROLE_NOT_FOUND'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED' | 'TOO_MANY_ROLES'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type UpdateEventJobInput = { readonly orgId: string; readonly eventId: string; readonly roleId: string } & JobChange
export type UpdateEventJobData = { readonly role: JobView }
export type UpdateEventJobFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'ROLE_NAME_REQUIRED' | 'INVALID_SHIFT' | 'AGENDA_ITEM_UNKNOWN'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined | 'EVENT_ROLE_NOT_FOUND'>
  | Failed<409, 'BELOW_FILLED_COUNT' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type DeleteEventJobInput = { readonly orgId: string; readonly eventId: string; readonly roleId: string }
export type DeleteEventJobData = undefined
export type DeleteEventJobFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined | 'EVENT_ROLE_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListAssignmentsInput = { readonly orgId: string; readonly eventId: string } & {
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
  readonly roleId?: string | undefined
}
export type ListAssignmentsData = { readonly assignments: readonly AssignmentView[]; readonly nextCursor?: string | undefined }
export type ListAssignmentsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CreateAssignmentInput = { readonly orgId: string; readonly eventId: string } & AssignmentDraft
export type CreateAssignmentData = { readonly assignment: AssignmentView }
export type CreateAssignmentFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | 'NOT_AN_ACTIVE_MEMBER' | 'ALREADY_ASSIGNED'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined | 'EVENT_ROLE_NOT_FOUND'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED' | 'ROLE_FULL' | 'SHIFT_OVERLAP' | 'TOO_MANY_SHIFTS' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type UpdateAssignmentInput = { readonly orgId: string; readonly eventId: string; readonly assignmentId: string } & AssignmentChange
export type UpdateAssignmentData = { readonly assignment: AssignmentView }
export type UpdateAssignmentFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'FORBIDDEN'>
  | Failed<404, undefined>
  | Failed<409, 'SHIFT_OVERLAP' | 'TOO_MANY_SHIFTS' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type DeleteAssignmentInput = { readonly orgId: string; readonly eventId: string; readonly assignmentId: string }
export type DeleteAssignmentData = undefined
export type DeleteAssignmentFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListMyAssignmentsInput = { readonly limit?: string | undefined; readonly cursor?: string | undefined }
export type ListMyAssignmentsData = { readonly assignments: readonly MyAssignment[]; readonly nextCursor?: string | undefined }
export type ListMyAssignmentsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CreateVolunteerSignupInput = { readonly orgId: string; readonly eventId: string } & SignupDraft
export type CreateVolunteerSignupData = { readonly signup: SignupView }
export type CreateVolunteerSignupFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | 'INVALID_SHIFT' | 'ALREADY_SIGNED_UP' | 'SHIFT_OVERLAP'>
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'ORG_INACTIVE'>
  | Failed<404, undefined | 'EVENT_ROLE_NOT_FOUND'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED' | 'TOO_MANY_SHIFTS' | 'ROLE_FULL' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListVolunteerSignupsInput = { readonly orgId: string; readonly eventId: string } & { readonly limit?: string | undefined; readonly cursor?: string | undefined }
export type ListVolunteerSignupsData = { readonly signups: readonly SignupView[]; readonly nextCursor?: string | undefined }
export type ListVolunteerSignupsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type DecideVolunteerSignupInput = { readonly orgId: string; readonly eventId: string; readonly signupId: string } & { readonly status: 'approved' | 'rejected' | 'cancelled' }
export type DecideVolunteerSignupData = { readonly signup: SignupView }
export type DecideVolunteerSignupFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'NOT_AN_ACTIVE_MEMBER' | 'ALREADY_ASSIGNED'>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'FORBIDDEN' | 'ORG_INACTIVE'>
  | Failed<404, undefined | 'SIGNUP_NOT_FOUND' | 'EVENT_ROLE_NOT_FOUND'>
  | Failed<409, 'SIGNUP_DECIDED' | 'ROLE_FULL' | 'SHIFT_OVERLAP' | 'TOO_MANY_SHIFTS' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

/** Jobs at events: who does what, and who offers to. */
export const jobs = (send: Send) => ({
  /** Templates of jobs that an organization uses, by name. `GET /org-event-management/:orgId/event-roles` */
  listOrgEventRoles: operation<ListOrgEventRolesInput, ListOrgEventRolesData, ListOrgEventRolesFailure>(
    send,
    { method: 'GET', path: '/org-event-management/:orgId/event-roles', query: ['limit','cursor'], reads: 'data' },
  ),
  /** Makes a template of jobs; names are unique, however they are written. `POST /org-event-management/:orgId/event-roles` */
  createOrgEventRole: operation<CreateOrgEventRoleInput, CreateOrgEventRoleData, CreateOrgEventRoleFailure>(
    send,
    { method: 'POST', path: '/org-event-management/:orgId/event-roles', body: true, reads: 'data', keyed: true },
  ),
  /** Changes a template; jobs that were made from it stay as they are. `PUT /org-event-management/:orgId/event-roles/:roleId` */
  updateOrgEventRole: operation<UpdateOrgEventRoleInput, UpdateOrgEventRoleData, UpdateOrgEventRoleFailure>(
    send,
    { method: 'PUT', path: '/org-event-management/:orgId/event-roles/:roleId', body: true, reads: 'data' },
  ),
  /** Removes a template; jobs that were made from it stay. `DELETE /org-event-management/:orgId/event-roles/:roleId` */
  deleteOrgEventRole: operation<DeleteOrgEventRoleInput, DeleteOrgEventRoleData, DeleteOrgEventRoleFailure>(
    send,
    { method: 'DELETE', path: '/org-event-management/:orgId/event-roles/:roleId', reads: 'done' },
  ),
  /** Jobs of an event with whoever is assigned; the first 200 assignments of all. `GET /org-event-management/:orgId/events/:eventId/roles` */
  listEventJobs: operation<ListEventJobsInput, ListEventJobsData, ListEventJobsFailure>(
    send,
    { method: 'GET', path: '/org-event-management/:orgId/events/:eventId/roles', reads: 'data' },
  ),
  /** Makes a job of an event, by a name or by a template; without times it takes those of the event. `POST /org-event-management/:orgId/events/:eventId/roles` */
  createEventJob: operation<CreateEventJobInput, CreateEventJobData, CreateEventJobFailure>(
    send,
    { method: 'POST', path: '/org-event-management/:orgId/events/:eventId/roles', body: true, reads: 'data', keyed: true },
  ),
  /** Changes a job; shifts of the assigned follow within minutes. `PUT /org-event-management/:orgId/events/:eventId/roles/:roleId` */
  updateEventJob: operation<UpdateEventJobInput, UpdateEventJobData, UpdateEventJobFailure>(
    send,
    { method: 'PUT', path: '/org-event-management/:orgId/events/:eventId/roles/:roleId', body: true, reads: 'data' },
  ),
  /** Removes a job; its assignments and sign-ups follow within minutes. `DELETE /org-event-management/:orgId/events/:eventId/roles/:roleId` */
  deleteEventJob: operation<DeleteEventJobInput, DeleteEventJobData, DeleteEventJobFailure>(
    send,
    { method: 'DELETE', path: '/org-event-management/:orgId/events/:eventId/roles/:roleId', reads: 'done' },
  ),
  /** Assignments of an event, or of one of its jobs. `GET /org-event-management/:orgId/events/:eventId/assignments` */
  listAssignments: operation<ListAssignmentsInput, ListAssignmentsData, ListAssignmentsFailure>(
    send,
    { method: 'GET', path: '/org-event-management/:orgId/events/:eventId/assignments', query: ['limit','cursor','roleId'], reads: 'data' },
  ),
  /** Assigns an active member of an organization of the event to a job, who is notified. `POST /org-event-management/:orgId/events/:eventId/assignments` */
  createAssignment: operation<CreateAssignmentInput, CreateAssignmentData, CreateAssignmentFailure>(
    send,
    { method: 'POST', path: '/org-event-management/:orgId/events/:eventId/assignments', body: true, reads: 'data', keyed: true },
  ),
  /** Changes an assignment; the assigned confirm or decline their own. `PUT /org-event-management/:orgId/events/:eventId/assignments/:assignmentId` */
  updateAssignment: operation<UpdateAssignmentInput, UpdateAssignmentData, UpdateAssignmentFailure>(
    send,
    { method: 'PUT', path: '/org-event-management/:orgId/events/:eventId/assignments/:assignmentId', body: true, reads: 'data' },
  ),
  /** Removes an assignment for good; its place is free again. `DELETE /org-event-management/:orgId/events/:eventId/assignments/:assignmentId` */
  deleteAssignment: operation<DeleteAssignmentInput, DeleteAssignmentData, DeleteAssignmentFailure>(
    send,
    { method: 'DELETE', path: '/org-event-management/:orgId/events/:eventId/assignments/:assignmentId', reads: 'done' },
  ),
  /** Jobs that the caller is assigned to and that are not over, soonest first. `GET /my-assignments` */
  listMyAssignments: operation<ListMyAssignmentsInput, ListMyAssignmentsData, ListMyAssignmentsFailure>(
    send,
    { method: 'GET', path: '/my-assignments', query: ['limit','cursor'], reads: 'data' },
  ),
  /** Offers to do a job: members of an organization of the event, or anybody where it is open to all. `POST /org-event-management/:orgId/events/:eventId/volunteer-signups` */
  createVolunteerSignup: operation<CreateVolunteerSignupInput, CreateVolunteerSignupData, CreateVolunteerSignupFailure>(
    send,
    { method: 'POST', path: '/org-event-management/:orgId/events/:eventId/volunteer-signups', body: true, reads: 'data', keyed: true },
  ),
  /** Offers to do jobs of an event. `GET /org-event-management/:orgId/events/:eventId/volunteer-signups` */
  listVolunteerSignups: operation<ListVolunteerSignupsInput, ListVolunteerSignupsData, ListVolunteerSignupsFailure>(
    send,
    { method: 'GET', path: '/org-event-management/:orgId/events/:eventId/volunteer-signups', query: ['limit','cursor'], reads: 'data' },
  ),
  /** Approves an offer, which assigns, or rejects it; its owner cancels it. `PUT /org-event-management/:orgId/events/:eventId/volunteer-signups/:signupId` */
  decideVolunteerSignup: operation<DecideVolunteerSignupInput, DecideVolunteerSignupData, DecideVolunteerSignupFailure>(
    send,
    { method: 'PUT', path: '/org-event-management/:orgId/events/:eventId/volunteer-signups/:signupId', body: true, reads: 'data' },
  ),
})
