import { ask, type Given, type PageContext } from '../ask.ts'
import { isOfPage, onwardTo, refusedPage } from '../layout/page.ts'
import { answersIn, byQuestion } from '../layout/questions.ts'
import { eventPage, findEvent } from './event.ts'

type Sent = Given<'changeSeat'>

const withdraw = async (eventId: string, context: PageContext) => {
  const heard = await ask(context, 'attendance', 'withdrawFromEvent', { event_id: eventId })
  // Who was withdrawn already wanted nothing else.
  if (heard.ok || heard.refusal.message === 'Registration not found')
    return onwardTo(`/event/${eventId}`, 'withdrawn')
  return refusedPage(context, heard.refusal)
}

const checkIn = async (eventId: string, context: PageContext) => {
  const heard = await ask(context, 'checkins', 'checkInOnPage', { eventId })
  if (!heard.ok && isOfPage(heard.refusal)) return refusedPage(context, heard.refusal)
  return onwardTo(`/event/${eventId}`, heard.ok ? 'checked-in' : 'not-checked-in')
}

/** Takes a seat with the answers to the form of the event, or gives it back; a form that was refused comes back as it was filled. */
export const changeSeat = async (sent: Sent, context: PageContext) => {
  const { eventId, guestCount, ...values } = sent
  if (sent.do === 'check-in') return checkIn(eventId, context)
  if (sent.do === 'withdraw') return withdraw(eventId, context)
  const found = await findEvent(eventId, context)
  if ('refusal' in found) return refusedPage(context, found.refusal)
  const questions = found.event.registrationForm?.questions ?? []
  const heard = await ask(context, 'attendance', 'registerForEvent', {
    event_id: eventId,
    guestCount: Number(guestCount ?? 1),
    ...(questions.length > 0 ? { formAnswers: answersIn(questions, values) } : {}),
  })
  if (heard.ok) return onwardTo(`/event/${eventId}`, heard.value.status === 'waitlisted' ? 'line' : 'seat')
  const { refusal } = heard
  if (isOfPage(refusal)) return refusedPage(context, refusal)
  const filling = { values: { ...values, guestCount }, refusal: byQuestion(refusal, questions) }
  return eventPage(context, found.event, found.rsvp, filling)
}
