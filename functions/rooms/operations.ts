import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { listRooms, roomView } from './list.ts'
import { createRoom, deleteRoom, requireRoom, updateRoom } from './registry.ts'
import { failTaken, findConflicts } from './room-calendar.ts'

export const operations: Operations<typeof contract> = {
  async checkResource({ resourceId, start_time, end_time, excludeEventId }, { table }) {
    const stay = { roomId: resourceId, start: start_time, end: end_time }
    const conflicts = await findConflicts(table, stay, excludeEventId)
    return conflicts.length > 0 ? failTaken(conflicts) : { isAvailable: true }
  },

  listRooms,

  async getRoom({ roomId }, { table }) {
    return roomView(await requireRoom(table, roomId))
  },

  async createRoom(wanted, context) {
    return roomView(await createRoom(wanted, context))
  },

  async updateRoom(wanted, context) {
    return roomView(await updateRoom(wanted, context))
  },

  async deleteRoom({ roomId }, context) {
    await deleteRoom(roomId, context)
  },
}
