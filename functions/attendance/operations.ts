import { fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { answer } from '../../lib/contract/reply.ts'
import { type Operations, prefetching } from '../../lib/operation.ts'
import { registrationFormViewOf } from '../answers/index.ts'
import {
  canReadAttendeeNames,
  canSeeEvent,
  filterStillAdmitted,
  findCard,
  isOrganizer,
  isVisible,
  viewerOf,
} from '../events/index.ts'
import { EventNotFound, FormMissing, TooManyEvents } from './contract/failures.ts'
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
import { listAttendees } from './people-pages.ts'
import { formOf } from './registration/answers.ts'
import { removalAhead, withdrawalAhead } from './registration/own-row.ts'
import { type Registered, registerForEvent } from './registration/registration.ts'
import { getMyRsvp, getMyRsvps, setRsvp } from './registration/rsvps.ts'
import { withdrawFromEvent } from './registration/withdrawal.ts'
import { registrationsPage } from './registration-page.ts'
import { snapshotAhead } from './seats/snapshot.ts'
import { peopleOf, rsvpViewOf } from './views.ts'

const registeredView = ({ card, row, made, position }: Registered) => {
  const rsvp = rsvpViewOf(row, position)
  const { status, waitlistPosition } = rsvp
  // Counts come from the stream and do not yet include the caller's own new registration.
  const registrationCount = card.registrationCount + (made && status === 'attending' ? 1 : 0)
  const message = status === 'attending' ? 'Registered' : 'Added to the waitlist'
  const view = { status, waitlistPosition, registrationCount, data: { rsvp } }
  return answer(view, { message, status: made ? 201 : 200 })
}

const withdrawnView = (data: { readonly promoted: number }) =>
  answer({ status: 'not_attending' as const, data }, { message: 'Registration withdrawn', status: 200 })

const idsIn = (eventIds: string): readonly string[] => [
  ...new Set(eventIds.split(',').flatMap((id) => id.trim() || [])),
]

/** The organizers' operations, loaded on first use. */

const mostAsked = 100
const nobody = { items: [], cursor: undefined }

export const operations: Operations<typeof contract> = {
  registerForEvent: prefetching(
    snapshotAhead,
    async ({ event_id: eventId, guestCount, formAnswers }, context) =>
      registeredView(await registerForEvent({ eventId, guestCount, formAnswers }, context)),
  ),
  withdrawFromEvent: prefetching(withdrawalAhead, ({ event_id }, context) =>
    withdrawFromEvent(event_id, context),
  ),
  setRsvp: prefetching(snapshotAhead, async (input, context) => {
    const done = await setRsvp(input, context)
    return 'row' in done ? registeredView(done) : withdrawnView(done)
  }),
  async getMyRsvp({ event_id }, context) {
    return { rsvp: await getMyRsvp(event_id, context) }
  },
  async getMyRsvps({ eventIds }, context) {
    const ids = idsIn(eventIds)
    if (ids.length > mostAsked) fail(TooManyEvents)
    return { rsvps: await getMyRsvps(ids, context) }
  },
  async listAttendees({ event_id, ...asked }, context) {
    const { table } = context
    const card = (await findCard(table, event_id)) ?? fail(EventNotFound)
    const attending = ({
      status,
      walkIn,
      left,
    }: {
      status: string
      walkIn?: boolean | undefined
      left?: boolean | undefined
    }) => status === 'attending' && !walkIn && !left
    const [viewer, found] = await Promise.all([
      viewerOf(context, [card], { all: true }),
      // Names are restricted; counts are not.
      context.caller || card.attendeeVisibility === 'everyone'
        ? listAttendees(table, card, pageOf(asked), attending)
        : nobody,
    ])
    if (!(await canSeeEvent(card, viewer, context))) return fail(EventNotFound)
    const page = canReadAttendeeNames(card, viewer) ? found : nobody
    const { registrationCount, seatsTaken, waitlistCount } = card
    const people = peopleOf(
      await filterStillAdmitted(table, card, page.items, context.now()),
      isOrganizer(card, viewer),
    )
    return { ...people, registrationCount, seatsTaken, waitlistCount, nextCursor: page.cursor }
  },
  async getRegistrationForm({ event_id }, context) {
    const { table, caller } = context
    const card = (await findCard(table, event_id)) ?? fail(EventNotFound)
    const [viewer, form] = await Promise.all([viewerOf(context, [card]), formOf(table, card)])
    if (!isVisible(card, viewer)) return fail(EventNotFound)
    return { form: registrationFormViewOf(form ?? fail(FormMissing), caller !== undefined) }
  },
  listRegistrations: registrationsPage,
  listSchoolRegistrations: registrationsPage,
  listFeedbackResponses: async (input, context) => listFeedbackResponses(input, context),
  removeRegistrationResponse: async (input, context) => removeRegistrationResponse(input, context),
  removeRegistration: prefetching(removalAhead('userId'), async (input, context) =>
    removeRegistration(input, context),
  ),
  listWaitlist: async (input, context) => listWaitlist(input, context),
  async addToWaitlist(input, context) {
    const { entry, made } = await addToWaitlist(input, context)
    return answer({ entry }, { status: made ? 201 : 200 })
  },
  removeFromWaitlist: prefetching(removalAhead('entryId'), async (input, context) =>
    removeFromWaitlist(input, context),
  ),
  promoteFromWaitlist: async (input, context) => promoteFromWaitlist(input, context),
}
