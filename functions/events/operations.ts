import { type Operations, prefetching } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { eventPageOf, eventRefs } from './event-page.ts'
import { listAllEvents, listEventsBetween, listEventsOfMonth, listFutureEvents } from './lists/feeds.ts'
import { listMyEvents } from './lists/my-events.ts'
import { listGoingEvents } from './lists/rsvps.ts'
import { listEventsOfSameHost, recommendEvents } from './lists/suggestions.ts'

export const operations: Operations<typeof contract> = {
  getEvent: prefetching(
    ({ params: { event_id: eventId = '' } }) => ({ late: eventRefs(eventId) }),
    async ({ event_id, type }, context) => ({
      event: await eventPageOf(event_id, context, { withApproval: type === 'approval' }),
    }),
  ),

  listFutureEvents,
  listAllEvents,
  listEventsOfMonth,
  listEventsBetween,
  listMyEvents,
  listGoingEvents,
  listEventsOfSameHost,
  recommendEvents,
}
