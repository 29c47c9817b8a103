import {
  type Attendee,
  attendee,
  type EventBody,
  type EventCard,
  eventBody,
  eventCard,
  shelfOf,
} from '../../functions/events/index.ts'
import { put, type Write } from '../../lib/table/write.ts'
import type { Person } from '../support/people.ts'
import type { Society } from '../support/societies.ts'
import type { World } from '../support/world.ts'

const hour = 3600 * 1000
let events = 0

/** The card of an event as it is once it has gone live; it takes an hour. */
export const cardOf = (more: Partial<EventCard> = {}): EventCard => {
  events += 1
  const eventId = more.eventId ?? `event${String(events).padStart(6, '0')}`
  const start_time = more.start_time ?? '2026-04-01T10:00:00.000Z'
  const status = more.status ?? 'approved'
  return {
    eventId,
    name: eventId,
    type: 'Social',
    hostingId: 'nobody',
    hostingType: 'User',
    host: { name: 'Nobody' },
    start_time,
    end_time: new Date(Date.parse(start_time) + hour).toISOString(),
    timezone: 'UTC',
    location: 'Room 101',
    visibility: 'public',
    expectedAttendance: 10,
    tags: [],
    registrationEnabled: true,
    registrationRequired: false,
    maxAttendees: null,
    waitlistEnabled: false,
    status,
    shelf: shelfOf(status),
    submission: 1,
    collaborators: [],
    createdBy: 'nobody',
    registrationCount: 0,
    seatsTaken: 0,
    waitlistCount: 0,
    checkedInCount: 0,
    firstAttendees: [],
    firstGuests: [],
    sequence: 0,
    ...(shelfOf(status) === 'work' ? {} : { liveAt: '2026-01-01T00:00:00.000Z' }),
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    version: 1,
    ...more,
  }
}

const bodyOf = (eventId: string, more: Partial<EventBody> = {}): EventBody => ({
  eventId,
  description: 'What happens there',
  targetAudience: [],
  customFields: {},
  requiresApproval: false,
  autoBook: false,
  version: 1,
  ...more,
})

/** Hosted by an organization, and made by its owner. */
export const hostedBy = ({ orgId, name, owner }: Society) => ({
  hostingId: orgId,
  hostingType: 'Org' as const,
  host: { name },
  createdBy: owner.user._id,
})

/** Puts an event where planning would have put it. */
export const stored = async (
  w: World,
  more: Partial<EventCard> = {},
  body: Partial<EventBody> = {},
): Promise<EventCard> => {
  const card = cardOf(more)
  const rows: Write[] = [put(eventCard, card), put(eventBody, bodyOf(card.eventId, body))]
  await w.table().write(rows)
  return card
}

/** The row of somebody who is on an event, as registering leaves it. */
export const attending = (card: EventCard, { user }: Person, more: Partial<Attendee> = {}): Attendee => ({
  eventId: card.eventId,
  kind: 'u',
  personId: user._id,
  globalUserId: user.globalUserId,
  status: 'attending',
  name: user.name,
  username: user.username,
  email: `${user.username}@students.example.edu`,
  registeredAt: '2026-03-01T00:00:00.000Z',
  guestCount: 1,
  checkedIn: false,
  start_time: card.start_time,
  version: 1,
  ...more,
})

export const register = async (w: World, card: EventCard, person: Person, more: Partial<Attendee> = {}) => {
  await w.table().put(attendee, attending(card, person, more))
}

export const idsOf = ({ events: all }: { readonly events: readonly { readonly _id: string }[] }): string[] =>
  all.map(({ _id }) => _id)
