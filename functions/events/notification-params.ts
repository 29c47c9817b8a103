import type { EventCard } from './records/event.ts'

type EventLocation = Pick<EventCard, 'location' | 'classroom_id'>

/** Where an event is, as people say it; empty while nobody has said. A room is its name. */
export const locationTextOf = ({ location, classroom_id }: EventLocation): string =>
  location || classroom_id || ''

/** What every notice about an event says of it: `describeTimeAndPlace` makes the words. */
export const eventParamsOf = (card: EventCard): Readonly<Record<string, string>> => ({
  eventId: card.eventId,
  eventTitle: card.name,
  startTime: card.start_time,
  timezone: card.timezone,
  place: locationTextOf(card),
})
