export {
  type AttendeeKey,
  type AttendeeRecords,
  attendeeCopiesOf,
  attendeeIdOf,
  attendeeKeyFrom,
  attendeeKeyOf,
  attendeeKeysFrom,
  attendeeKeysOf,
  attendeeRecordsFrom,
  ownRecordRefs,
  rowKey,
  submittersOf,
} from './attendee-key.ts'
export { attendeesPage, listAllPeople } from './attendee-list.ts'
export { isRecipient, type RecipientFilter } from './audiences.ts'
export { findTally, linkToEvent } from './feedback.ts'
export { isMailStillDue } from './follow-up/guest-mail-check.ts'
export { findEventUsingForm } from './registration/answers.ts'
export { countForCaller, countsOfAll, headsInOf } from './registration/counts.ts'
export { type RegistrationTemplate, readerSchoolParam } from './registration/notifications.ts'
export { readRegistration } from './registration/registration-row.ts'
export { seatWrites } from './seats/seat-counter.ts'
export { personOf } from './views.ts'
