import * as z from 'zod/mini'
import { Timestamp } from '../../lib/contract/fields.ts'
import { data, done, flat } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import {
  AgendaFull,
  AgendaItemInvalid,
  AgendaItemNotFound,
  AgendaNotFound,
  AgendaOfOrganization,
  AgendaTooLarge,
  EmptyAgenda,
  EventChanged,
  EventNotFound,
  HostOnly,
  NotYourEvent,
} from './failures.ts'
import { AgendaView, ItemChange, ItemDraft, ItemDrafts, ItemView, Notes, PublicAgenda } from './shapes.ts'

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

export const contract = declare('agendas', 'Agendas of events', {
  getAgenda: {
    summary: 'The agenda of an event as its organizers keep it; an empty one while nobody has begun it',
    method: 'GET',
    path: agenda,
    access: organizer,
    reply: data(z.object({ agenda: AgendaView })),
    fails: [EventNotFound],
    example: { as: 'ada', path: place },
  },
  saveAgenda: {
    summary: 'Replaces all items, which unpublishes the agenda, or the notes, which does not',
    method: 'POST',
    path: agenda,
    access: organizer,
    body: z.object({
      items: z.optional(ItemDrafts),
      publicNotes: Notes,
      internalNotes: Notes,
      /** Publishing is an operation of its own. */
      isPublished: z.optional(z.never()),
    }),
    reply: data(z.object({ agenda: AgendaView }), 'Agenda updated successfully'),
    fails: [...editing, ...judging],
    example: { as: 'ada', path: place, body: { items: [item], publicNotes: 'Bring a board.' } },
  },
  createAgendaItem: {
    summary: 'Adds an item. The agenda is not public until it is published again',
    method: 'POST',
    path: `${agenda}/items`,
    access: organizer,
    body: ItemDraft,
    reply: data(z.object({ item: ItemView, agenda: AgendaView }), 'Agenda item created successfully', {
      status: 201,
    }),
    fails: [...editing, ...judging],
    example: { as: 'ada', path: place, body: item },
  },
  updateAgendaItem: {
    summary: 'Changes fields of an item. The agenda is not public until it is published again',
    method: 'PUT',
    path: `${agenda}/items/:itemId`,
    access: organizer,
    body: ItemChange,
    reply: data(z.object({ item: ItemView }), 'Agenda item updated successfully'),
    fails: [...editing, AgendaNotFound, AgendaItemNotFound, AgendaItemInvalid, AgendaTooLarge],
    example: { as: 'ada', path: { ...place, itemId: 'demo-item' }, body: { title: 'Doors open early' } },
  },
  deleteAgendaItem: {
    summary: 'Removes an item. The agenda is not public until it is published again',
    method: 'DELETE',
    path: `${agenda}/items/:itemId`,
    access: organizer,
    reply: done('Agenda item deleted successfully'),
    fails: [...editing, AgendaNotFound, AgendaItemNotFound],
    example: { as: 'ada', path: { ...place, itemId: 'demo-item' } },
  },
  publishAgenda: {
    summary: 'Makes the agenda public; `newEndTime` moves the end of the event first, as an edit of it would',
    method: 'POST',
    path: `${agenda}/publish`,
    access: organizer,
    body: z.optional(z.object({ newEndTime: z.optional(z.nullable(Timestamp)) })),
    reply: data(z.object({ agenda: AgendaView }), 'Agenda published successfully'),
    fails: [AgendaNotFound, EmptyAgenda, HostOnly],
    example: { as: 'ada', path: place },
  },
  updateEventAgenda: {
    summary: 'Replaces and publishes the agenda of an event that the caller hosts in person',
    method: 'POST',
    path: '/update-event-agenda/:eventId',
    access: 'caller',
    body: z.object({ agenda: ItemDrafts }),
    reply: flat(
      z.object({
        event: z.object({ _id: z.string(), name: z.string(), eventAgenda: AgendaView }),
      }),
      'Agenda updated successfully',
    ),
    fails: [...editing, ...judging, NotYourEvent, AgendaOfOrganization],
    example: { as: 'ada', path: { eventId: 'demo-event' }, body: { agenda: [item] } },
  },
  getPublicAgenda: {
    summary: 'The published agenda of an event that the caller may see, without what is for its staff',
    method: 'GET',
    path: '/events/:eventId/agenda',
    access: 'optional',
    reply: data(z.object({ agenda: PublicAgenda })),
    fails: [EventNotFound, AgendaNotFound],
    example: { path: { eventId: 'demo-event' } },
  },
})
