import * as z from 'zod/mini'
import { Id, line } from '../../../lib/contract/fields.ts'
import type { Rows } from '../../../lib/contract/row.ts'
import { maybe, page, Short, sentForm } from './page.ts'

const answer = z.string().check(z.maxLength(10_000))

/** What is on, and one event. */
export const eventRows = {
  showFrontPage: {
    summary: 'The front page: what is on at a school; on the platform host the schools',
    ...page,
    path: '/',
    aliases: ['/events-dashboard'],
    host: 'both',
    query: z.object({
      search: maybe(Short),
      cursor: maybe(z.string().check(z.maxLength(2048))),
      said: maybe(Short),
    }),
    example: {},
  },
  showEvent: {
    summary: 'The page of an event, with the place that its reader has',
    ...page,
    path: '/event/:eventId',
    query: z.object({ said: maybe(Short) }),
    example: { as: 'ada', path: { eventId: 'demo-event' } },
  },
  changeSeat: {
    summary: 'Takes a seat at an event, with answers to its form as `answer-0` and so on, or gives it back',
    ...sentForm,
    path: '/event/:eventId',
    body: z.catchall(
      z.object({
        do: z.enum(['register', 'withdraw', 'check-in']),
        guestCount: maybe(z.string().check(z.regex(/^\d{1,2}$/))),
      }),
      answer,
    ),
    example: { as: 'ada', path: { eventId: 'demo-event' }, body: { do: 'register', guestCount: '1' } },
  },
  showForm: {
    summary: 'A form to fill in: of an organization, or after an event',
    ...page,
    path: '/form/:formId',
    query: z.object({ eventId: maybe(Id) }),
    example: { as: 'ada', path: { formId: 'demo-form' } },
  },
  answerForm: {
    summary: 'Answers it, with answers as `answer-0` and so on',
    ...sentForm,
    path: '/form/:formId',
    body: z.catchall(
      z.object({ eventId: maybe(Id), guestName: maybe(line(120, 0)), guestEmail: maybe(Short) }),
      answer,
    ),
    example: { as: 'ada', path: { formId: 'demo-form' }, body: { 'answer-0': 'Ada' } },
  },
  showTicket: {
    summary: 'What somebody with a seat shows at the door, as a code',
    ...page,
    path: '/event/:eventId/ticket',
    example: { as: 'ada', path: { eventId: 'demo-event' } },
  },
  showCheckIn: {
    summary: 'Where the code of the door leads',
    ...page,
    path: '/check-in/:eventId/:token',
    example: { as: 'ada', path: { eventId: 'demo-event', token: 'demo-check-in-token' } },
  },
  checkInByForm: {
    summary: 'Checks the reader in by it',
    ...sentForm,
    path: '/check-in/:eventId/:token',
    body: z.strictObject({}),
    example: { as: 'ada', path: { eventId: 'demo-event', token: 'demo-check-in-token' }, body: {} },
  },
  showClub: {
    summary: 'The page of an organization',
    ...page,
    path: '/org/:orgId',
    query: z.object({ said: maybe(Short) }),
    example: { as: 'ada', path: { orgId: 'demo-org-chess' } },
  },
  changeMembership: {
    summary: 'Joins it or applies with answers as `answer-0` and so on, leaves, follows',
    ...sentForm,
    path: '/org/:orgId',
    body: z.catchall(z.object({ do: z.enum(['join', 'leave', 'follow', 'unfollow']) }), answer),
    example: { as: 'ada', path: { orgId: 'demo-org-chess' }, body: { do: 'join' } },
  },
} as const satisfies Rows
