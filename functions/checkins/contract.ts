import * as z from 'zod/mini'
import { ConcurrentChange, NoToken, OtherSchoolRefused } from '../../lib/contract/failures.ts'
import { described, EmptyBody, Id } from '../../lib/contract/fields.ts'
import { PageQuery } from '../../lib/contract/paging.ts'
import { data, flat } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import { deskRows } from './desk-rows.ts'
import { selfRows } from './self-rows.ts'
import {
  BadDoor,
  BadLink,
  CheckedInView,
  CheckedOutView,
  DoorPerson,
  DoorSecret,
  EarlyDoor,
  Ended,
  EventNotFound,
  NotEnabled,
  NotOnPage,
  NotPermitted,
  NotRegistered,
  NotStarted,
  Reason,
  RegistrationRequired,
  ScanBody,
  ScanResult,
  SearchTooShort,
  StaffBody,
  StaffEntryBody,
} from './shapes.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

const desk = '/events/:eventId/check-in'
const out = '/events/:eventId/check-out'
const path = { eventId: 'demo-event' }

/** A caller with a desk credential needs no session; other callers do. */
const staffed = [NoToken, EventNotFound, NotPermitted, BadDoor, EarlyDoor] as const
const open = [EventNotFound, NotEnabled] as const
const timed = [NotStarted, Ended] as const

const figure = (description: string) => z.number().check(z.meta({ description }))

const Stats = z.object({
  totalCheckedIn: figure('Number of `totalRegistrations` who are checked in'),
  totalRegistrations: figure('Number of people who have a seat'),
  checkInRate: figure('`totalCheckedIn` as a percentage of `totalRegistrations`; 0 without registrations'),
  walkIns: figure('Number of people who are checked in without a registration'),
  headsCheckedIn: figure('Number of people inside: everyone who comes on one registration, and walk-ins'),
  seatsTaken: figure('Number of people who have a seat, with the guests that they bring'),
  anonymousBrowserCheckIns: figure('Number of anonymous check-ins: always 0'),
  corrections: figure('Number of people whose attendance was corrected after the event ended'),
})

