import type { Operations } from '../../lib/operation.ts'
import { listAttendees } from './attendee-list.ts'
import type { contract } from './contract.ts'
import { listFeedbackResponses } from './feedback.ts'
import {
  addToWaitlist,
  listWaitlist,
  promoteFromWaitlist,
  removeFromWaitlist,
  removeRegistration,
  removeRegistrationResponse,
} from './organizer-registrations.ts'
import { getRegistrationForm } from './registration/answers.ts'
import { registerForEvent } from './registration/registration.ts'
import { getMyRsvp, getMyRsvps, setRsvp } from './registration/rsvps.ts'
import { withdrawFromEvent } from './registration/withdrawal.ts'
import { registrationsPage } from './registration-page.ts'

export const operations: Operations<typeof contract> = {
  registerForEvent,
  withdrawFromEvent,
  setRsvp,
  getMyRsvp,
  getMyRsvps,
  listAttendees,
  getRegistrationForm,
  listRegistrations: registrationsPage,
  listSchoolRegistrations: registrationsPage,
  listFeedbackResponses,
  removeRegistrationResponse,
  removeRegistration,
  listWaitlist,
  addToWaitlist,
  removeFromWaitlist,
  promoteFromWaitlist,
}
