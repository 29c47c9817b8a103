import { ask, type Given, type PageContext } from '../ask.ts'
import { refusedForm } from '../layout/forms.ts'
import { html, isOfPage, onwardTo, refusedPage } from '../layout/page.ts'
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

const checkOut = async (eventId: string, context: PageContext) => {
  const heard = await ask(context, 'checkins', 'checkOut', { eventId })
  return heard.ok ? onwardTo(`/event/${eventId}`, 'checked-out') : refusedPage(context, heard.refusal)
}

const helpForms = new Set<Sent['do']>(['offer-help', 'withdraw-help', 'confirm-job', 'decline-job'])

/** A form of the jobs below the event. A refusal is shown above them. */
const help = async (sent: Sent, context: PageContext) => {
  const { eventId } = sent
  const found = await findEvent(eventId, context)
  if ('refusal' in found) return refusedPage(context, found.refusal)
  const { changeHelp, helpPart } = await import('./help.ts')
  const { heard, said } = await changeHelp(sent, found.event, context)
  if (heard.ok) return onwardTo(`/event/${eventId}?part=help#more`, said)
  const { refusal } = heard
  if (isOfPage(refusal)) return refusedPage(context, refusal, `/event/${eventId}?part=help`)
  const view = await helpPart(found.event, { eventId }, context)
  if ('refusal' in view) return refusedPage(context, view.refusal)
  const shown = html`${refusedForm({ values: {}, refusal }, [])}${view}`
  const open = { name: 'help' as const, view: shown }
  return eventPage(context, found.event, found.rsvp, {}, { open, status: refusal.status })
}

/** Takes a seat with the answers to the form of the event, or gives it back; a form that was refused comes back as it was filled. */
export const changeSeat = async (sent: Sent, context: PageContext) => {
  const { eventId, guestCount, ...values } = sent
  if (sent.do === 'check-in') return checkIn(eventId, context)
  if (sent.do === 'check-out') return checkOut(eventId, context)
  if (sent.do === 'withdraw') return withdraw(eventId, context)
  if (helpForms.has(sent.do)) return help(sent, context)
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
