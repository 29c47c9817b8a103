import { beforeAll } from 'vitest'
import { contract } from '../../functions/attendance/contract.ts'
import { type Cast, organizers, type Place } from '../agendas/actors.ts'
import {
  administrators,
  eventCast,
  everybody,
  everyRight,
  insiders,
  signedIn,
} from '../events/event-rights.ts'
import { replanned } from './events.ts'

let c: Cast
let formId: string

beforeAll(async () => {
  c = await eventCast('seats')
  const questions = [{ type: 'short', question: 'What do you eat?' }]
  const sent = { orgId: c.club.orgId, form: { title: 'Dinner', questions } }
  formId = (await c.club.officer.device.createEventForm(sent)).body.data._id
})

const idOf = (who: 'outsider' | 'member') => c.club[who].user._id
const register = async (who: 'outsider' | 'member', { eventId }: Place, more: object = {}) =>
  (await c.club[who].device.registerForEvent({ event_id: eventId, ...more })).body

/** The member has the only seat, the outsider is in line. */
const inLine = async (at: Place) => {
  await replanned(c.w, at.eventId, { maxAttendees: 1 })
  await register('member', at)
  await register('outsider', at)
  return { ...at, entryId: `u-${idOf('outsider')}` }
}

everyRight(contract, () => c, {
  registerForEvent: [signedIn, (agent, { eventId }) => agent.registerForEvent({ event_id: eventId })],
  withdrawFromEvent: [
    signedIn,
    async (agent, { eventId: event_id }) => {
      await agent.registerForEvent({ event_id })
      return agent.withdrawFromEvent({ event_id })
    },
  ],
  // Of the member, for whom their organizers answer too, and nobody who only helps.
  setRsvp: [
    insiders,
    (agent, { eventId }) => agent.setRsvp({ eventId, userId: idOf('member'), status: 'attending' }),
  ],
  getMyRsvp: [signedIn, (agent, { eventId }) => agent.getMyRsvp({ event_id: eventId })],
  getMyRsvps: [signedIn, (agent, { eventId }) => agent.getMyRsvps({ eventIds: eventId })],
  listAttendees: [everybody, (agent, { eventId }) => agent.listAttendees({ event_id: eventId })],
  getRegistrationForm: [
    everybody,
    async (agent, { eventId }) => {
      await replanned(c.w, eventId, { registrationFormId: formId })
      return agent.getRegistrationForm({ event_id: eventId })
    },
  ],
  listRegistrations: [organizers, (agent, at) => agent.listRegistrations(at)],
  listSchoolRegistrations: [
    administrators,
    (agent, { eventId }) => agent.listSchoolRegistrations({ eventId }),
  ],
  listFeedbackResponses: [organizers, (agent, at) => agent.listFeedbackResponses(at)],
  removeRegistrationResponse: [
    organizers,
    async (agent, at) => {
      await replanned(c.w, at.eventId, { registrationFormId: formId })
      const { data } = await register('member', at, { formAnswers: ['Fish'] })
      await c.w.caughtUp()
      return agent.removeRegistrationResponse({ ...at, responseId: data.rsvp.formResponseId })
    },
  ],
  removeRegistration: [
    organizers,
    async (agent, at) => {
      await register('member', at)
      return agent.removeRegistration({ ...at, userId: idOf('member') })
    },
  ],
  listWaitlist: [organizers, (agent, at) => agent.listWaitlist(at)],
  addToWaitlist: [organizers, (agent, at) => agent.addToWaitlist({ ...at, userId: idOf('outsider') })],
  removeFromWaitlist: [organizers, async (agent, at) => agent.removeFromWaitlist(await inLine(at))],
  promoteFromWaitlist: [
    organizers,
    async (agent, at) => agent.promoteFromWaitlist({ ...(await inLine(at)), force: true }),
  ],
})
