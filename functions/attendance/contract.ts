import * as z from 'zod/mini'
import { ConcurrentChange, OtherSchoolRefused } from '../../lib/contract/failures.ts'
import { Id } from '../../lib/contract/fields.ts'
import { OrgInactive } from '../../lib/contract/org-rules.ts'
import { PageQuery } from '../../lib/contract/paging.ts'
import { data, flat } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import { AnswersTooLarge, FormView, InvalidAnswers } from '../form-records/contract.ts'
import {
  BadStatus,
  CheckedIn,
  DeadlinePassed,
  EventEnded,
  EventFull,
  EventNotFound,
  FormMissing,
  NotForThem,
  NotRegistered,
  NotYours,
  RegistrationClosed,
  TooManyEvents,
} from './contract/failures.ts'
import { organizerRows } from './contract/organizer-rows.ts'
import { AttendeeView, GivenAnswer, GuestView, RsvpView, registrationFields } from './contract/shapes.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

const RegistrationReply = z.object({
  status: z.enum(['attending', 'waitlisted', 'not_attending']),
  waitlistPosition: maybe(z.number()),
  registrationCount: maybe(z.number()),
  data: z.object({ rsvp: maybe(RsvpView), promoted: maybe(z.number()) }),
})

const registrationFailures = [
  EventNotFound,
  OrgInactive,
  RegistrationClosed,
  DeadlinePassed,
  EventEnded,
  InvalidAnswers,
  AnswersTooLarge,
  EventFull,
  OtherSchoolRefused,
  ConcurrentChange,
] as const
const withdrawalFailures = [NotRegistered, CheckedIn] as const

const sample = { event_id: 'demo-event' }

export const contract = declare('attendance', 'Event registration, seats and the waitlist', {
  registerForEvent: {
    summary: 'Register the caller for an event, or change the registration; a full event may have a waitlist',
    method: 'POST',
    path: '/rsvp/:event_id',
    creates: 'once',
    access: 'caller',
    body: z.optional(z.object({ ...registrationFields, onlyChange: maybe(z.boolean()) })),
    reply: flat(RegistrationReply, 'Registered', { status: 201 }),
    fails: [...registrationFailures, NotRegistered],
    costs: { depth: 3, read: 5, write: 3 },
    example: { as: 'ada', path: sample, body: { guestCount: 1 } },
  },
  withdrawFromEvent: {
    summary: "Cancel the caller's registration; free seats go to the waitlist",
    method: 'DELETE',
    path: '/rsvp/:event_id',
    access: 'caller',
    reply: data(z.object({ promoted: z.number() }), 'Registration withdrawn'),
    fails: [EventNotFound, EventEnded, ...withdrawalFailures, ConcurrentChange],
    costs: { depth: 4, read: 5, write: 4 },
    example: { as: 'ada', path: sample },
  },
  setRsvp: {
    summary: 'Register or withdraw the caller by status: `attending` or `not_attending`',
    method: 'POST',
    path: '/api/events/:eventId/rsvp',
    creates: 'once',
    access: 'caller',
    body: z.object({ userId: Id, status: text.check(z.maxLength(40)), ...registrationFields }),
    reply: flat(RegistrationReply, 'Registered', { status: 201 }),
    fails: [BadStatus, NotYours, NotForThem, ...registrationFailures, ...withdrawalFailures],
    costs: { depth: 3, read: 5, write: 3 },
    example: {
      as: 'ada',
      path: { eventId: 'demo-event' },
      body: { userId: 'demo-user-ada', status: 'attending' },
    },
  },
  getMyRsvp: {
    summary: "Get the caller's registration status for an event",
    method: 'GET',
    path: '/my-rsvp/:event_id',
    access: 'caller',
    reply: flat(z.object({ rsvp: z.nullable(RsvpView) })),
    costs: { depth: 2, read: 3, write: 0 },
    example: { as: 'ada', path: sample },
  },
  getMyRsvps: {
    summary: "Get the caller's registration status for up to 100 events, by comma-separated ids",
    method: 'GET',
    path: '/my-rsvps',
    access: 'caller',
    query: z.strictObject({ eventIds: text.check(z.maxLength(13_000)) }),
    reply: flat(z.object({ rsvps: z.record(text, RsvpView) })),
    fails: [TooManyEvents],
    costs: { depth: 3, read: 4.5, write: 0 },
    example: { as: 'ada', query: { eventIds: 'demo-event' } },
  },
  listAttendees: {
    summary:
      'List attendees: a count for everybody, names for signed-in callers, all details for event managers',
    method: 'GET',
    counted: true,
    path: '/attendees/:event_id',
    access: 'optional',
    query: z.strictObject(PageQuery),
    reply: flat(
      z.object({
        attendees: z.array(AttendeeView),
        globalAttendees: z.array(GuestView),
        registrationCount: z.number(),
        seatsTaken: z.number(),
        waitlistCount: z.number(),
        nextCursor: maybe(text),
      }),
    ),
    fails: [EventNotFound],
    costs: { depth: 3, read: 5, write: 0 },
    example: { as: 'ada', path: sample },
  },
  getRegistrationForm: {
    summary: "Get the registration form of an event, and the caller's answers to it",
    method: 'GET',
    path: '/events/:event_id/registration-form',
    access: 'optional',
    reply: flat(z.object({ form: FormView, answers: maybe(z.array(GivenAnswer)) })),
    fails: [EventNotFound, FormMissing],
    costs: { depth: 4, read: 6.5, write: 0 },
    example: { as: 'ada', path: sample },
  },
  ...organizerRows,
})
