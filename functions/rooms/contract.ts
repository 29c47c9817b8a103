import * as z from 'zod/mini'
import { Id, Timestamp } from '../../lib/contract/fields.ts'
import { data } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import { BadRange, ReservationConflict } from './failures.ts'

export { BadRange, ReservationConflict } from './failures.ts'

const Preflight = z.object({
  /** The room. */
  resourceId: Id,
  start_time: Timestamp,
  end_time: Timestamp,
  /** An event that may move within its own time. */
  excludeEventId: z.optional(Id),
})

export const contract = declare('rooms', 'Rooms and when they are taken (events.md 1.12)', {
  checkResource: {
    summary: 'Says whether a room is free; 409 names who has it',
    method: 'POST',
    path: '/resource-preflight',
    access: 'member',
    body: Preflight,
    reply: data(z.object({ isAvailable: z.literal(true) })),
    fails: [BadRange, ReservationConflict],
    example: {
      as: 'ada',
      body: {
        resourceId: 'demo-room',
        start_time: '2026-09-01T18:00:00.000Z',
        end_time: '2026-09-01T20:00:00.000Z',
      },
    },
  },
})
