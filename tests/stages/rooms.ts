import { room } from '../../functions/rooms/index.ts'
import type { Campus } from '../support/replay.ts'

/** The room that samples name. */
const registered = async ({ w }: Campus): Promise<Readonly<Record<string, string>>> => {
  const at = w.clock.now().toISOString()
  const hall = { roomId: 'mainhall', name: 'Main hall', capacity: 200, features: ['Projector'] }
  await w.table().put(room, { ...hall, description: '', createdAt: at, updatedAt: at, version: 1 })
  return {}
}

export const roomStages = {
  listRooms: registered,
  getRoom: registered,
  updateRoom: registered,
  deleteRoom: registered,
}
