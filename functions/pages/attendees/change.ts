import {
  type Answer,
  call,
  type FormInput as Filled,
  type FormAction,
  operation,
  type PageContext,
} from '../call.ts'
import { type EventPage, findEvent } from '../event/event.ts'
import { isOfPage, redirectTo, refusedPage } from '../layout/page.ts'
import { answersIn, byQuestion } from '../layout/questions.ts'
import { attendeesPage, longestName } from './attendees.ts'

type FormInput = { readonly eventId: string; readonly orgId: string } & Filled
type AdminAction = readonly [part: string, done: string, run: FormAction<FormInput>]

const entryOf = ({ orgId, eventId, entry = '' }: FormInput) => ({ orgId, eventId, entryId: entry })
const personOf = ({ eventId, person = '' }: FormInput) => ({ eventId, userId: person })

const actions: Readonly<Record<string, AdminAction>> = {
  in: ['people', 'let-in', operation('checkins', 'checkInPerson', personOf)],
  out: ['people', 'let-out', operation('checkins', 'checkOutPerson', personOf)],
  remove: [
    'people',
    'registration-removed',
    operation('attendance', 'removeRegistration', (input: FormInput) => ({
      ...personOf(input),
      orgId: input.orgId,
    })),
  ],
  promote: ['waitlist', 'promoted', operation('attendance', 'promoteFromWaitlist', entryOf)],
  force: [
    'waitlist',
    'promoted',
    operation('attendance', 'promoteFromWaitlist', (input: FormInput) => ({
      ...entryOf(input),
      force: true,
    })),
  ],
  drop: ['waitlist', 'registration-removed', operation('attendance', 'removeFromWaitlist', entryOf)],
}

const questionsOf = ({ registrationForm }: EventPage) => registrationForm?.questions ?? []

/** Registers a person with the answers that the event's form requires. */
const add =
  (event: EventPage): FormAction<FormInput> =>
  ({ orgId, eventId, userId = '', ...values }, context) => {
    const questions = questionsOf(event)
    const answers = questions.length > 0 ? { formAnswers: answersIn(questions, values) } : {}
    return call(context, 'attendance', 'addToWaitlist', { orgId, eventId, userId, ...answers })
  }

type Seated = Answer<'attendance', 'promoteFromWaitlist'>
type Added = Answer<'attendance', 'addToWaitlist'>

/** The address of a part of the page that names a person in its message. */
const addressAbout = (path: string, part: string, { registrationId: person, name }: Seated): string =>
  `${path}?${new URLSearchParams({ part, person, name: name.slice(0, longestName) })}`

/** Where the page shows a person who was added, or who was there already and is as before. */
const afterAdding = (path: string, { entry, changed }: Added) => {
  const isWaiting = entry.status === 'waitlisted'
  const part = isWaiting ? 'waitlist' : 'people'
  if (!changed) return redirectTo(addressAbout(path, part, entry), 'attendee-there')
  return redirectTo(`${path}?part=${part}`, isWaiting ? 'attendee-waiting' : 'attendee-added')
}

/** Changes one registration; a refusal is shown above the list. */
export const changeAttendees = async (input: Filled & { readonly eventId: string }, context: PageContext) => {
  const { eventId } = input
  const path = `/event/${eventId}/attendees`
  const found = await findEvent(eventId, context)
  if ('refusal' in found) return refusedPage(context, found.refusal)
  const { event } = found
  const [part, done, run] = actions[input.do ?? ''] ?? (['people', 'attendee-added', add(event)] as const)
  const result = await run({ ...input, orgId: event.manageableOrgId ?? '' }, context)
  if (result.ok && done === 'attendee-added') return afterAdding(path, result.value as Added)
  if (result.ok && done === 'promoted')
    return redirectTo(addressAbout(path, part, result.value as Seated), done)
  if (result.ok) return redirectTo(`${path}?part=${part}`, done)
  const { refusal } = result
  if (isOfPage(refusal)) return refusedPage(context, refusal, `${path}?part=${part}`)
  const filled = { values: input, refusal: byQuestion(refusal, questionsOf(event)) }
  return attendeesPage({ eventId, part, find: input.find }, filled, context)
}
