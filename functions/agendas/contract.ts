import * as z from 'zod/mini'
import { conflict, forbidden, invalid, notFound } from '../../lib/contract/failure.ts'
import { Id, prose, Timestamp } from '../../lib/contract/fields.ts'
import { createRepeatSeconds } from '../../lib/contract/idempotency.ts'
import { data, done, flat } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import { PublicAgenda } from '../events/contract.ts'

/** These two failures have a message and no code. */
export const AgendaNotFound = notFound('Agenda not found', 'AGENDA_NOT_FOUND', 'header')
export const EmptyAgenda = invalid('Cannot publish an empty agenda', 'EMPTY_AGENDA', 'header')

export const EventNotFound = notFound('Event not found', 'EVENT_NOT_FOUND', 'header')
export const EventChanged = conflict('Event was changed by someone else', 'CONCURRENT_CHANGE')
export const AgendaItemNotFound = notFound('Agenda item not found', 'AGENDA_ITEM_NOT_FOUND')
/** The operation's message names the item, counted from 1, and the problem (rules/agendas 7). */
export const AgendaItemInvalid = invalid('Agenda item is not valid.', 'AGENDA_ITEM_INVALID')
export const AgendaFull = invalid('An agenda has at most 200 items. Delete one first.', 'AGENDA_FULL')
export const AgendaTooLarge = invalid(
  'The agenda is too large. Shorten its items, or delete some.',
  'AGENDA_TOO_LARGE',
)
export const AgendaOfOrganization = forbidden(
  'An organization hosts this event. Edit the agenda as that organization.',
  'AGENDA_OF_ORGANIZATION',
)
export const NotYourEvent = forbidden('You are not authorized to edit this event.', 'NOT_YOUR_EVENT')
/** Only the host may move the end of an event. */
export const HostOnly = forbidden('Only the host organization can perform this action', 'HOST_ONLY', 'header')

export { PublicAgenda } from '../events/contract.ts'

const words = (max: number) => z.optional(z.nullable(prose(max)))

/** Item types that clients offer. */
const ItemType = z.enum(['Activity', 'Break', 'Setup', 'Breakdown', 'Transition', 'Speaker', 'Custom'])

const fields = {
  title: words(200),
  description: words(5000),
  location: words(300),
  startTime: z.optional(z.nullable(Timestamp)),
  endTime: z.optional(z.nullable(Timestamp)),
  type: z.optional(ItemType),
  customTag: words(60),
  customColor: z.optional(
    z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'Expected a colour such as #a855f7'))),
  ),
  assignedRoles: z.optional(z.array(Id).check(z.maxLength(20))),
  isPublic: z.optional(z.boolean()),
  order: z.optional(z.int().check(z.minimum(0), z.maximum(100_000))),
}

/** An item in a request. `itemOf` reports missing fields. Null removes an optional field. */
export const ItemDraft = z.object({
  id: z.optional(z.nullable(z.string().check(z.maxLength(128)))),
  ...fields,
})
export type ItemDraft = z.infer<typeof ItemDraft>

/** A change to an item. The item keeps its id. */
export const ItemChange = z.object(fields)
export type ItemChange = z.infer<typeof ItemChange>

const ItemDrafts = z.array(ItemDraft)

const ItemView = z.object({
  id: z.string(),
  title: z.string(),
  description: z.optional(z.string()),
  location: z.optional(z.string()),
  startTime: z.string(),
  endTime: z.string(),
  type: ItemType,
  customTag: z.optional(z.string()),
  customColor: z.optional(z.string()),
  assignedRoles: z.array(z.string()),
  isPublic: z.boolean(),
  order: z.number(),
})

/** The organizers' view. While no agenda exists, `_id` is null and `version` is 0. */
const AgendaView = z.object({
  ...PublicAgenda.shape,
  _id: z.nullable(z.string()),
  internalNotes: z.optional(z.string()),
  version: z.number(),
  createdAt: z.optional(z.string()),
  updatedAt: z.optional(z.string()),
})

export const Notes = words(5000)

/** The version that was read. An agenda that changed since is not overwritten. */
const Version = z.optional(z.int())

const organizer = { org: 'manage_events' } as const
const agenda = '/org-event-management/:orgId/events/:eventId/agenda'
const place = { orgId: 'demo-org-chess', eventId: 'demo-event' }
const item = {
  title: 'Doors open',
  startTime: '2026-04-02T17:00:00.000Z',
  endTime: '2026-04-02T17:30:00.000Z',
}

const editing = [EventNotFound, EventChanged] as const
const judging = [AgendaItemInvalid, AgendaFull, AgendaTooLarge] as const

