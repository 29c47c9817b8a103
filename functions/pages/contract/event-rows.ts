import * as z from 'zod/mini'
import type { Rows } from '../../../lib/contract/row.ts'
import { maybe, page, Short, sentForm } from './page.ts'

const answer = z.string().check(z.maxLength(10_000))

/** What is on, and one event. */
export const eventRows = {
  showFrontPage: {
    summary: 'The front page: what is on at a school; on the platform host the schools',
    method: 'GET',
    path: '/',
    aliases: ['/events-dashboard'],
    ...page,
    host: 'both',
    query: z.object({
      search: maybe(Short),
      cursor: maybe(z.string().check(z.maxLength(2048))),
      said: maybe(Short),
    }),
    example: { query: { search: 'chess' } },
  },
  showEvent: {
    summary: 'The page of an event, with the place that its reader has',
    method: 'GET',
    path: '/event/:eventId',
    ...page,
    query: z.object({ said: maybe(Short) }),
    example: { as: 'ada', path: { eventId: 'demo-event' } },
  },
  changeSeat: {
    summary: 'Takes a seat at an event, with answers to its form as `answer-0` and so on, or gives it back',
    method: 'POST',
    path: '/event/:eventId',
    ...sentForm,
    body: z.catchall(
      z.object({
        do: z.enum(['register', 'withdraw']),
        guestCount: maybe(z.string().check(z.regex(/^\d{1,2}$/))),
      }),
      answer,
    ),
    example: { as: 'ada', path: { eventId: 'demo-event' }, body: { do: 'register', guestCount: '1' } },
  },
} as const satisfies Rows
