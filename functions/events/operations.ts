import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { eventPageOf } from './event-page.ts'
import { futureFeed, monthFeed, rangeFeed, wholeFeed } from './lists/feeds.ts'
import { ownPage } from './lists/my-events.ts'
import { goingPage } from './lists/rsvps.ts'
import { neighbours, recommended } from './lists/suggestions.ts'

export const operations: Operations<typeof contract> = {
  async getEvent({ event_id, type }, context) {
    return { event: await eventPageOf(event_id, context, { withApproval: type === 'approval' }) }
  },

  listFutureEvents: futureFeed,
  listAllEvents: wholeFeed,
  listEventsOfMonth: monthFeed,
  listEventsBetween: rangeFeed,
  listMyEvents: ownPage,
  listGoingEvents: goingPage,
  listEventsOfSameHost: neighbours,
  recommendEvents: recommended,
}
