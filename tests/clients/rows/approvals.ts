import type { SheetRow } from '../row.ts'
import { eventBy, type Scene } from '../scene.ts'
import { hostAt } from './events.ts'

/** An event of a person that waits for administrators. */
const waiting = ({ people }: Scene): Promise<string> =>
  eventBy(people.outsider.device, { name: 'Fireworks', requiresApproval: true })

export const approvals: readonly SheetRow[] = [
  {
    call: 'GET /oie/get-pending-events',
    when: 'of a role',
    as: 'dean',
    sends: async (scene) => {
      await waiting(scene)
      return { query: { role: 'event coordinator' } }
    },
    reads: { 'events[]._id': 'text', 'events[].image': 'text?', ...hostAt('events[].hostingId') },
  },
  {
    call: 'GET /oie/get-pending-events',
    when: 'without a role, by an administrator',
    as: 'dean',
    sends: async (scene) => {
      await waiting(scene)
      return {}
    },
    reads: { 'events[]._id': 'text', ...hostAt('events[].hostingId') },
  },
]
