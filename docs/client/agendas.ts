// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { AgendaView, ItemChange, ItemDraft, ItemView, PublicAgenda } from './schemas.ts'
import { operation } from './send.ts'

export type GetAgendaInput = { readonly orgId: string; readonly eventId: string }
export type GetAgendaData = { readonly agenda: AgendaView }
export type GetAgendaFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type SaveAgendaInput = { readonly orgId: string; readonly eventId: string } & {
  readonly items?: readonly ItemDraft[] | undefined
  readonly publicNotes?: string | null | undefined
  readonly internalNotes?: string | null | undefined
  readonly isPublished?: never | undefined
}
export type SaveAgendaData = { readonly agenda: AgendaView }
export type SaveAgendaFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'AGENDA_ITEM_INVALID' | 'AGENDA_FULL' | 'AGENDA_TOO_LARGE'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CreateAgendaItemInput = { readonly orgId: string; readonly eventId: string } & ItemDraft
export type CreateAgendaItemData = { readonly item: ItemView; readonly agenda: AgendaView }
export type CreateAgendaItemFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | 'AGENDA_ITEM_INVALID' | 'AGENDA_FULL' | 'AGENDA_TOO_LARGE'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type UpdateAgendaItemInput = { readonly orgId: string; readonly eventId: string; readonly itemId: string } & ItemChange
export type UpdateAgendaItemData = { readonly item: ItemView }
export type UpdateAgendaItemFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'AGENDA_ITEM_INVALID' | 'AGENDA_TOO_LARGE'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined | 'AGENDA_ITEM_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type DeleteAgendaItemInput = { readonly orgId: string; readonly eventId: string; readonly itemId: string }
export type DeleteAgendaItemData = undefined
export type DeleteAgendaItemFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined | 'AGENDA_ITEM_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type PublishAgendaInput = { readonly orgId: string; readonly eventId: string } & { readonly newEndTime?: string | null | undefined }
export type PublishAgendaData = { readonly agenda: AgendaView }
export type PublishAgendaFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, undefined>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | undefined>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type UpdateEventAgendaInput = { readonly eventId: string } & { readonly agenda: readonly ItemDraft[] }
export type UpdateEventAgendaData = {
  readonly event: { readonly _id: string; readonly name: string; readonly eventAgenda: AgendaView }
}
export type UpdateEventAgendaFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'AGENDA_ITEM_INVALID' | 'AGENDA_FULL' | 'AGENDA_TOO_LARGE'>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'NOT_YOUR_EVENT' | 'AGENDA_OF_ORGANIZATION'>
  | Failed<404, undefined>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetPublicAgendaInput = { readonly eventId: string }
export type GetPublicAgendaData = { readonly agenda: PublicAgenda }
export type GetPublicAgendaFailure =
  | Anywhere
  | Failed<403, 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

/** Agendas of events. */
export const agendas = (send: Send) => ({
  /** The agenda of an event as its organizers keep it; an empty one while nobody has begun it. `GET /org-event-management/:orgId/events/:eventId/agenda` */
  getAgenda: operation<GetAgendaInput, GetAgendaData, GetAgendaFailure>(
    send,
    { method: 'GET', path: '/org-event-management/:orgId/events/:eventId/agenda', reads: 'data' },
  ),
  /** Replaces all items, which unpublishes the agenda, or the notes, which does not. `POST /org-event-management/:orgId/events/:eventId/agenda` */
  saveAgenda: operation<SaveAgendaInput, SaveAgendaData, SaveAgendaFailure>(
    send,
    { method: 'POST', path: '/org-event-management/:orgId/events/:eventId/agenda', body: true, reads: 'data' },
  ),
  /** Adds an item. The agenda is not public until it is published again. `POST /org-event-management/:orgId/events/:eventId/agenda/items` */
  createAgendaItem: operation<CreateAgendaItemInput, CreateAgendaItemData, CreateAgendaItemFailure>(
    send,
    { method: 'POST', path: '/org-event-management/:orgId/events/:eventId/agenda/items', body: true, reads: 'data', keyed: true },
  ),
  /** Changes fields of an item. The agenda is not public until it is published again. `PUT /org-event-management/:orgId/events/:eventId/agenda/items/:itemId` */
  updateAgendaItem: operation<UpdateAgendaItemInput, UpdateAgendaItemData, UpdateAgendaItemFailure>(
    send,
    { method: 'PUT', path: '/org-event-management/:orgId/events/:eventId/agenda/items/:itemId', body: true, reads: 'data' },
  ),
  /** Removes an item. The agenda is not public until it is published again. `DELETE /org-event-management/:orgId/events/:eventId/agenda/items/:itemId` */
  deleteAgendaItem: operation<DeleteAgendaItemInput, DeleteAgendaItemData, DeleteAgendaItemFailure>(
    send,
    { method: 'DELETE', path: '/org-event-management/:orgId/events/:eventId/agenda/items/:itemId', reads: 'done' },
  ),
  /** Makes the agenda public; `newEndTime` moves the end of the event first, as an edit of it would. `POST /org-event-management/:orgId/events/:eventId/agenda/publish` */
  publishAgenda: operation<PublishAgendaInput, PublishAgendaData, PublishAgendaFailure>(
    send,
    { method: 'POST', path: '/org-event-management/:orgId/events/:eventId/agenda/publish', body: true, reads: 'data' },
  ),
  /** Replaces and publishes the agenda of an event that the caller hosts in person. `POST /update-event-agenda/:eventId` */
  updateEventAgenda: operation<UpdateEventAgendaInput, UpdateEventAgendaData, UpdateEventAgendaFailure>(
    send,
    { method: 'POST', path: '/update-event-agenda/:eventId', body: true, reads: 'flat' },
  ),
  /** The published agenda of an event that the caller may see, without what is for its staff. `GET /events/:eventId/agenda` */
  getPublicAgenda: operation<GetPublicAgendaInput, GetPublicAgendaData, GetPublicAgendaFailure>(
    send,
    { method: 'GET', path: '/events/:eventId/agenda', reads: 'data', open: true },
  ),
})
