import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { futureFeed, monthFeed, rangeFeed, wholeFeed } from './feeds.ts'
import { goingPage } from './going.ts'
import { ownPage } from './mine.ts'
import { eventPageOf } from './page.ts'
import { neighbours, recommended } from './suggestions.ts'

export * from './agenda-record.ts'
export * from './approval-record.ts'
export * from './attendee-record.ts'
export * from './belonging.ts'
export * from './desk-record.ts'
export { eventFactsOf, eventWords, hostScope } from './event-words.ts'
export { longestMs } from './feeds.ts'
export { listGoing, readCards } from './going.ts'
export { type HostState, hostState, isHostGone } from './hosts.ts'
export * from './job-record.ts'
export {
  type EventPage,
  eventPage,
  firstEvents,
  hostEvents,
  merged,
  orderOf as eventOrderOf,
  publicEvents,
  type Source,
  upTo,
} from './listing.ts'
export * from './partitions.ts'
export { ownRefs, readPeople } from './people.ts'
export * from './reading.ts'
export * from './records.ts'
export * from './status-shapes.ts'
export { placeOf, toldOf } from './told.ts'
export { eventViewsOf } from './views.ts'
export * from './visibility.ts'

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
