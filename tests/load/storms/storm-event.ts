import { seatWrites } from '../../../functions/attendance/index.ts'
import { type EventCard, eventCard } from '../../../functions/events/index.ts'
import type { Table } from '../../../lib/table/table.ts'
import { put } from '../../../lib/table/write.ts'
import { hostOf } from '../../attendance/event-hosts.ts'

const dayMs = 24 * 3600 * 1000
const iso = (ms: number): string => new Date(ms).toISOString()

/** The card of a live event that everybody of the school may see. */
export const stormCard = (eventId: string, seats: number): EventCard => {
  const now = Date.now()
  return {
    eventId,
    name: 'The concert',
    type: 'Performance',
    hostingId: 'nobody',
    hostingType: 'User' as const,
    host: { name: 'Nobody' },
    start_time: iso(now + 30 * dayMs),
    end_time: iso(now + 30 * dayMs + 3_600_000),
    timezone: 'UTC',
    visibility: 'public' as const,
    expectedAttendance: seats,
    tags: [],
    registrationEnabled: true,
    registrationRequired: true,
    maxAttendees: seats,
    waitlistEnabled: true,
    status: 'not-applicable' as const,
    shelf: 'live' as const,
    submission: 0,
    collaborators: [],
    createdBy: 'nobody',
    registrationCount: 0,
    seatsTaken: 0,
    waitlistCount: 0,
    checkedInCount: 0,
    firstAttendees: [],
    firstGuests: [],
    sequence: 0,
    liveAt: iso(now),
    createdAt: iso(now + 2 * dayMs),
    updatedAt: iso(now),
    version: 1,
  }
}

export const makeEvent = async (table: Table, card: EventCard): Promise<void> => {
  const seats = await seatWrites({ table }, undefined, card)
  await table.write([put(eventCard, card, { absent: true }), ...seats, ...hostOf(card)])
}
