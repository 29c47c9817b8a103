export { type Addressing, isAddressed } from './audiences.ts'
export { findTally, linkToEvent } from './feedback.ts'
export { isMailStillDue } from './follow-up/guest-mail-check.ts'
export { attendeesPage } from './people-pages.ts'
export {
  type AttendeeKey,
  type AttendeeRecords,
  attendeeCopiesOf,
  attendeeKeyFrom,
  attendeeKeyOf,
  attendeeKeysFrom,
  attendeeRecordsFrom,
  nameOf,
  namesOf,
  rowKey,
  selfRefs,
  submittersOf,
} from './person.ts'
export { eventAskingWith } from './registration/answers.ts'
export { readBy } from './registration/notifications.ts'
export { lookFor } from './registration/own-row.ts'
export { seatWrites } from './seats/seat-counter.ts'
export { personOf } from './views.ts'
