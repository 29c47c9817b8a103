import { type EventCard, partitionsOf } from '../events/index.ts'
import { feedbackTally } from './feedback/tally.ts'
import { lineEntry, seatCounter } from './repository.ts'

const ofCounters = (card: EventCard) => partitionsOf(card).map((k) => ({ eventId: card.eventId, k }))

export { type Addressing, isAddressed } from './audiences.ts'
export { linkToEvent } from './feedback/feedback.ts'
export { findTally } from './feedback/tally.ts'
export { isStillTold } from './follow-up/guest-told.ts'
export { peoplePage } from './organizers/people-pages.ts'
export {
  copiesOf,
  type Known,
  knownFrom,
  nameOf,
  rowKey,
  selfRefs,
  type Who,
  whoNamed,
  whoOf,
} from './person.ts'
export { eventAskingWith } from './registration/form-use.ts'
export { readBy } from './registration/notifications.ts'
export { namesOf } from './registration/withdrawal.ts'
export { seatCountersFor, seatWrites } from './seats/seat-counters.ts'
export { counterNumbers } from './seats/snapshot.ts'

/** What goes with an event beside the rows of its people. `holes` fill the partitions. */
export const seatChildren = [
  { kind: seatCounter, holes: ofCounters },
  { kind: lineEntry },
  { kind: feedbackTally },
] as const
