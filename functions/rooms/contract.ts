import * as z from 'zod/mini'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { holds, Id, line, prose, Timestamp, text } from '../../lib/contract/fields.ts'
import { createRepeatSeconds } from '../../lib/contract/idempotency.ts'
import { PageQuery } from '../../lib/contract/paging.ts'
import { data, done, flat } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import { BadRange, ReservationConflict, RoomExists, RoomNameFixed, RoomNotFound } from './failures.ts'

export { BadRange, ReservationConflict, RoomTooSmall } from './failures.ts'

const Preflight = z.object({
  /** Id or name of the room. */
  resourceId: Id,
  start_time: Timestamp,
  end_time: Timestamp,
  /** An event whose own booking is not a conflict, so that it may move within its time. */
  excludeEventId: z.optional(Id),
})

/** `_id` is the value of `classroom_id` in events. The room's name works there as well. */
const RoomView = z.object({
  _id: z.string(),
  name: z.string(),
  capacity: z.nullable(z.number()),
  features: z.array(z.string()),
  description: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

const details = {
  /** People the room holds; null means unknown. */
  capacity: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(100_000)))),
  features: z.optional(z.array(line(40)).check(z.maxLength(30))),
  description: z.optional(prose(1000)),
}

const Size = z.string().check(z.regex(/^\d{1,6}$/, 'Expected a whole number'))
const hall = { roomId: 'mainhall' }

export const contract = declare('rooms', 'Rooms and their availability', {
  checkResource: {
    summary: 'Check whether a room is free; 409 names the conflicting booking',
    method: 'POST',
    path: '/resource-preflight',
    access: 'member',
    body: Preflight,
    reply: data(z.object({ isAvailable: z.literal(true) })),
    fails: [BadRange, ReservationConflict],
    costs: { depth: 2, read: 3, write: 0 },
    example: {
      as: 'ada',
      body: {
        resourceId: 'demo-room',
        start_time: '2026-09-01T18:00:00.000Z',
        end_time: '2026-09-01T20:00:00.000Z',
      },
    },
  },
  listRooms: {
    summary: 'List the rooms of the school by name; `from` and `to` limit it to rooms that are free then',
    method: 'GET',
    path: '/rooms',
    aliases: ['/search-rooms'],
    access: 'member',
    query: z.object({
      ...PageQuery,
      from: z.optional(Timestamp.check(holds('date'))),
      to: z.optional(Timestamp.check(holds('date'))),
      /** Minimum number of people. */
      capacity: z.optional(Size),
      features: z.optional(text(1000, 0)),
      search: z.optional(text(100, 0)),
      query: z.optional(text(100, 0)),
    }),
    reply: flat(
      z.object({
        rooms: z.array(RoomView),
        total: z.number(),
        totalIsLowerBound: z.boolean(),
        nextCursor: z.optional(z.string()),
      }),
    ),
    fails: [BadRange],
    costs: { depth: 3, read: 3.5, write: 0 },
    example: {
      as: 'ada',
      query: {
        from: '2026-09-01T18:00:00.000Z',
        to: '2026-09-01T20:00:00.000Z',
        capacity: '30',
        features: 'projector',
      },
    },
  },
  getRoom: {
    summary: 'Get a room by id or name',
    method: 'GET',
    path: '/rooms/:roomId',
    access: 'member',
    reply: data(RoomView),
    fails: [RoomNotFound],
    costs: { depth: 2, read: 3, write: 0 },
    example: { as: 'ada', path: hall },
  },
  listRoomBookings: {
    summary: 'List the bookings of a room in up to 14 days, with their events',
    method: 'GET',
    path: '/rooms/:roomId/bookings',
    access: 'admin',
    query: z.strictObject({
      from: z.optional(Timestamp.check(holds('date'))),
      to: z.optional(Timestamp.check(holds('date'))),
    }),
    reply: flat(
      z.object({
        bookings: z.array(
          z.object({
            eventId: z.string(),
            name: z.nullable(z.string()),
            start: z.string(),
            end: z.string(),
          }),
        ),
        hasMore: z.boolean(),
      }),
    ),
    fails: [BadRange],
    costs: { depth: 2, read: 9, write: 0 },
    example: {
      as: 'root',
      path: hall,
      query: { from: '2026-09-01T00:00:00.000Z', to: '2026-09-08T00:00:00.000Z' },
    },
  },
  createRoom: {
    summary: 'Create a room; bookings under its name move to it',
    method: 'POST',
    path: '/rooms',
    creates: createRepeatSeconds,
    access: 'admin',
    body: z.strictObject({ name: line(100), ...details }),
    reply: data(RoomView, 'Room created successfully', { status: 201 }),
    fails: [RoomExists],
    costs: { depth: 3, read: 2, write: 7 },
    example: {
      as: 'root',
      body: { name: 'Lecture room 12', capacity: 60, features: ['Projector', 'Step-free access'] },
    },
  },
  updateRoom: {
    summary: 'Update a room; its name can change in spelling only',
    method: 'PUT',
    path: '/rooms/:roomId',
    access: 'admin',
    body: z.strictObject({ name: z.optional(line(100)), ...details }),
    reply: data(RoomView, 'Room updated successfully'),
    fails: [RoomNotFound, RoomNameFixed, ConcurrentChange],
    costs: { depth: 3, read: 3, write: 6 },
    example: { as: 'root', path: hall, body: { name: 'MAIN HALL', capacity: 300 } },
  },
  deleteRoom: {
    summary: 'Delete a room from the list; its bookings stay under its name',
    method: 'DELETE',
    path: '/rooms/:roomId',
    access: 'admin',
    consequence: 'none',
    reply: done('Room removed successfully'),
    fails: [RoomNotFound],
    costs: { depth: 2, read: 2, write: 6 },
    example: { as: 'root', path: hall },
  },
})
