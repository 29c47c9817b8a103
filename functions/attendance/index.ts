import { type EventCard, partitionsOf } from '../events/index.ts'
import { feedbackTally } from './feedback.ts'
import { lineEntry, seatCounter } from './repository.ts'

const ofCounters = (card: EventCard) => partitionsOf(card).map((k) => ({ eventId: card.eventId, k }))

export { type Addressing, isAddressed } from './audiences.ts'
export { findTally, linkToEvent } from './feedback.ts'
export { isMailStillDue } from './follow-up/guest-mail-check.ts'
export { listAttendees } from './people-pages.ts'
export {
  copiesOf,
  type Known,
  knownFrom,
  nameOf,
  namesOf,
  rowKey,
  selfRefs,
  submittersOf,
  type Who,
  whoNamed,
  whoOf,
  whosNamed,
} from './person.ts'
export { eventAskingWith } from './registration/answers.ts'
export { readBy } from './registration/notifications.ts'
export { lookFor } from './registration/own-row.ts'
export { seatCountersFor, seatWrites } from './seats/seats.ts'
export { counterNumbers } from './seats/snapshot.ts'
export { personOf } from './views.ts'

/** What goes with an event beside the rows of its people. `holes` fill the partitions. */
export const seatChildren = [
  { kind: seatCounter, holes: ofCounters },
  { kind: lineEntry },
  { kind: feedbackTally },
] as const
