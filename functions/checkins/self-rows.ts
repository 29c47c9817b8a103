import * as z from 'zod/mini'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { data } from '../../lib/contract/reply.ts'
import type { Rows } from '../../lib/contract/row.ts'
import {
  BadLink,
  CheckedInView,
  Ended,
  EventNotFound,
  NotEnabled,
  NotRegistered,
  NotStarted,
  NotYourself,
  RegistrationRequired,
} from './shapes.ts'

const text = z.string()
const Token = text.check(z.minLength(1), z.maxLength(100))
const maybe = z.optional(z.nullable(text.check(z.maxLength(128))))

const path = { eventId: 'demo-event' }
const open = [EventNotFound, NotEnabled, BadLink] as const

/** Operations that existing clients call from a link: list people, pick one, check them in. */
export const selfRows = {
  listSelfRegistrations: {
    summary: 'List the people a check-in token lets check in: the caller only, nobody without a session',
    method: 'GET',
    path: '/events/:eventId/check-in/self-registrations',
    access: 'optional',
    query: z.object({ token: Token }),
    reply: data(
      z.object({
        registrations: z.array(
          z.object({
            type: z.enum(['logged-in', 'guest']),
            /** For a guest the global id. */
            userId: text,
            formResponseId: z.optional(text),
            displayName: text,
          }),
        ),
      }),
    ),
    fails: open,
    costs: { depth: 2, read: 5, write: 0 },
    example: { as: 'ada', path, query: { token: 'demo-check-in-token' } },
  },
  checkInAsPicked: {
    summary: 'Check the caller in with a token, as the person they selected: themselves',
    replacedBy: 'checkIn',
    method: 'POST',
    path: '/events/:eventId/check-in/anonymous',
    access: 'caller',
    body: z.object({ token: Token, userId: maybe, formResponseId: maybe, anonymousBrowserId: maybe }),
    reply: data(CheckedInView, 'Checked in'),
    fails: [...open, NotYourself, NotRegistered, NotStarted, Ended, RegistrationRequired, ConcurrentChange],
    costs: { depth: 3, read: 5, write: 2 },
    example: { as: 'ada', path, body: { token: 'demo-check-in-token' } },
  },
} as const satisfies Rows
