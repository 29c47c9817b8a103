import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { getEvent } from './event-page.ts'
import { listAllEvents, listEventsBetween, listEventsOfMonth, listFutureEvents } from './lists/feeds.ts'
import { listMyEvents } from './lists/my-events.ts'
import { listGoingEvents } from './lists/rsvps.ts'
import { listEventsOfSameHost, recommendEvents } from './lists/suggestions.ts'

export const operations: Operations<typeof contract> = {
  getEvent,
  listFutureEvents,
  listAllEvents,
  listEventsOfMonth,
  listEventsBetween,
  listMyEvents,
  listGoingEvents,
  listEventsOfSameHost,
  recommendEvents,
}
