import { ask, by, type Sent as Filled, type PageContext, type Run } from '../ask.ts'
import { type EventPage, findEvent } from '../event/event.ts'
import { isOfPage, onwardTo, refusedPage } from '../layout/page.ts'
import { answersIn, byQuestion } from '../layout/questions.ts'
import { attendeesPage } from './attendees.ts'

type Sent = { readonly eventId: string; readonly orgId: string } & Filled
type Deed = readonly [part: string, said: string, run: Run<Sent>]

const entryOf = ({ orgId, eventId, entry = '' }: Sent) => ({ orgId, eventId, entryId: entry })
const personOf = ({ eventId, person = '' }: Sent) => ({ eventId, userId: person })

const deeds: Readonly<Record<string, Deed>> = {
  in: ['people', 'let-in', by('checkins', 'checkInPerson', personOf)],
  out: ['people', 'let-out', by('checkins', 'checkOutPerson', personOf)],
  remove: [
    'people',
    'registration-removed',
    by('attendance', 'removeRegistration', (sent: Sent) => ({ ...personOf(sent), orgId: sent.orgId })),
  ],
  promote: ['waitlist', 'promoted', by('attendance', 'promoteFromWaitlist', entryOf)],
  force: [
    'waitlist',
    'promoted',
    by('attendance', 'promoteFromWaitlist', (sent: Sent) => ({ ...entryOf(sent), force: true })),
  ],
  drop: ['waitlist', 'registration-removed', by('attendance', 'removeFromWaitlist', entryOf)],
}

const questionsOf = ({ registrationForm }: EventPage) => registrationForm?.questions ?? []

/** Registers a person with the answers that the event's form requires. */
const add =
  (event: EventPage): Run<Sent> =>
  ({ orgId, eventId, userId = '', ...values }, context) => {
    const questions = questionsOf(event)
    const answers = questions.length > 0 ? { formAnswers: answersIn(questions, values) } : {}
    return ask(context, 'attendance', 'addToWaitlist', { orgId, eventId, userId, ...answers })
  }

/** Changes one registration; a refusal is shown above the list. */
export const changeAttendees = async (sent: Filled & { readonly eventId: string }, context: PageContext) => {
  const { eventId } = sent
  const path = `/event/${eventId}/attendees`
  const found = await findEvent(eventId, context)
  if ('refusal' in found) return refusedPage(context, found.refusal)
  const { event } = found
  const [part, said, run] = deeds[sent.do ?? ''] ?? (['people', 'attendee-added', add(event)] as const)
  const result = await run({ ...sent, orgId: event.manageableOrgId ?? '' }, context)
  if (result.ok) return onwardTo(`${path}?part=${part}`, said)
  const { refusal } = result
  if (isOfPage(refusal)) return refusedPage(context, refusal, `${path}?part=${part}`)
  const filled = { values: sent, refusal: byQuestion(refusal, questionsOf(event)) }
  return attendeesPage({ eventId, part, find: sent.find }, filled, context)
}
