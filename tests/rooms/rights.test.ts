import { beforeAll } from 'vitest'
import { contract } from '../../functions/rooms/contract.ts'
import type { Cast } from '../agendas/actors.ts'
import { administrators, eventCast, everyRight, school } from '../events/event-rights.ts'

let c: Cast

beforeAll(async () => {
  c = await eventCast('rooms')
})

const times = { start_time: '2026-04-08T18:00:00Z', end_time: '2026-04-08T20:00:00Z' }

let named = 0
/** A room of its own for each attempt, made by an administrator. */
const room = async (): Promise<string> => {
  named += 1
  const { body } = await c.agents.dean.createRoom({ name: `Studio ${named}` })
  return body.data._id
}

everyRight(contract, () => c, {
  listRooms: [school, (agent) => agent.listRooms()],
  getRoom: [school, async (agent) => agent.getRoom({ roomId: await room() })],
  listRoomBookings: [administrators, async (agent) => agent.listRoomBookings({ roomId: await room() })],
  createRoom: [
    administrators,
    (agent) => {
      named += 1
      return agent.createRoom({ name: `Cellar ${named}` })
    },
  ],
  updateRoom: [administrators, async (agent) => agent.updateRoom({ roomId: await room(), capacity: 5 })],
  deleteRoom: [administrators, async (agent) => agent.deleteRoom({ roomId: await room() })],
  checkResource: [school, (agent) => agent.checkResource({ resourceId: 'Hall', ...times })],
})
