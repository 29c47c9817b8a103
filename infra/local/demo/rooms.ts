import { room, roomKey } from '../../../functions/rooms/index.ts'
import type { Table } from '../../../lib/table/table.ts'
import { put } from '../../../lib/table/write.ts'

const rooms = [
  { name: 'Main hall', capacity: 300, features: ['Stage', 'Step-free access'] },
  { name: 'Room 101', capacity: 24, features: ['Projector', 'Whiteboard'] },
  { name: 'Lecture room 3', capacity: 120, features: ['Projector', 'Step-free access'] },
] as const

/** Rooms that the demo school has registered, as its administrators would. */
export const demoRooms = async (table: Table, at: string): Promise<void> => {
  await table.write(
    rooms.map(({ name, capacity, features }) => {
      const known = { roomId: roomKey(name), name, capacity, features: [...features], description: '' }
      return put(room, { ...known, createdAt: at, updatedAt: at, version: 1 })
    }),
  )
}
