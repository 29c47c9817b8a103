import type { EventCard } from './records/event.ts'

type Placed = Pick<EventCard, 'location' | 'classroom_id'>

/** Where an event is, as people say it; empty while nobody has said. A room is its name. */
export const placeOf = ({ location, classroom_id }: Placed): string => location || classroom_id || ''

/** What every notice about an event says of it: `whenAndWhere` makes the words. */
export const eventParamsOf = (card: EventCard): Readonly<Record<string, string>> => ({
  eventId: card.eventId,
  eventTitle: card.name,
  startTime: card.start_time,
  timezone: card.timezone,
  place: placeOf(card),
})
