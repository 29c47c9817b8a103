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
} from './attendee-key.ts'
export { attendeesPage } from './attendee-list.ts'
export { type Addressing, isAddressed } from './audiences.ts'
export { findTally, linkToEvent } from './feedback.ts'
export { isMailStillDue } from './follow-up/guest-mail-check.ts'
export { eventAskingWith } from './registration/answers.ts'
export { readBy } from './registration/notifications.ts'
export { lookFor } from './registration/registration-row.ts'
export { seatWrites } from './seats/seat-counter.ts'
export { personOf } from './views.ts'
