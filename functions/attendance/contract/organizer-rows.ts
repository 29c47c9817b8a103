import * as z from 'zod/mini'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { described } from '../../../lib/contract/fields.ts'
import { OrgInactive } from '../../../lib/contract/org-rules.ts'
import { PageQuery } from '../../../lib/contract/paging.ts'
import { NamedPerson } from '../../../lib/contract/people.ts'
import { data } from '../../../lib/contract/reply.ts'
import type { Rows } from '../../../lib/contract/row.ts'
import { AnswersTooLarge, InvalidAnswers, ResponseView } from '../../form-records/contract.ts'
import {
  DeadlinePassed,
  EntryNotFound,
  EventEnded,
  EventFull,
  EventNotFound,
  HostOnly,
  NotForThem,
  NotRegistered,
  PersonNotFound,
  RegistrationClosed,
  ResponseNotFound,
} from './failures.ts'
import { NewEntry, RegistrationView } from './shapes.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

const access = { org: 'manage_events' } as const
const event = '/org-event-management/:orgId/events/:eventId'
const sample = { orgId: 'demo-org-chess', eventId: 'demo-event' }
const entry = { ...sample, entryId: 'u-demo-user-ben' }

const Removed = z.object({ removed: z.literal(true) })
const FeedbackCounts = z.object({
  question: text,
  options: z.array(text),
  /** Counts by option; questions with text answers have none. */
  counts: z.record(text, z.number()),
  total: z.number(),
})
const EntryView = z.object({ entryId: text, ...RegistrationView.shape })
const AddedView = z.object({
  entry: EntryView,
  changed: described(z.boolean(), 'Whether the registration changed: its seats, status or answers'),
})
const Page = z.strictObject(PageQuery)

const RegistrationsView = z.object({
  /** `userId` of a guest is the global id. */
  registrations: z.array(z.object({ ...RegistrationView.shape, userId: NamedPerson })),
  formResponses: z.array(
    z.object({
      ...ResponseView.shape,
      submittedBy: z.nullable(NamedPerson),
      name: maybe(text),
      email: maybe(text),
    }),
  ),
  registrationFormId: z.nullable(text),
  nextCursor: maybe(text),
})

/** Operations of an organization's managers on registrations for its events. */
export const organizerRows = {
  listRegistrations: {
    summary: 'List registrations for an event with their form answers, up to 50 a page',
    method: 'GET',
    path: `${event}/registration-responses`,
    access,
    query: Page,
    reply: data(RegistrationsView),
    fails: [EventNotFound],
    costs: { depth: 4, read: 7.5, write: 0 },
    example: { as: 'ada', path: sample },
  },
  listSchoolRegistrations: {
    summary: 'List registrations for any event of the school, as its host sees them',
    method: 'GET',
    path: '/org-management/admin-tenant-events/:eventId/registration-responses',
    access: 'admin',
    query: Page,
    reply: data(RegistrationsView),
    fails: [EventNotFound],
    costs: { depth: 4, read: 5.5, write: 0 },
    example: { as: 'root', path: { eventId: 'demo-event' } },
  },
  listFeedbackResponses: {
    summary: 'List feedback for a past event, up to 50 a page, with a count for each option',
    method: 'GET',
    path: `${event}/feedback-responses`,
    access,
    query: Page,
    reply: data(
      z.object({
        responses: z.array(ResponseView),
        aggregated: z.record(text, FeedbackCounts),
        responseCount: z.number(),
        feedbackFormId: z.nullable(text),
        nextCursor: maybe(text),
      }),
    ),
    fails: [EventNotFound],
    costs: { depth: 3, read: 7.5, write: 0 },
    example: { as: 'ada', path: sample },
  },
  removeRegistrationResponse: {
    summary: 'Remove a registration by its form response',
    replacedBy: 'removeRegistration',
    method: 'DELETE',
    path: `${event}/registration-responses/:responseId`,
    access,
    consequence: 'none',
    reply: data(Removed, 'Registration removed'),
    fails: [EventNotFound, HostOnly, ResponseNotFound, ConcurrentChange],
    costs: { depth: 6, read: 7.5, write: 9 },
    example: { as: 'ada', path: { ...sample, responseId: 'demo-response' } },
  },
  removeRegistration: {
    summary: 'Remove a registration by person: a user, or a guest by global id',
    method: 'DELETE',
    path: `${event}/registrations/:userId`,
    access,
    consequence: 'none',
    reply: data(Removed, 'Registration removed'),
    fails: [EventNotFound, HostOnly, NotRegistered, ConcurrentChange],
    costs: { depth: 4, read: 7, write: 4 },
    example: { as: 'ada', path: { ...sample, userId: 'demo-user-ben' } },
  },
  listWaitlist: {
    summary: 'List the waitlist of an event, in order',
    method: 'GET',
    path: `${event}/waitlist`,
    access,
    query: Page,
    reply: data(z.object({ entries: z.array(EntryView), total: z.number(), nextCursor: maybe(text) })),
    fails: [EventNotFound],
    costs: { depth: 3, read: 6.5, write: 0 },
    example: { as: 'ada', path: sample },
  },
  addToWaitlist: {
    summary: 'Register a user of the school: on the waitlist, or seated if a seat is free and nobody waits',
    method: 'POST',
    path: `${event}/waitlist`,
    creates: 'once',
    access,
    body: NewEntry,
    reply: data(AddedView, 'Registered', { status: 201 }),
    fails: [
      EventNotFound,
      HostOnly,
      PersonNotFound,
      NotForThem,
      OrgInactive,
      RegistrationClosed,
      DeadlinePassed,
      EventEnded,
      InvalidAnswers,
      AnswersTooLarge,
      EventFull,
      ConcurrentChange,
    ],
    costs: { depth: 4, read: 7, write: 3 },
    example: { as: 'ada', path: sample, body: { userId: 'demo-user-ben' } },
  },
  removeFromWaitlist: {
    summary: 'Remove a person from the waitlist',
    method: 'DELETE',
    path: `${event}/waitlist/:entryId`,
    access,
    consequence: 'none',
    reply: data(Removed, 'Registration removed'),
    fails: [EventNotFound, HostOnly, EntryNotFound, ConcurrentChange],
    costs: { depth: 6, read: 7, write: 8 },
    example: { as: 'ada', path: entry },
  },
  promoteFromWaitlist: {
    summary: 'Seat a person from the waitlist out of turn; `force` also exceeds the capacity',
    method: 'POST',
    path: `${event}/waitlist/:entryId/promote`,
    access,
    body: z.optional(z.object({ force: maybe(z.boolean()) })),
    reply: data(RegistrationView, 'Promoted'),
    fails: [
      EventNotFound,
      HostOnly,
      EntryNotFound,
      NotForThem,
      RegistrationClosed,
      EventFull,
      ConcurrentChange,
    ],
    costs: { depth: 3, read: 7, write: 9 },
    example: { as: 'ada', path: entry, body: { force: true } },
  },
} as const satisfies Rows
