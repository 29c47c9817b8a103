import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { listRooms } from './list.ts'
import { createRoom, deleteRoom, getRoom, updateRoom } from './room.ts'
import { checkResource } from './room-calendar.ts'
import { listRoomBookings } from './schedule.ts'

export const operations: Operations<typeof contract> = {
  checkResource,
  listRooms,
  getRoom,
  listRoomBookings,
  createRoom,
  updateRoom,
  deleteRoom,
}
