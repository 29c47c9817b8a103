import * as z from 'zod/mini'
import { Id, line } from '../../../lib/contract/fields.ts'
import type { Rows } from '../../../lib/contract/row.ts'
import { Cursor, formRow, maybe, oneOf, pageRow, Short } from './page.ts'

const answer = z.string().check(z.maxLength(20_000))

const Seats = z.string().check(z.regex(/^\d{1,2}$/))

/** What is on, and one event. */
export const eventRows = {
  showFrontPage: pageRow('/', "Show the front page: a school's events; on the platform host, the schools", {
    costs: { depth: 1, read: 2.5, write: 0 },
    aliases: ['/events-dashboard'],
    host: 'both',
    query: z.object({ search: maybe(Short), type: maybe(Short), cursor: Cursor, done: maybe(Short) }),
    example: {},
  }),
  showEvent: pageRow('/event/:eventId', 'Show the event page with the registration of the reader', {
    costs: { depth: 3, read: 10.5, write: 4 },
    query: z.object({
      done: maybe(Short),
      part: maybe(Short),
      cursor: Cursor,
      seats: maybe(Seats),
      source: maybe(Short),
    }),
    example: { as: 'ada', path: { eventId: 'demo-event' } },
  }),
  changeSeat: formRow(
    '/event/:eventId',
    'Register for an event, change answers, cancel, check in or out, or offer help, by form (`answer-0` and so on)',
    {
      costs: { depth: 6, read: 13.5, write: 3 },
      body: z.catchall(
        z.object({
          do: oneOf(
            'register change-answers withdraw check-in check-out offer-help withdraw-help confirm-job decline-job',
          ),
          guestCount: maybe(Seats),
          /** Ids of the questions that were shown. */
          questionIds: maybe(z.string().check(z.maxLength(10_000))),
          sure: maybe(z.literal('yes')),
        }),
        answer,
      ),
      example: { as: 'ada', path: { eventId: 'demo-event' }, body: { do: 'register', guestCount: '1' } },
    },
  ),
  showForm: pageRow('/form/:formId', 'Show a form of an organization, or the feedback form of an event', {
    costs: { depth: 3, read: 3.5, write: 0 },
    query: z.object({ eventId: maybe(Id) }),
    example: { as: 'ada', path: { formId: 'demo-form' } },
  }),
  answerForm: formRow(
    '/form/:formId',
    'Submit a response to a form, by form; answers are fields `answer-0` and so on',
    {
      costs: { depth: 7, read: 7.5, write: 6 },
      body: z.catchall(
        z.object({ eventId: maybe(Id), guestName: maybe(line(120, 0)), guestEmail: maybe(Short) }),
        answer,
      ),
      example: { as: 'ada', path: { formId: 'demo-form' }, body: { 'answer-0': 'Ada' } },
    },
  ),
  showTicket: pageRow('/event/:eventId/ticket', "Show the reader's ticket for check-in as a QR code", {
    costs: { depth: 3, read: 11, write: 0 },
    example: { as: 'ada', path: { eventId: 'demo-event' } },
  }),
  showCheckIn: pageRow('/check-in/:eventId/:token', 'Show the check-in page of a check-in link or code', {
    costs: { depth: 3, read: 13.5, write: 0 },
    example: { as: 'ada', path: { eventId: 'demo-event', token: 'demo-check-in-token' } },
  }),
  checkInByForm: formRow('/check-in/:eventId/:token', 'Check the reader in with a check-in link, by form', {
    costs: { depth: 2, read: 5, write: 2 },
    body: z.strictObject({}),
    example: { as: 'ada', path: { eventId: 'demo-event', token: 'demo-check-in-token' }, body: {} },
  }),
  showClub: pageRow('/org/:orgId', 'Show the page of an organization', {
    costs: { depth: 3, read: 4, write: 0 },
    query: z.object({ done: maybe(Short), part: maybe(Short), cursor: Cursor }),
    example: { as: 'ada', path: { orgId: 'demo-org-chess' } },
  }),
  changeMembership: formRow(
    '/org/:orgId',
    "Change the reader's membership of a club by form: join, apply, withdraw, leave, follow, unfollow",
    {
      costs: { depth: 5, read: 19.5, write: 13 },
      body: z.catchall(
        z.object({ do: z.enum(['join', 'like', 'withdraw', 'leave', 'follow', 'unfollow']) }),
        answer,
      ),
      example: { as: 'ada', path: { orgId: 'demo-org-chess' }, body: { do: 'join' } },
    },
  ),
} as const satisfies Rows
