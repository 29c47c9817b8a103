import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { roomPage, roomView } from './list.ts'
import { changeRoom, dropRoom, makeRoom, requireRoom } from './registry.ts'
import { failTaken, findConflicts } from './reservations.ts'

export const operations: Operations<typeof contract> = {
  async checkResource({ resourceId, start_time, end_time, excludeEventId }, { table }) {
    const stay = { roomId: resourceId, start: start_time, end: end_time }
    const conflicts = await findConflicts(table, stay, excludeEventId)
    return conflicts.length > 0 ? failTaken(conflicts) : { isAvailable: true }
  },

  listRooms: roomPage,

  async getRoom({ roomId }, { table }) {
    return roomView(await requireRoom(table, roomId))
  },

  async createRoom(wanted, context) {
    return roomView(await makeRoom(wanted, context))
  },

  async updateRoom(wanted, context) {
    return roomView(await changeRoom(wanted, context))
  },

  async deleteRoom({ roomId }, context) {
    await dropRoom(roomId, context)
  },
}
