import * as z from 'zod/mini'
import { Id, text } from '../../../lib/contract/fields.ts'
import { data } from '../../../lib/contract/reply.ts'
import type { Rows } from '../../../lib/contract/row.ts'
import {
  EventIdsRequired,
  HostOnly,
  InvalidAction,
  InvalidStatus,
  PublishForbidden,
  ReasonRequired,
  StatusForbidden,
  StatusRequired,
} from './failures.ts'
import { publishFails } from './refusals.ts'
import { PlannedEvent } from './shapes.ts'

const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)
const managers = { org: 'manage_events' } as const
const Word = z.string().check(z.maxLength(40))

/** Moves of events by name, of one and of many. */
export const statusRows = {
  setEventStatus: {
    summary: 'Moves an event to a state; what needs a decision takes those who decide',
    method: 'PUT',
    path: '/org-event-management/:orgId/events/:eventId/status',
    access: managers,
    body: z.object({ status: maybe(Word), reason: maybe(text(1000)) }),
    reply: data(z.object({ event: PlannedEvent }), 'Event status updated successfully'),
    fails: [
      StatusRequired,
      InvalidStatus,
      StatusForbidden,
      ReasonRequired,
      HostOnly,
      ...publishFails.filter((kind) => kind !== PublishForbidden),
    ],
    example: {
      as: 'ada',
      path: { orgId: 'demo-org-chess', eventId: 'demo-event' },
      body: { status: 'cancelled' },
    },
  },
  bulkAction: {
    summary: 'Does one thing to many events, and says of each what became of it',
    method: 'POST',
    path: '/org-event-management/:orgId/events/bulk-action',
    access: managers,
    body: z.object({
      /** delete, archive, cancel, publish, approve or reject */
      action: maybe(Word),
      eventIds: maybe(z.array(Id).check(z.maxLength(100))),
      /** Of a rejection, or for those who go to what is cancelled. */
      reason: maybe(text(1000)),
    }),
    reply: data(
      z.object({
        modifiedCount: z.number(),
        results: z.array(z.object({ eventId: z.string(), ok: z.boolean(), message: z.string() })),
      }),
    ),
    fails: [EventIdsRequired, InvalidAction, ReasonRequired],
    example: {
      as: 'ada',
      path: { orgId: 'demo-org-chess' },
      body: { action: 'cancel', eventIds: ['demo-event'] },
    },
  },
} as const satisfies Rows
