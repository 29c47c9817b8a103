import * as z from 'zod/mini'
import { Id, line } from '../../../lib/contract/fields.ts'
import type { Rows } from '../../../lib/contract/row.ts'
import { Cursor, maybe, Short, sent, shown } from './page.ts'

const answer = z.string().check(z.maxLength(10_000))

/** What is on, and one event. */
export const eventRows = {
  showFrontPage: shown('/', 'The front page: what is on at a school; on the platform host the schools', {
    aliases: ['/events-dashboard'],
    host: 'both',
    query: z.object({ search: maybe(Short), cursor: Cursor, said: maybe(Short) }),
    example: {},
  }),
  showEvent: shown('/event/:eventId', 'The page of an event, with the place that its reader has', {
    query: z.object({ said: maybe(Short) }),
    example: { as: 'ada', path: { eventId: 'demo-event' } },
  }),
  changeSeat: sent(
    '/event/:eventId',
    'Takes a seat at an event, with answers to its form as `answer-0` and so on, or gives it back',
    {
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
    query: z.object({ eventId: maybe(Id) }),
    example: { as: 'ada', path: { formId: 'demo-form' } },
  }),
  answerForm: sent('/form/:formId', 'Answers it, with answers as `answer-0` and so on', {
    body: z.catchall(
      z.object({ eventId: maybe(Id), guestName: maybe(line(120, 0)), guestEmail: maybe(Short) }),
      answer,
    ),
    example: { as: 'ada', path: { formId: 'demo-form' }, body: { 'answer-0': 'Ada' } },
  }),
  showTicket: shown('/event/:eventId/ticket', 'What somebody with a seat shows at the door, as a code', {
    example: { as: 'ada', path: { eventId: 'demo-event' } },
  }),
  showCheckIn: shown('/check-in/:eventId/:token', 'Where the code of the door leads', {
    example: { as: 'ada', path: { eventId: 'demo-event', token: 'demo-check-in-token' } },
  }),
  checkInByForm: sent('/check-in/:eventId/:token', 'Checks the reader in by it', {
    body: z.strictObject({}),
    example: { as: 'ada', path: { eventId: 'demo-event', token: 'demo-check-in-token' }, body: {} },
  }),
  showClub: shown('/org/:orgId', 'The page of an organization', {
    query: z.object({ said: maybe(Short) }),
    example: { as: 'ada', path: { orgId: 'demo-org-chess' } },
  }),
  changeMembership: sent(
    '/org/:orgId',
    'Joins it or applies with answers as `answer-0` and so on, leaves, follows',
    {
      body: z.catchall(z.object({ do: z.enum(['join', 'leave', 'follow', 'unfollow']) }), answer),
      example: { as: 'ada', path: { orgId: 'demo-org-chess' }, body: { do: 'join' } },
    },
  ),
} as const satisfies Rows
