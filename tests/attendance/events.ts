import { seatWrites } from '../../functions/attendance/index.ts'
import {
  type EventBody,
  type EventCard,
  eventBody,
  eventCard,
  registrationTermsVersion,
  shelfOf,
} from '../../functions/events/index.ts'
import { put } from '../../lib/table/write.ts'
import type { World } from '../support/world.ts'
import { hostOf } from './event-hosts.ts'

let events = 0

const dayMs = 24 * 3600 * 1000

const cardOf = (w: World, more: Partial<EventCard>): EventCard => {
  events += 1
  const now = w.clock.now().getTime()
  const at = new Date(now).toISOString()
  const status = more.status ?? 'not-applicable'
  const card: EventCard = {
    eventId: w.runtime.newId(),
    name: `Event ${String(events).padStart(6, '0')}`,
    type: 'Social',
    hostingId: 'nobody',
    hostingType: 'User',
    host: { name: 'Nobody' },
    start_time: new Date(now + 7 * dayMs).toISOString(),
    end_time: new Date(now + 7 * dayMs + 3600 * 1000).toISOString(),
    timezone: 'UTC',
    visibility: 'public',
    expectedAttendance: 1,
    tags: [],
    registrationEnabled: true,
    registrationRequired: false,
    maxAttendees: null,
    waitlistEnabled: true,
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
    createdAt: at,
    updatedAt: at,
    version: 1,
    ...more,
    status,
    shelf: shelfOf(status),
  }
  const live = card.shelf === 'live'
  return { ...card, ...(live ? { liveAt: at } : {}) }
}

const bodyOf = ({ eventId }: EventCard): EventBody => ({
  eventId,
  targetAudience: [],
  customFields: {},
  requiresApproval: false,
  autoBook: false,
  version: 1,
})

/** An event as planners leave it, live unless `more` says otherwise. */
export const planned = async (w: World, more: Partial<EventCard> = {}): Promise<EventCard> => {
  const card = cardOf(w, more)
  const table = w.table()
  const seats = await seatWrites({ table }, undefined, card)
  const { ok } = await table.write([
    put(eventCard, card, { absent: true }),
    put(eventBody, bodyOf(card), { absent: true }),
    ...seats,
    ...hostOf(card),
  ])
  if (!ok) throw new Error('the event could not be made')
  return card
}

/** An event of an organization. */
export const hosted = (w: World, orgId: string, more: Partial<EventCard> = {}): Promise<EventCard> =>
  planned(w, { hostingType: 'Org', hostingId: orgId, ...more })

/** Changes an event as planners do: the card under its version and its seats, in one transaction. */
export const replanned = async (
  w: World,
  eventId: string,
  change: Partial<EventCard>,
): Promise<EventCard> => {
  const table = w.table()
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const before = await table.get(eventCard, { eventId }, { strong: true })
    if (!before) throw new Error('there is no such event')
    const wanted = { ...before, ...change, version: before.version + 1 }
    const terms = registrationTermsVersion(before, wanted)
    const after = { ...wanted, shelf: shelfOf(wanted.status), ...(terms === undefined ? {} : { terms }) }
    const seats = await seatWrites({ table }, before, after)
    const card = put(eventCard, after, { equals: { version: before.version } })
    if ((await table.write([card, ...seats])).ok) return after
  }
  throw new Error('the event changed each time that it was changed')
}
