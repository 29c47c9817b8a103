export * from './affiliation.ts'
export { readHelpers } from './collaborators.ts'
export * from './contract/event-shapes.ts'
export { eventFactsOf, eventWordIndex, hostScope, isFoundBy, longEventIndex } from './event-facts.ts'
export { type HostState, hostState, isHostGone, isJoinableOrPast } from './host-state.ts'
export { hostViewOf, orgAsHost, personAsHost } from './host-view.ts'
export {
  type EventPage,
  eventPage,
  firstEvents,
  hostEvents,
  longestMs,
  mergePages,
  orderOf,
  publicEvents,
  type Source,
  upTo,
} from './lists/lists.ts'
export { listRegistrations, readCards } from './lists/rsvps.ts'
export * from './lookup.ts'
export { eventParamsOf, locationTextOf } from './notification-params.ts'
export * from './people.ts'
export { canSeeEvent, ownRefs, readPeople } from './people.ts'
export { operationalStatusOf, plannedCardView, plannedView } from './planned-view.ts'
export * from './records/agenda.ts'
export * from './records/approval.ts'
export * from './records/approval-comment.ts'
export * from './records/attendee.ts'
export * from './records/desk.ts'
export * from './records/event.ts'
export * from './records/job.ts'
export * from './recurrence.ts'
export { checkInCountsForReader, countsForReader, eventViewsOf } from './views.ts'
export * from './visibility.ts'