export const contract = declare('checkins', 'Event check-in: links, codes, helpers and corrections', {
  ...deskRows,
  ...selfRows,
  checkIn: {
    summary: 'Check the caller in with the token of a link or a screen',
    method: 'POST',
    path: desk,
    access: 'caller',
    body: z.object({ token: text.check(z.minLength(1), z.maxLength(100)) }),
    reply: data(CheckedInView, 'Checked in'),
    fails: [...open, BadLink, ...timed, RegistrationRequired, OtherSchoolRefused, ConcurrentChange],
    costs: { depth: 2, read: 5, write: 2 },
    example: { as: 'ada', path, body: { token: 'demo-check-in-token' } },
  },
  checkInOnPage: {
    summary: 'Check the caller in from the event page',
    method: 'POST',
    path: `${desk}/self`,
    access: 'caller',
    body: EmptyBody,
    reply: data(CheckedInView, 'Checked in'),
    fails: [...open, NotOnPage, ...timed, RegistrationRequired, OtherSchoolRefused, ConcurrentChange],
    costs: { depth: 2, read: 5, write: 2 },
    example: { as: 'ada', path },
  },
  getCheckInTicket: {
    summary: "Get the caller's ticket for check-in devices that scan offline",
    method: 'GET',
    path: `${desk}/ticket`,
    access: 'caller',
    reply: data(z.object({ code: text }), undefined, { secret: true }),
    fails: [EventNotFound],
    costs: { depth: 2, read: 2.5, write: 0 },
    example: { as: 'ada', path },
  },
  checkInPerson: {
    summary:
      'Check in a user, or a guest by global id with or without `g-`; for a week after the end as a correction',
    method: 'POST',
    path: `${desk}/:userId`,
    access: 'optional',
    body: StaffEntryBody,
    reply: data(CheckedInView, 'Checked in'),
    fails: [...staffed, ...open, ...timed, NotRegistered, RegistrationRequired, ConcurrentChange],
    costs: { depth: 4, read: 7, write: 2 },
    example: { as: 'ada', path: { ...path, userId: 'demo-user-ben' } },
  },
  checkInGuest: {
    summary: 'Check in a guest from another school; for a week after the end as a correction',
    method: 'POST',
    path: `${desk}/guest/:globalUserId`,
    access: 'optional',
    body: StaffEntryBody,
    reply: data(CheckedInView, 'Checked in'),
    fails: [...staffed, ...open, ...timed, NotRegistered, ConcurrentChange],
    costs: { depth: 4, read: 6.5, write: 2 },
    example: { as: 'ada', path: { ...path, globalUserId: 'demo-guest' } },
  },
  checkInByResponse: {
    summary: 'Check in the person who sent a form response of the event',
    replacedBy: 'checkInPerson',
    method: 'POST',
    path: `${desk}/by-form-response/:responseId`,
    access: 'optional',
    body: StaffEntryBody,
    reply: data(CheckedInView, 'Checked in'),
    fails: [...staffed, ...open, ...timed, NotRegistered, RegistrationRequired, ConcurrentChange],
    costs: { depth: 6, read: 10.5, write: 2 },
    example: { as: 'ada', path: { ...path, responseId: 'demo-response' } },
  },
  takeScans: {
    summary: 'Submit scans that a device made offline; repeating the same scans changes nothing',
    method: 'POST',
    path: `${desk}/batch`,
    access: 'optional',
    body: z.object({
      orgId: maybe(Id),
      doorCredential: maybe(DoorSecret),
      reason: maybe(Reason),
      scannedBy: maybe(Id),
      scans: z.array(ScanBody).check(z.minLength(1), z.maxLength(200)),
    }),
    reply: data(z.object({ results: z.array(ScanResult) })),
    fails: [...staffed, ...open, Ended, ConcurrentChange],
    costs: { depth: 5, read: 7, write: 2 },
    example: {
      as: 'ada',
      path,
      body: {
        scans: [
          { clientId: 'scan-1', at: '2026-03-04T12:00:00.000Z', person: 'u-demo-user-ben', action: 'in' },
        ],
      },
    },
  },
  checkOut: {
    summary: 'Check the caller out',
    method: 'POST',
    path: out,
    access: 'caller',
    body: EmptyBody,
    reply: data(CheckedOutView, 'Checked out'),
    fails: [...open, ...timed, NotRegistered, ConcurrentChange],
    costs: { depth: 2, read: 5, write: 2 },
    example: { as: 'ada', path },
  },
  checkOutPerson: {
    summary: "Undo a person's check-in, up to a week after the end; a walk-in is removed from the event",
    method: 'POST',
    path: `${out}/:userId`,
    access: 'optional',
    body: StaffBody,
    reply: data(CheckedOutView, 'Checked out'),
    fails: [...staffed, ...open, Ended, NotRegistered, ConcurrentChange],
    costs: { depth: 4, read: 7, write: 2 },
    example: { as: 'ada', path: { ...path, userId: 'demo-user-ben' } },
  },
  checkOutByResponse: {
    summary: 'Undo the check-in of the person who sent a form response of the event',
    replacedBy: 'checkOutPerson',
    method: 'POST',
    path: `${out}/form-response/:responseId`,
    access: 'optional',
    body: StaffBody,
    reply: data(CheckedOutView, 'Checked out'),
    fails: [...staffed, ...open, Ended, NotRegistered, ConcurrentChange],
    costs: { depth: 6, read: 10.5, write: 2 },
    example: { as: 'ada', path: { ...path, responseId: 'demo-response' } },
  },
  listCheckedIn: {
    summary: 'List people who are checked in or may check in, by the start of their names',
    method: 'GET',
    path: `${desk}/attendees`,
    access: 'optional',
    query: z.strictObject({
      ...PageQuery,
      orgId: maybe(Id),
      q: maybe(text.check(z.maxLength(100))),
      checkedIn: maybe(z.enum(['true', 'false', 'all'])),
      status: maybe(z.enum(['attending', 'waitlisted'])),
      only: maybe(z.literal('stats')),
      names: maybe(z.enum(['true', 'false'])),
    }),
    reply: flat(z.object({ attendees: z.array(DoorPerson), stats: Stats, nextCursor: maybe(text) })),
    fails: [...staffed, SearchTooShort],
    costs: { depth: 4, read: 6.5, write: 0 },
    example: { as: 'ada', path },
  },
  listExpected: {
    summary: 'List registrations of people who are not checked in yet',
    method: 'GET',
    path: '/org-event-management/:orgId/events/:eventId/check-in/registrations',
    access: { org: 'manage_events' },
    query: z.strictObject({ ...PageQuery, partial: maybe(z.enum(['true', 'false'])) }),
    reply: data(
      z.object({
        registrations: z.array(
          z.object({
            type: z.enum(['logged-in', 'guest']),
            /** For a guest the global id, which check-in accepts too. */
            userId: text,
            globalUserId: maybe(text),
            displayName: text,
            email: maybe(text),
            guestCount: z.number(),
            headsCheckedIn: described(z.number(), 'Number of people of the registration who are inside'),
            registeredAt: text,
          }),
        ),
        stats: Stats,
        nextCursor: maybe(text),
      }),
    ),
    fails: [EventNotFound],
    costs: { depth: 3, read: 5.5, write: 0 },
    example: { as: 'ada', path: { orgId: 'demo-org-chess', ...path } },
  },
})
