import { eventStream } from '../attendance/stream.ts'
import { admins } from '../support/administrators.ts'
import type { Agent } from '../support/agent.ts'
import { type Club, club } from '../support/orgs.ts'
import type { World } from '../support/world.ts'

/** A campus with one club, and the dean and root of the school. The clock stands at 2026-03-02T12:00Z. */
export const plannedCampus = async () => {
  const { w, root, dean } = await admins()
  const c = await club(w)
  return { w, root, dean, c, events: await eventStream(w) }
}
export type PlannedCampus = Awaited<ReturnType<typeof plannedCampus>>

export const usual = {
  name: 'Spring Open',
  type: 'Competition',
  start_time: '2026-04-01T18:00:00.000Z',
  end_time: '2026-04-01T20:00:00.000Z',
  location: 'Main hall',
  visibility: 'public',
  expectedAttendance: 40,
} as const

/** Makes an event through the front door and says its id. */
export const made = async (device: Agent, more: Record<string, unknown> = {}): Promise<string> => {
  const { status, body } = await device.createEventByForm({ ...usual, ...more })
  if (status !== 201) throw new Error(`the event could not be made: ${status} ${JSON.stringify(body)}`)
  return body.eventId
}

/** An event of the club, made by its owner. */
export const clubEvent = (c: Club, more: Record<string, unknown> = {}): Promise<string> =>
  made(c.owner.device, { hostingType: 'Org', hostingId: c.orgId, ...more })

export const roundTrips = (w: World): number =>
  ((w.logs.at(-1)?.table ?? {}) as { depth?: number }).depth ?? 0
