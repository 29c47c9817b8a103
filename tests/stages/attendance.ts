import type { EventCard } from '../../functions/events/index.ts'
import { crowd } from '../attendance/crowd.ts'
import { hosted } from '../attendance/events.ts'
import type { Campus } from '../support/replay.ts'
import { founded } from '../support/societies.ts'

type Staged = Readonly<Record<string, string>>
type Scope = { readonly orgId: string; readonly eventId: string }

const personOf = ({ ada }: Campus) => ({
  device: ada.agent,
  user: { _id: ada.id, username: 'ada', name: 'ada', globalUserId: ada.globalUserId },
  email: ada.email,
})

const stagedBy = ({ orgId, eventId }: Scope): Staged => ({ 'demo-event': eventId, 'demo-org-chess': orgId })

/** A live event of an organization of ada's. People of the campus are older than what it plans. */
const scoped = async (campus: Campus, more: Partial<EventCard> = {}): Promise<Scope> => {
  const { orgId } = await founded(personOf(campus))
  campus.w.clock.advance(2 * 24 * 3600)
  // Tokens end before that. The first request by a new one is noted once, and reads the school for two seconds.
  for (const one of Object.values(campus.people)) {
    await one?.agent.refreshToken()
    await one?.agent.validateToken()
  }
  campus.w.clock.advance(3)
  const { eventId } = await hosted(campus.w, orgId, { maxAttendees: 5, ...more })
  return { orgId, eventId }
}

const event = async (campus: Campus): Promise<Staged> => stagedBy(await scoped(campus))

const register = (campus: Campus, who: 'ada' | 'ben', eventId: string, more: object = {}) =>
  campus.people[who]?.agent.registerForEvent({ event_id: eventId, ...more })

const registeredFor =
  (who: 'ada' | 'ben') =>
  async (campus: Campus): Promise<Staged> => {
    const scope = await scoped(campus)
    await register(campus, who, scope.eventId)
    return stagedBy(scope)
  }

/** Ben waits behind somebody who has all the seats. */
const waiting = async (campus: Campus): Promise<Staged> => {
  const scope = await scoped(campus, { maxAttendees: 1 })
  const [first] = await crowd(campus.w, 1)
  await first?.device.registerForEvent({ event_id: scope.eventId })
  await register(campus, 'ben', scope.eventId)
  return stagedBy(scope)
}

const formed = async (campus: Campus): Promise<Scope> => {
  const { orgId } = await founded(personOf(campus))
  const questions = [{ type: 'short', question: 'Your name?', required: true }]
  const { body } = await campus.ada.agent.createEventForm({ orgId, form: { title: 'Sign-up', questions } })
  const { eventId } = await hosted(campus.w, orgId, { maxAttendees: 5, registrationFormId: body.data._id })
  await register(campus, 'ada', eventId, { formAnswers: ['Ada'] })
  return { orgId, eventId }
}

const answered = async (campus: Campus): Promise<Staged> => {
  const scope = await formed(campus)
  const { body } = await campus.ada.agent.getMyRsvp({ event_id: scope.eventId })
  return { ...stagedBy(scope), 'demo-response': body.rsvp.formResponseId }
}

/** What has to have happened before a sample about registrations can succeed. */
export const attendanceStages = {
  registerForEvent: event,
  withdrawFromEvent: registeredFor('ada'),
  setRsvp: event,
  getMyRsvp: registeredFor('ada'),
  getMyRsvps: registeredFor('ada'),
  listAttendees: registeredFor('ada'),
  getRegistrationForm: answered,
  listRegistrations: answered,
  listSchoolRegistrations: answered,
  listFeedbackResponses: answered,
  removeRegistrationResponse: answered,
  removeRegistration: registeredFor('ben'),
  listWaitlist: waiting,
  addToWaitlist: event,
  removeFromWaitlist: waiting,
  promoteFromWaitlist: waiting,
} as const
