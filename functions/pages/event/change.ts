import { call, type PageContext, type PageInput, type Refusal } from '../call.ts'
import { refusedForm } from '../layout/forms.ts'
import { html, isOfPage, redirectTo, refusedPage } from '../layout/page.ts'
import { answersIn, byQuestion, questionMark, questionsChanged } from '../layout/questions.ts'
import { msg } from '../locale.ts'
import { type EventPage, eventPage, findEvent, type Rsvp } from './event.ts'
import { isLargerThanFree, lossOf } from './seat.ts'

type FormInput = PageInput<'changeSeat'>

/** Gives the registration up. A reader who would lose more than they know is asked first: the event may have filled meanwhile. */
const withdraw = async ({ eventId, sure }: FormInput, context: PageContext) => {
  const found = await findEvent(eventId, context)
  if ('refusal' in found) return refusedPage(context, found.refusal)
  const { event, rsvp } = found
  if (sure !== 'yes' && rsvp && lossOf(event, rsvp, context.now()) !== undefined)
    return eventPage(context, event, rsvp, { isLeaving: true }, { status: 409 })
  const isWaiting = rsvp?.status === 'waitlisted'
  const seats = rsvp && sure !== 'yes' ? `?seats=${Math.max(1, rsvp.guestCount)}` : ''
  const result = await call(context, 'attendance', 'withdrawFromEvent', { event_id: eventId })
  // Who was withdrawn already wanted nothing else.
  if (result.ok || result.refusal.message === 'Registration not found')
    return redirectTo(`/event/${eventId}${seats}`, isWaiting ? 'waitlist-left' : 'withdrawn')
  return refusedPage(context, result.refusal)
}

const checkIn = async (eventId: string, context: PageContext) => {
  const result = await call(context, 'checkins', 'checkInOnPage', { eventId })
  if (!result.ok && isOfPage(result.refusal)) return refusedPage(context, result.refusal)
  return redirectTo(`/event/${eventId}`, result.ok ? 'checked-in' : 'not-checked-in')
}

const checkOut = async (eventId: string, context: PageContext) => {
  const result = await call(context, 'checkins', 'checkOut', { eventId })
  return result.ok ? redirectTo(`/event/${eventId}`, 'checked-out') : refusedPage(context, result.refusal)
}

const helpForms = new Set<FormInput['do']>(['offer-help', 'withdraw-help', 'confirm-job', 'decline-job'])

/** A form of the jobs below the event. A refusal is shown above them. */
const help = async (input: FormInput, context: PageContext) => {
  const { eventId } = input
  const found = await findEvent(eventId, context)
  if ('refusal' in found) return refusedPage(context, found.refusal)
  const { changeHelp, helpPart } = await import('./help.ts')
  const { result, done } = await changeHelp(input, found.event, context)
  if (result.ok) return redirectTo(`/event/${eventId}?part=help#more`, done)
  const { refusal } = result
  if (isOfPage(refusal)) return refusedPage(context, refusal, `/event/${eventId}?part=help`)
  const view = await helpPart(found.event, { eventId }, context)
  if ('refusal' in view) return refusedPage(context, view.refusal)
  const shown = html`${refusedForm({ values: {}, refusal }, [])}${view}`
  const open = { name: 'help' as const, view: shown }
  return eventPage(context, found.event, found.rsvp, {}, { open, status: refusal.status })
}

/** Says at the choice of people what they can do when there are too few seats. */
const atSeats = (refusal: Refusal, people: number): Refusal => {
  if (refusal.message !== 'Event is at capacity') return refusal
  const message =
    people > 1
      ? msg('There are not enough free seats for all of you. Choose fewer people.')
      : msg('All seats are taken')
  return { ...refusal, field: 'guestCount', message }
}

/** The message after a registration or a change of the number of people. */
const registered = (
  event: EventPage,
  before: Rsvp | undefined,
  people: number,
  isWaiting: boolean,
): string => {
  if (before?.status === 'waitlisted' && !isWaiting) return 'seat-now'
  if (before && before.guestCount !== people) return 'group-changed'
  if (!isWaiting) return 'seat'
  return isLargerThanFree(event, people) ? 'group-waits' : 'line'
}

/** Takes a seat with the answers to the form of the event, or gives it back; a form that was refused comes back as it was filled. */
export const changeSeat = async (input: FormInput, context: PageContext) => {
  const { eventId, guestCount, questionIds: shown, ...values } = input
  if (input.do === 'check-in') return checkIn(eventId, context)
  if (input.do === 'check-out') return checkOut(eventId, context)
  if (input.do === 'withdraw') return withdraw(input, context)
  if (helpForms.has(input.do)) return help(input, context)
  const found = await findEvent(eventId, context)
  if ('refusal' in found) return refusedPage(context, found.refusal)
  if (input.do === 'change-answers')
    return (await import('./answers.ts')).changeAnswers(input, found, context)
  const questions = found.event.registrationForm?.questions ?? []
  // A change of the number of people has no questions, and keeps the answers.
  const sendsAnswers = !found.rsvp || Object.keys(values).some((name) => name.startsWith('answer-'))
  const isAnswered = questions.length > 0 && sendsAnswers
  const people = Number(guestCount ?? 1)
  if (isAnswered && shown !== undefined && shown !== questionMark(questions))
    return eventPage(context, found.event, found.rsvp, {
      values: { guestCount },
      refusal: questionsChanged(),
    })
  const result = await call(context, 'attendance', 'registerForEvent', {
    event_id: eventId,
    guestCount: people,
    ...(isAnswered ? { formAnswers: answersIn(questions, values) } : {}),
  })
  if (result.ok) {
    const isWaiting = result.value.status === 'waitlisted'
    return redirectTo(`/event/${eventId}`, registered(found.event, found.rsvp, people, isWaiting))
  }
  const { refusal } = result
  if (isOfPage(refusal)) return refusedPage(context, refusal)
  const filling = {
    values: { ...values, guestCount },
    refusal: atSeats(byQuestion(refusal, questions), people),
  }
  return eventPage(context, found.event, found.rsvp, filling)
}
