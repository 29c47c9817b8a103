import type { Context } from '../../lib/context.ts'
import { fail, failureText, withText } from '../../lib/contract/failure.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import type { Operation } from '../../lib/operation.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, remove, type Write } from '../../lib/table/write.ts'
import { roomKey } from './bookings.ts'
import type { contract } from './contract.ts'
import { RoomExists, RoomNameFixed, RoomNotFound, RoomTooSmall } from './failures.ts'
import { type Room, room } from './repository.ts'

type Rows = (typeof contract)['rows']

const auditRoomChange = (
  context: Context<'admin'>,
  change: 'create' | 'update' | 'delete',
  roomId: string,
): Write =>
  audit(context, { action: `room.${change}`, actor: context.caller, targetType: 'room', targetId: roomId })

/** Finds a room by its id or by any spelling of its name. Strongly consistent. */
export const requireRoom = async (table: Table, roomId: string): Promise<Room> =>
  (await table.get(room, { roomId: roomKey(roomId) }, { strong: true })) ?? fail(RoomNotFound)

export const roomView = ({ roomId, version: _, ...rest }: Room) => ({ _id: roomId, ...rest })

export const getRoom: Operation<Rows['getRoom']> = async ({ roomId }, { table }) =>
  roomView(await requireRoom(table, roomId))

/** Removes repeated features and keeps the first spelling. */
const distinct = (features: readonly string[]): string[] =>
  [...new Map(features.toReversed().map((feature) => [roomKey(feature), feature])).values()].toReversed()

/** Registers a room. Bookings that already exist under its name apply to it. Fails with 409 when the name is taken. */
export const createRoom: Operation<Rows['createRoom']> = async (draft, context) => {
  const { name, capacity = null, features = [], description = '' } = draft
  const at = context.now().toISOString()
  const roomId = roomKey(name)
  const content = { roomId, name, capacity, features: distinct(features), description }
  const fresh: Room = { ...content, createdAt: at, updatedAt: at, version: 1 }
  await context.table.commit([
    put(room, fresh, { absent: RoomExists }),
    auditRoomChange(context, 'create', roomId),
  ])
  return roomView(fresh)
}

/** Changes the fields sent. The name may change its spelling only. */
export const updateRoom: Operation<Rows['updateRoom']> = async (
  { roomId, name, capacity, features, description },
  context,
) => {
  const keyParams = { roomId: roomKey(roomId) }
  const plan = (before: Room) => {
    if (name !== undefined && roomKey(name) !== before.roomId) fail(RoomNameFixed, { field: 'name' })
    const after: Room = {
      ...before,
      name: name ?? before.name,
      capacity: capacity === undefined ? before.capacity : capacity,
      features: features ? distinct(features) : before.features,
      description: description ?? before.description,
      updatedAt: context.now().toISOString(),
    }
    return { after, writes: [auditRoomChange(context, 'update', before.roomId)] }
  }
  return roomView(await context.table.change(room, keyParams, plan, { missing: RoomNotFound }))
}

/** Removes a room from the registry. Its bookings remain under its name. */
export const deleteRoom: Operation<Rows['deleteRoom']> = async (input, context) => {
  const roomId = roomKey(input.roomId)
  await context.table.commit([
    remove(room, { roomId }, { exists: RoomNotFound }),
    auditRoomChange(context, 'delete', roomId),
  ])
}

/** Finds the name of a room as it is registered; a room that is not registered has the name sent. One strong read. */
export const findRoomName = async (table: Table, name: string): Promise<string> => {
  const found = await table.get(room, { roomId: roomKey(name) }, { strong: true })
  return found?.name ?? name.trim()
}

/** The room of an event, and the numbers of people that it is for. */
type RoomDemand = {
  readonly classroom_id?: string | undefined
  readonly maxAttendees: number | null
  readonly expectedAttendance: number
}

/**
 * Rejects an event for more people than its registered room holds (409 `ROOM_TOO_SMALL`). Seats and expected attendance
 * both count (rules/rooms 28). Reads one item strongly, or nothing without a room.
 */
export const refuseSmallRoom = async (
  table: Table,
  { classroom_id: name, maxAttendees, expectedAttendance }: RoomDemand,
): Promise<void> => {
  const people = Math.max(maxAttendees ?? 0, expectedAttendance)
  if (name === undefined || name === '' || people === 0) return
  const found = await table.get(room, { roomId: roomKey(name) }, { strong: true })
  if (!found || found.capacity === null || people <= found.capacity) return
  const text = failureText(
    '{room} holds {capacity} people, and the event is for {people}. Choose a larger room, or plan for fewer people.',
    { room: found.name, capacity: found.capacity, people },
  )
  fail(withText(RoomTooSmall, text), { details: { roomId: found.roomId, capacity: found.capacity } })
}
