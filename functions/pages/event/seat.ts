import type { Refusal } from '../ask.ts'
import { moment } from '../layout/dates.ts'
import { choice, type Filled, hidden, refusedForm } from '../layout/forms.ts'
import { bar, deed, type Html, html, plural } from '../layout/page.ts'
import { questionFields, questionNames } from '../layout/questions.ts'
import type { EventPage, Rsvp } from './event.ts'

/** What was sent with the form of a seat, when it was refused. */
export type Filling = { readonly values?: Filled['values']; readonly refusal?: Refusal }

type Reader = { readonly isIn: boolean; readonly now: Date; readonly filling: Filling }

const freeSeats = ({ maxAttendees, seatsTaken }: EventPage): number | undefined =>
  maxAttendees === null ? undefined : Math.max(0, maxAttendees - seatsTaken)

const counts = (event: EventPage): Html => {
  const { maxAttendees, seatsTaken, waitlistCount } = event
  if (maxAttendees === null)
    return html`<p class="soft">${seatsTaken === 0 ? 'Nobody has registered yet.' : `${plural(seatsTaken, 'person comes', 'people come')}.`}</p>`
  const waiting = waitlistCount > 0 ? `, ${waitlistCount} in line` : ''
  return html`<div class="stack-s">${bar(seatsTaken, maxAttendees)}<p class="soft num">${seatsTaken} of ${plural(maxAttendees, 'seat')} taken${waiting}</p></div>`
}

const withdrawal = (eventId: string, text: string): Html =>
  deed(`/event/${eventId}`, text, { do: 'withdraw' }, { css: 'bad full' })

const seated = (event: EventPage, rsvp: Rsvp): Html =>
  html`<h2>You have ${rsvp.guestCount > 1 ? plural(rsvp.guestCount, 'seat') : 'a seat'}</h2><p class="soft">Registered ${moment(rsvp.registeredAt, event.timezone)}.</p>${
    rsvp.checkedIn
      ? html`<p class="tell good">You are checked in.</p>`
      : html`<a class="btn full" href="/event/${event._id}/ticket">My ticket</a>${event.checkInEnabled ? deed(`/event/${event._id}`, 'I am here: check me in', { do: 'check-in' }, { css: 'plain full' }) : ''}${withdrawal(event._id, 'I cannot come')}`
  }`

const inLine = (event: EventPage, rsvp: Rsvp): Html =>
  html`<h2>You are in line${rsvp.waitlistPosition ? html`: place ${rsvp.waitlistPosition}` : ''}</h2><p>All seats are taken. Seats that become free go to those in line, in the order in which they registered${rsvp.guestCount > 1 ? ` and when all ${rsvp.guestCount} of yours fit` : ''}. You get a mail as soon as you have one.</p><p class="soft">In line since ${moment(rsvp.registeredAt, event.timezone)}.</p>${withdrawal(event._id, 'Leave the line')}`

const guests = Array.from(
  { length: 10 },
  (_, at) => [String(at + 1), at === 0 ? 'Just me' : `Me and ${plural(at, 'guest')}`] as const,
)

const registration = (event: EventPage, { filling, now }: Reader): Html => {
  const { registrationForm: form, registrationDeadline } = event
  const questions = form?.questions ?? []
  const filled: Filled = { values: filling.values ?? {}, refusal: filling.refusal }
  const isFull = freeSeats(event) === 0
  if (isFull && !event.waitlistEnabled)
    return html`<h2>All seats are taken</h2><p>There is no line for this event.</p>`
  return html`<h2>${isFull ? 'All seats are taken' : 'Take a seat'}</h2>${isFull ? html`<p>You can stand in line: seats that become free go to those who wait, in their order.</p>` : ''}<form class="stack" method="post" action="/event/${event._id}">${refusedForm(filled, questionNames(questions))}${hidden('do', 'register')}${choice(filled, 'guestCount', 'Who comes', guests)}${questionFields(questions, filled)}<button class="btn full">${isFull ? 'Stand in line' : 'I am coming'}</button></form>${
    registrationDeadline && Date.parse(registrationDeadline) > now.getTime()
      ? html`<p class="soft">Until ${moment(registrationDeadline, event.timezone)}.</p>`
      : ''
  }`
}

const closed = (event: EventPage, now: Date): string | undefined => {
  if (event.status === 'cancelled') return 'This event does not take place.'
  if (Date.parse(event.end_time) < now.getTime()) return 'This event is over.'
  if (!event.registrationEnabled)
    return event.registrationRequired ? 'Registration is not open.' : 'Just come: nobody has to register.'
  if (event.registrationClosedReason === 'host_inactive')
    return 'Registration is closed: the host of this event is inactive.'
  if (event.registrationDeadline && Date.parse(event.registrationDeadline) < now.getTime())
    return 'Registration has ended.'
  return undefined
}

/** What the reader of an event can do about a seat, and how many there are. */
export const seatBox = (event: EventPage, rsvp: Rsvp | undefined, reader: Reader): Html => {
  const shut = closed(event, reader.now)
  const inside = () => {
    if (Date.parse(event.end_time) < reader.now.getTime() && rsvp?.checkedIn && event.feedbackFormId)
      return html`<h2>You were there</h2><p>Tell those who made it how it was.</p><a class="btn full" href="/form/${event.feedbackFormId}?eventId=${event._id}">Say how it was</a>`
    if (rsvp?.status === 'attending') return seated(event, rsvp)
    if (rsvp?.status === 'waitlisted') return inLine(event, rsvp)
    if (shut !== undefined) return html`<h2>${shut}</h2>`
    if (!reader.isIn)
      return html`<h2>${freeSeats(event) === 0 ? 'All seats are taken' : 'Come along'}</h2><a class="btn full" href="/login?next=/event/${event._id}">Sign in to take a seat</a><p class="soft">New here? <a href="/register?next=/event/${event._id}">Make an account</a>.</p>`
    return registration(event, reader)
  }
  return html`<section class="card stack" aria-label="Your seat">${inside()}${event.registrationEnabled && event.status !== 'cancelled' ? counts(event) : ''}</section>`
}