export const contract = declare('agendas', 'Event agendas', {
  getAgenda: {
    summary: 'Get the agenda of an event as its organizers edit it; empty if none exists yet',
    method: 'GET',
    path: agenda,
    access: organizer,
    reply: data(z.object({ agenda: AgendaView })),
    fails: [EventNotFound],
    costs: { depth: 2, read: 6, write: 0 },
    example: { as: 'ada', path: place },
  },
  saveAgenda: {
    summary: 'Replace all agenda items, which unpublishes the agenda, or the notes, which does not',
    publishes: true,
    method: 'POST',
    path: agenda,
    access: organizer,
    body: z.object({
      items: z.optional(ItemDrafts),
      publicNotes: Notes,
      internalNotes: Notes,
      /** Publishing is a separate operation. */
      isPublished: z.optional(z.never()),
      version: Version,
    }),
    reply: data(z.object({ agenda: AgendaView }), 'Agenda updated successfully'),
    fails: [...editing, ...judging],
    costs: { depth: 3, read: 6, write: 1 },
    example: { as: 'ada', path: place, body: { items: [item], publicNotes: 'Bring a board.' } },
  },
  createAgendaItem: {
    summary: 'Add an agenda item; the agenda is not public until you publish it again',
    publishes: true,
    method: 'POST',
    path: `${agenda}/items`,
    creates: createRepeatSeconds,
    access: organizer,
    body: ItemDraft,
    reply: data(z.object({ item: ItemView, agenda: AgendaView }), 'Agenda item created successfully', {
      status: 201,
    }),
    fails: [...editing, ...judging],
    costs: { depth: 3, read: 6, write: 2 },
    example: { as: 'ada', path: place, body: item },
  },
  updateAgendaItem: {
    summary: 'Update an agenda item; the agenda is not public until you publish it again',
    publishes: true,
    method: 'PUT',
    path: `${agenda}/items/:itemId`,
    access: organizer,
    body: ItemChange,
    reply: data(z.object({ item: ItemView }), 'Agenda item updated successfully'),
    fails: [...editing, AgendaNotFound, AgendaItemNotFound, AgendaItemInvalid, AgendaTooLarge],
    costs: { depth: 3, read: 6, write: 1 },
    example: { as: 'ada', path: { ...place, itemId: 'demo-item' }, body: { title: 'Doors open early' } },
  },
  deleteAgendaItem: {
    summary: 'Delete an agenda item; the agenda is not public until you publish it again',
    method: 'DELETE',
    path: `${agenda}/items/:itemId`,
    access: organizer,
    consequence: 'none',
    reply: done('Agenda item deleted successfully'),
    fails: [...editing, AgendaNotFound, AgendaItemNotFound],
    costs: { depth: 3, read: 6, write: 1 },
    example: { as: 'ada', path: { ...place, itemId: 'demo-item' } },
  },
  publishAgenda: {
    summary:
      'Publish the agenda; `newEndTime` first moves the end of the event, as an edit of the event does',
    publishes: true,
    method: 'POST',
    path: `${agenda}/publish`,
    access: organizer,
    body: z.optional(z.object({ newEndTime: z.optional(z.nullable(Timestamp)) })),
    reply: data(z.object({ agenda: AgendaView }), 'Agenda published successfully'),
    fails: [AgendaNotFound, EmptyAgenda, HostOnly],
    costs: { depth: 2, read: 5, write: 1 },
    example: { as: 'ada', path: place },
  },
  updateEventAgenda: {
    summary: 'Replace and publish the agenda of an event that the caller hosts as a person',
    publishes: true,
    method: 'POST',
    path: '/update-event-agenda/:eventId',
    access: 'caller',
    body: z.object({ agenda: ItemDrafts, version: Version }),
    reply: flat(
      z.object({
        event: z.object({ _id: z.string(), name: z.string(), eventAgenda: AgendaView }),
      }),
      'Agenda updated successfully',
    ),
    fails: [...editing, ...judging, NotYourEvent, AgendaOfOrganization],
    costs: { depth: 3, read: 4, write: 1 },
    example: { as: 'ada', path: { eventId: 'demo-event' }, body: { agenda: [item] } },
  },
  getPublicAgenda: {
    summary: 'Get the published agenda of an event the caller can see, without staff-only items',
    method: 'GET',
    path: '/events/:eventId/agenda',
    access: 'optional',
    reply: data(z.object({ agenda: PublicAgenda })),
    fails: [EventNotFound, AgendaNotFound],
    costs: { depth: 1, read: 1, write: 0 },
    example: { path: { eventId: 'demo-event' } },
  },
})
