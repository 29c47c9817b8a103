import * as z from 'zod/mini'
import { NotAMember } from '../../lib/contract/failures.ts'
import { holds } from '../../lib/contract/fields.ts'
import { PageQuery } from '../../lib/contract/paging.ts'
import { NotAnOrgMember, OrganizationNotFound, permissionRequired } from '../../lib/contract/permissions.ts'
import { flat } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import { BadFilter, MonthRequired, NoSuchEvent, RangeRequired, RangeTooLong } from './contract/failures.ts'
import { EventList, EventPageView, EventView, FeedQuery, OwnEvent, Pagination } from './contract/shapes.ts'

export { AgendaItem, PublicAgenda } from './contract/agenda-shapes.ts'
export * from './contract/approval-shapes.ts'
export * from './contract/desk-shapes.ts'
export { AttendeeVisibility, EventStatus, eventStatuses } from './contract/event-shapes.ts'
export { CheckInNotOffered, EventChanged, EventNotFound, HostOnly } from './contract/failures.ts'
export { HostView } from './contract/host-shapes.ts'
export {
  changesRequested,
  Helper,
  PlannedCard,
  PlannedEvent,
  SkippedDate,
} from './contract/planned-shapes.ts'
export {
  bodyFields,
  cardFields,
  Moment,
  plannerFields,
  textFields,
} from './contract/planner-fields.ts'
export { AttendeeView, EventView, GuestView } from './contract/shapes.ts'

const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)
const Text = z.string().check(z.maxLength(100))
const Amount = Text.check(holds('number'))
const Moment = Text.check(holds('date'))

const Paged = z.object({ ...EventList, pagination: Pagination })
const Few = z.object({ limit: maybe(Amount) })
const feed = { revalidate: true } as const

export const contract = declare('events', 'Events: lists and details', {
  getEvent: {
    summary: 'Get an event with its first 50 attendees',
    method: 'GET',
    counted: true,
    path: '/get-event/:event_id',
    access: 'optional',
    query: z.object({ type: maybe(z.enum(['approval'])) }),
    reply: flat(z.object({ event: EventPageView }), undefined, feed),
    fails: [NoSuchEvent],
    costs: { depth: 3, read: 8.5, write: 0 },
    example: { as: 'ada', path: { event_id: 'demo-event' } },
  },
  listFutureEvents: {
    summary: 'List upcoming and current public events, soonest first; `search` matches the start of words',
    method: 'GET',
    counted: true,
    path: '/get-future-events',
    access: 'optional',
    query: z.object({ ...FeedQuery, search: maybe(Text) }),
    reply: flat(Paged, undefined, feed),
    fails: [BadFilter],
    costs: { depth: 2, read: 2.5, write: 0 },
    example: { as: 'ada', query: { limit: '10', filter: '{"type":{"$in":["Meeting","Social"]}}' } },
  },
  listAllEvents: {
    summary: 'List all public events that are live',
    replacedBy: 'listFutureEvents',
    method: 'GET',
    counted: true,
    path: '/get-all-events',
    access: 'optional',
    query: z.object(PageQuery),
    reply: flat(Paged, undefined, feed),
    costs: { depth: 1, read: 0.5, write: 0 },
    example: { query: { page: '1' } },
  },
  listEventsOfMonth: {
    summary: "List public events that take place in a month, in the school's time zone, past ones included",
    method: 'GET',
    counted: true,
    path: '/get-events-by-month',
    access: 'caller',
    query: z.object({ ...FeedQuery, month: maybe(Amount), year: maybe(Amount) }),
    reply: flat(z.object(EventList), undefined, feed),
    fails: [MonthRequired, BadFilter],
    costs: { depth: 2, read: 3, write: 0 },
    example: { as: 'ada', query: { month: '5', year: '2026' } },
  },
  listEventsBetween: {
    summary: 'List public events that take place between two times or days, both included; up to 93 days',
    method: 'GET',
    counted: true,
    path: '/get-events-by-range',
    access: 'caller',
    query: z.object({ ...FeedQuery, start: maybe(Moment), end: maybe(Moment) }),
    reply: flat(z.object(EventList), undefined, feed),
    fails: [RangeRequired, RangeTooLong, BadFilter],
    costs: { depth: 2, read: 3, write: 0 },
    example: { as: 'ada', query: { start: '2026-05-01', end: '2026-05-31' } },
  },
  listMyEvents: {
    summary: 'List events that the caller hosts, or that organizations host whose events the caller manages',
    method: 'GET',
    counted: true,
    path: '/get-my-events',
    access: 'caller',
    query: z.object({
      ...PageQuery,
      orgId: maybe(z.string().check(z.maxLength(128))),
      type: maybe(z.enum(['future', 'past', 'ongoing', 'archived', 'pending', 'draft'])),
      sort: maybe(z.enum(['asc', 'desc'])),
    }),
    reply: flat(z.object({ ...EventList, events: z.array(OwnEvent) })),
    fails: [NotAMember, OrganizationNotFound, NotAnOrgMember, permissionRequired('manage_events')],
    costs: { depth: 2, read: 3, write: 0 },
    example: { as: 'ada', query: { type: 'future' } },
  },
  listGoingEvents: {
    summary: 'List events the caller attends or waits for that have not ended, soonest first',
    method: 'GET',
    counted: true,
    path: '/going-events',
    access: 'caller',
    query: z.object(PageQuery),
    reply: flat(
      z.object({
        events: z.array(
          z.object({
            ...EventView.shape,
            rsvpStatus: z.enum(['attending', 'waitlisted']),
            guestCount: z.number(),
          }),
        ),
        nextCursor: maybe(z.string()),
      }),
    ),
    costs: { depth: 2, read: 3.5, write: 0 },
    example: { as: 'ada', query: { limit: '20' } },
  },
  listEventsOfSameHost: {
    summary: "List other events of an event's host, soonest first",
    method: 'GET',
    counted: true,
    path: '/events-by-creator/:eventId',
    access: 'optional',
    query: Few,
    reply: flat(z.object({ events: z.array(EventView) })),
    fails: [NoSuchEvent],
    costs: { depth: 3, read: 5, write: 0 },
    example: { as: 'ada', path: { eventId: 'demo-event' }, query: { limit: '3' } },
  },
  recommendEvents: {
    summary: 'Recommend events to the caller by organizations, tags and popularity',
    method: 'GET',
    counted: true,
    path: '/event-recommendation',
    access: 'caller',
    query: Few,
    reply: flat(z.object({ events: z.array(EventView) })),
    costs: { depth: 2, read: 4.5, write: 0 },
    example: { as: 'ada', query: { limit: '5' } },
  },
})
