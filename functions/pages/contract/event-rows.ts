import * as z from 'zod/mini'
import { Id, line } from '../../../lib/contract/fields.ts'
import type { Rows } from '../../../lib/contract/row.ts'
import { Cursor, maybe, Short, sent, shown } from './page.ts'

const answer = z.string().check(z.maxLength(10_000))

/** What is on, and one event. */
export const eventRows = {
  showFrontPage: shown('/', 'The front page: what is on at a school; on the platform host the schools', {
    costs: { depth: 1, read: 2, write: 0 },
    aliases: ['/events-dashboard'],
    host: 'both',
    query: z.object({ search: maybe(Short), type: maybe(Short), cursor: Cursor, said: maybe(Short) }),
    example: {},
  }),
  showEvent: shown('/event/:eventId', 'The page of an event, with the place that its reader has', {
    costs: { depth: 3, read: 10.5, write: 4 },
    query: z.object({ said: maybe(Short) }),
    example: { as: 'ada', path: { eventId: 'demo-event' } },
  }),
  changeSeat: sent(
    '/event/:eventId',
    'Takes a seat at an event, with answers to its form as `answer-0` and so on, or gives it back',
    {
      costs: { depth: 6, read: 13.5, write: 3 },
      body: z.catchall(
        z.object({
          do: z.enum(['register', 'withdraw', 'check-in']),
          guestCount: maybe(z.string().check(z.regex(/^\d{1,2}$/))),
        }),
        answer,
      ),
      example: { as: 'ada', path: { eventId: 'demo-event' }, body: { do: 'register', guestCount: '1' } },
    },
  ),
  showForm: shown('/form/:formId', 'A form to fill in: of an organization, or after an event', {
    costs: { depth: 3, read: 3.5, write: 0 },
    query: z.object({ eventId: maybe(Id) }),
    example: { as: 'ada', path: { formId: 'demo-form' } },
  }),
  answerForm: sent('/form/:formId', 'Answers it, with answers as `answer-0` and so on', {
    costs: { depth: 7, read: 7.5, write: 6 },
    body: z.catchall(
      z.object({ eventId: maybe(Id), guestName: maybe(line(120, 0)), guestEmail: maybe(Short) }),
      answer,
    ),
    example: { as: 'ada', path: { formId: 'demo-form' }, body: { 'answer-0': 'Ada' } },
  }),
  showTicket: shown('/event/:eventId/ticket', 'What somebody with a seat shows at the door, as a code', {
    costs: { depth: 3, read: 11, write: 0 },
    example: { as: 'ada', path: { eventId: 'demo-event' } },
  }),
  showCheckIn: shown('/check-in/:eventId/:token', 'Where the code of the door leads', {
    costs: { depth: 3, read: 13.5, write: 0 },
    example: { as: 'ada', path: { eventId: 'demo-event', token: 'demo-check-in-token' } },
  }),
  checkInByForm: sent('/check-in/:eventId/:token', 'Checks the reader in by it', {
    costs: { depth: 2, read: 5, write: 2 },
    body: z.strictObject({}),
    example: { as: 'ada', path: { eventId: 'demo-event', token: 'demo-check-in-token' }, body: {} },
  }),
  showClub: shown('/org/:orgId', 'The page of an organization', {
    costs: { depth: 3, read: 4, write: 0 },
    query: z.object({ said: maybe(Short), part: maybe(Short), cursor: Cursor }),
    example: { as: 'ada', path: { orgId: 'demo-org-chess' } },
  }),
  changeMembership: sent(
    '/org/:orgId',
    'Joins it or applies with answers as `answer-0` and so on, withdraws the application, leaves, follows',
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
