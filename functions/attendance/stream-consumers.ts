import { on, onBatch, onKind } from '../../lib/consumer.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import { globalUser, tenantUser } from '../../lib/identity/person/records.ts'
import { notificationRow } from '../../lib/outbox.ts'
import { scheduleTask } from '../../lib/scheduled/task.ts'
import {
  attendee,
  eventCard,
  findLostRights,
  hasLeftOrganization,
  isAdmissionNarrowed,
} from '../events/index.ts'
import { type FormResponse, form, hasNewSensitive } from '../form-records/index.ts'
import { countFeedback } from './feedback.ts'
import { startDeparture, startNarrowing, startSchoolDeparture } from './follow-up/departures.ts'
import {
  continueFollowUp,
  isMoved,
  isRenamed,
  startFollowUp,
  startLeaving,
  startLeavingAsGuest,
} from './follow-up/event-changes.ts'
import { countChanges } from './follow-up/event-counts.ts'
import type { GuestNews } from './follow-up/guest-mails.ts'
import { sendGuestMails, startGuestMails } from './follow-up/guest-mails.ts'
import { peopleDue, seatCounter } from './repository.ts'
import { claimsCheck, isFirstClaim } from './scheduled-tasks.ts'
import { continueAfterChange, continueWaitlist } from './seats/waitlist.ts'
import {
  eraseGuestAnswers,
  formErasureTask,
  rescheduleErasure,
  scheduleErasure,
} from './sensitive-answers.ts'

/** Consumers of registrations, withdrawals, promotions, event changes, and changes or departures of people. */
export const streamConsumers = [
  onBatch(
    attendee,
    ['made', 'changed', 'gone'],
    ({ before, after }) => (after ?? before)?.eventId,
    async (changeEvents, context) => countChanges(changeEvents, context),
  ),
  onKind<FormResponse>('FormResponse', ['made'], async ({ after }, context) => {
    if (after?.purpose === 'feedback') await countFeedback(after, context)
    if (after?.sensitive) await scheduleErasure(after, context)
  }),
  on(form, ['changed'], async ({ before, after }, context) => {
    if (before && after && hasNewSensitive(before.questions, after.questions))
      await context.table.write([scheduleTask(context, formErasureTask(after.formId, context.now()))])
  }),
  on(eventCard, ['changed'], async ({ before, after }, context) => {
    if (before && after && after.end_time < before.end_time) await rescheduleErasure(after, context)
  }),
  on(attendee, ['changed'], async ({ before, after }, context) => {
    if (before && after?.status === 'waiting' && after.guestCount < before.guestCount)
      await continueWaitlist(after.eventId, context)
  }),
  on(seatCounter, ['changed'], async ({ before, after }, context) => {
    if (!before || !after) return
    if (isFirstClaim(before, after))
      await context.table.write([scheduleTask(context, claimsCheck(after.eventId, context.now()))])
    await continueAfterChange(before, after, context)
  }),
  on(eventCard, ['changed'], async ({ before, after }, context) => {
    if (!before || !after || after.liveAt === undefined) return
    if (isMoved(before, after))
      await startFollowUp({ job: 'times', subject: after.eventId, run: String(after.version) }, context)
    if (isAdmissionNarrowed(before, after)) await startNarrowing(after, context)
  }),
  on(tenantUser, ['changed'], async ({ before, after }, context) => {
    if (!before || !after) return
    if (isRenamed(before, after))
      await startFollowUp({ job: 'names', subject: after.id, run: String(after.version) }, context)
  }),
  on(orgMember, ['changed', 'gone'], async ({ before, after }, context) => {
    if (before && hasLeftOrganization(before, after)) await startDeparture(before, context)
  }),
  on(tenantUser, ['changed'], async ({ before, after }, context) => {
    const lostRights = before && after && findLostRights(before, after)
    if (lostRights) await startSchoolDeparture(after.id, lostRights, context)
  }),
  on(tenantUser, ['gone'], async ({ before }, context) => {
    if (!before) return
    await startLeaving({ job: 'leaving', subject: before.id, run: String(before.version) }, context)
  }),
  on(globalUser, ['gone'], async ({ before }, context) => {
    if (!before) return
    await startLeavingAsGuest(before, context)
    await eraseGuestAnswers(before.id, context)
  }),
  on(notificationRow, ['made'], async ({ after }, context) => {
    if (after) await startGuestMails(after, context)
  }),
  onKind<GuestNews>('GuestNews', ['made'], async ({ after }, context) => {
    if (after) await sendGuestMails(after, context)
  }),
  on(peopleDue, ['made'], async ({ after }, context) => {
    if (after) await continueFollowUp(after, context)
  }),
]
