import type { EventCard } from './records/event.ts'

type EventLocation = Pick<EventCard, 'location' | 'classroom_id'>

/** The place of an event in words; empty while it has none. A room appears by name. */
export const locationTextOf = ({ location, classroom_id }: EventLocation): string =>
  location || classroom_id || ''

/** Parameters of every notification about an event. `describeTimeAndPlace` renders them. */
export const eventParamsOf = (card: EventCard): Readonly<Record<string, string>> => ({
  eventId: card.eventId,
  eventTitle: card.name,
  startTime: card.start_time,
  timezone: card.timezone,
  place: locationTextOf(card),
})
