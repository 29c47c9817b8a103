import { fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import type { Input, Operation } from '../../lib/operation.ts'
import { windowPage } from '../../lib/table/lists/pages.ts'
import type { Table } from '../../lib/table/table.ts'
import { roomKey, type Stay, spanOf } from './bookings.ts'
import type { contract } from './contract.ts'
import { BadRange } from './failures.ts'
import { findDays, type Room, room } from './repository.ts'
import { roomView } from './room.ts'
import { calendarOf, daysOf } from './room-calendar.ts'

type Rows = (typeof contract)['rows']
type RoomsQuery = Input<Rows['listRooms']>
type StayTimes = Pick<Stay, 'start' | 'end'>

/** Rooms read for one part of the list. `mostDays` limits the room days read to check them. */
const maxRoomsPerPart = 100
const maxRoomDays = 300
const maxParts = 5

/** The time at which rooms must be free. Fails with 400 when one end is missing or the time exceeds 14 days. */
const timeOf = ({ from, to }: RoomsQuery): StayTimes | undefined => {
  if (from === undefined && to === undefined) return undefined
  if (from === undefined || to === undefined) return fail(BadRange)
  spanOf({ start: from, end: to })
  return { start: from, end: to }
}

const roomFilter = ({ capacity, features, search, query }: RoomsQuery) => {
  const minCapacity = Number(capacity ?? 0)
  const requiredFeatures = (features ?? '')
    .split(',')
    .filter((one) => one.trim() !== '')
    .map(roomKey)
  const namePart = (search ?? query ?? '').trim()
  return (one: Room): boolean =>
    // rules/rooms 9
    (minCapacity === 0 || (one.capacity ?? 0) >= minCapacity) &&
    requiredFeatures.every((feature) => one.features.some((other) => roomKey(other) === feature)) &&
    (namePart === '' || one.roomId.includes(roomKey(namePart)))
}

/** Returns the rooms that are free at a time. One round trip of parallel strongly consistent reads. */
const filterFree = async (
  table: Table,
  rooms: readonly Room[],
  time: StayTimes,
): Promise<readonly Room[]> => {
  const days = daysOf(rooms.map(({ roomId }) => ({ roomId, ...time })))
  const calendar = calendarOf(days, await findDays(table, days))
  return rooms.filter(({ roomId }) => calendar.conflictsWith({ roomId, ...time, eventId: '' }).length === 0)
}

/**
 * Lists registered rooms by name. With a time, lists only rooms that are free then; it reserves nothing. One round trip
 * for each part of the list, and one more with a time.
 */
export const listRooms: Operation<Rows['listRooms']> = async (input, { table }) => {
  const { page, limit, cursor } = pageOf(input)
  const time = timeOf(input)
  const matches = roomFilter(input)
  const daysEach = time ? daysOf([{ roomId: 'x', ...time }]).length : 1
  const roomsPerPart = Math.min(maxRoomsPerPart, Math.max(1, Math.floor(maxRoomDays / daysEach)))
  const { from, to, capacity, features, search, query } = input
  const found = await windowPage<Room>({
    read: async (at) => {
      const part = await table.list(room, {
        keyParams: {},
        limit: roomsPerPart,
        ...(at ? { cursor: at } : {}),
      })
      const fitting = part.items.filter(matches)
      const items = time && fitting.length > 0 ? await filterFree(table, fitting, time) : fitting
      return { items, at: at ?? '', next: part.cursor }
    },
    skip: (page - 1) * limit,
    limit,
    cursor,
    scope: JSON.stringify(['rooms', from, to, capacity, features, search, query]),
    looks: maxParts,
  })
  return {
    rooms: found.items.map(roomView),
    total: found.total,
    totalIsLowerBound: found.totalIsLowerBound,
    nextCursor: found.cursor,
  }
}
