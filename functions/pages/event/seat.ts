import type { PageContext, Refusal } from '../call.ts'
import { clockWords, moment } from '../layout/dates.ts'
import { type Filled, hidden, refusedForm, select } from '../layout/forms.ts'
import { actionButton, bar, countsNote, type Html, html, plural } from '../layout/page.ts'
import { questionFields, questionNames } from '../layout/questions.ts'
import type { EventPage, Rsvp } from './event.ts'

/** A registration form that was refused: what was entered, and why. */
export type Filling = { readonly values?: Filled['values']; readonly refusal?: Refusal }

export type Reader = {
  readonly isIn: boolean
  readonly now: Date
  readonly filling: Filling
  readonly context: PageContext
}

/** The form that the button at the bottom of a phone sends too. */
const formId = 'seat-form'

/** The one main action: a link, or the button of the form above. */
type MainAction = { readonly text: string; readonly href?: string }

const freeSeats = ({ maxAttendees, seatsTaken }: EventPage): number | undefined =>
  maxAttendees === null ? undefined : Math.max(0, maxAttendees - seatsTaken)

const seatsWords = (event: EventPage): string => {
  const { maxAttendees, seatsTaken, waitlistCount } = event
  if (maxAttendees === null)
    return seatsTaken === 0 ? 'Be the first to register' : `${plural(seatsTaken, 'person', 'people')} going`
  const waiting = waitlistCount > 0 ? `, ${waitlistCount} on the waitlist` : ''
  return `${seatsTaken} of ${plural(maxAttendees, 'seat')} taken${waiting}`
}

const counts = (event: EventPage, context: PageContext): Html =>
  html`<div class="stack-s">${event.maxAttendees === null ? '' : bar(event.seatsTaken, event.maxAttendees)}<p class="soft num">${seatsWords(event)}</p>${countsNote(context)}</div>`

const hasBegun = ({ start_time }: EventPage, now: Date): boolean => Date.parse(start_time) <= now.getTime()
const isOver = ({ end_time }: EventPage, now: Date): boolean => Date.parse(end_time) < now.getTime()

/** Why nobody can register now; undefined while people can. */
const closedReason = (event: EventPage, now: Date): string | undefined => {
  if (event.status === 'cancelled') return 'This event is cancelled'
  if (isOver(event, now)) return 'This event is over'
  if (!event.registrationEnabled)
    return event.registrationRequired ? 'Registration is not open' : 'No registration needed'
  if (event.registrationClosedReason === 'host_inactive')
    return 'Registration is closed: the host of this event is inactive'
  if (event.registrationDeadline && Date.parse(event.registrationDeadline) < now.getTime())
    return 'Registration has ended'
  return undefined
}

const canCheckIn = (event: EventPage, rsvp: Rsvp, now: Date): boolean =>
  event.checkInEnabled && !rsvp.checkedIn && hasBegun(event, now) && !isOver(event, now)

const wantsFeedback = (event: EventPage, rsvp: Rsvp | undefined, now: Date): boolean =>
  isOver(event, now) && rsvp?.checkedIn === true && Boolean(event.feedbackFormId)

/** What the reader can do now, if anything. */
const mainAction = (
  event: EventPage,
  rsvp: Rsvp | undefined,
  { isIn, now }: Reader,
): MainAction | undefined => {
  const { _id, feedbackFormId } = event
  if (wantsFeedback(event, rsvp, now))
    return { text: 'Give feedback', href: `/form/${feedbackFormId}?eventId=${_id}` }
  if (rsvp?.status === 'attending') {
    if (rsvp.checkedIn || isOver(event, now)) return undefined
    return canCheckIn(event, rsvp, now)
      ? { text: 'Check in' }
      : { text: 'My ticket', href: `/event/${_id}/ticket` }
  }
  if (rsvp?.status === 'waitlisted' || closedReason(event, now) !== undefined) return undefined
  const isFull = freeSeats(event) === 0
  if (isFull && !event.waitlistEnabled) return undefined
  if (!isIn) return { text: 'Sign in to register', href: `/login?next=/event/${_id}` }
  return { text: isFull ? 'Join waitlist' : 'Register' }
}

const button = ({ text, href }: MainAction): Html =>
  href === undefined
    ? html`<button class="btn full big-btn at-wide">${text}</button>`
    : html`<a class="btn full big-btn at-wide" href="${href}">${text}</a>`

const cancelling = (eventId: string, text: string): Html =>
  actionButton(`/event/${eventId}`, text, { do: 'withdraw' }, { css: 'bad full' })

const seated = (event: EventPage, rsvp: Rsvp, action: MainAction | undefined, now: Date): Html => {
  const to = `/event/${event._id}`
  const isNow = canCheckIn(event, rsvp, now)
  const opens =
    event.checkInEnabled && !hasBegun(event, now)
      ? html`<p class="soft">Check-in opens ${moment(event.start_time, event.timezone)}.</p>`
      : ''
  const next = isNow
    ? html`<form method="post" action="${to}" id="${formId}">${hidden('do', 'check-in')}${action ? button(action) : ''}</form><a class="btn full plain" href="${to}/ticket">My ticket</a>`
    : html`${action ? button(action) : ''}${opens}`
  return html`<h2>You have ${rsvp.guestCount > 1 ? plural(rsvp.guestCount, 'seat') : 'a seat'}</h2><p class="soft">Registered ${moment(rsvp.registeredAt, event.timezone)}</p>${
    rsvp.checkedIn
      ? html`<p class="tell good">You are checked in.</p>${isOver(event, now) ? '' : actionButton(to, 'Check out', { do: 'check-out' }, { css: 'plain full' })}`
      : html`${next}${isOver(event, now) ? '' : cancelling(event._id, 'Cancel registration')}`
  }`
}

const waiting = (event: EventPage, rsvp: Rsvp): Html =>
  html`<h2>You are on the waitlist${rsvp.waitlistPosition ? html`: place ${rsvp.waitlistPosition}` : ''}</h2><p>Free seats go to the waitlist in the order of registration${rsvp.guestCount > 1 ? `, once all ${rsvp.guestCount} of yours fit` : ''}. We email you as soon as you have one.</p><p class="soft">On the waitlist since ${moment(rsvp.registeredAt, event.timezone)}</p>${cancelling(event._id, 'Leave waitlist')}`

const guests = Array.from(
  { length: 10 },
  (_, at) => [String(at + 1), at === 0 ? 'Just me' : `Me and ${plural(at, 'guest')}`] as const,
)

const registration = (event: EventPage, action: MainAction | undefined, { filling, now }: Reader): Html => {
  const { registrationForm: form, registrationDeadline } = event
  const questions = form?.questions ?? []
  const filled: Filled = { values: filling.values ?? {}, refusal: filling.refusal }
  const isFull = freeSeats(event) === 0
  if (action === undefined) return html`<h2>All seats are taken</h2><p>This event has no waitlist.</p>`
  return html`<h2>${isFull ? 'All seats are taken' : 'Register'}</h2>${isFull ? html`<p>Join the waitlist: free seats go to it in order.</p>` : ''}<form class="stack" method="post" action="/event/${event._id}" id="${formId}">${refusedForm(filled, questionNames(questions))}${hidden('do', 'register')}${select(filled, 'guestCount', 'Who is coming', guests)}${questionFields(questions, filled)}${button(action)}</form>${
    registrationDeadline && Date.parse(registrationDeadline) > now.getTime()
      ? html`<p class="soft">Register until ${moment(registrationDeadline, event.timezone)}</p>`
      : ''
  }`
}

/** What the reader can do about a seat, and how many are taken. */
export const seatBox = (event: EventPage, rsvp: Rsvp | undefined, reader: Reader): Html => {
  const { now, isIn } = reader
  const reason = closedReason(event, now)
  const action = mainAction(event, rsvp, reader)
  const inside = () => {
    if (wantsFeedback(event, rsvp, now) && action)
      return html`<h2>How was it?</h2><p>Tell the organizers.</p>${button(action)}`
    if (rsvp?.status === 'attending') return seated(event, rsvp, action, now)
    if (rsvp?.status === 'waitlisted') return waiting(event, rsvp)
    if (reason !== undefined)
      return html`<h2>${reason}</h2>${reason === 'No registration needed' ? html`<p>Everyone is welcome. Just come.</p>` : ''}`
    if (isIn || action === undefined) return registration(event, action, reader)
    return html`<h2>${freeSeats(event) === 0 ? 'All seats are taken' : 'Register'}</h2>${freeSeats(event) === 0 ? html`<p>Sign in to join the waitlist.</p>` : ''}${button(action)}<p class="soft">New here? <a href="/register?next=/event/${event._id}">Create an account</a></p>`
  }
  return html`<section class="card stack" id="seat" aria-label="Your seat">${inside()}${event.registrationEnabled && event.status !== 'cancelled' ? counts(event, reader.context) : ''}</section>`
}

/** The main action again, at the bottom edge of a phone. */
export const seatBar = (event: EventPage, rsvp: Rsvp | undefined, reader: Reader): Html | string => {
  const action = mainAction(event, rsvp, reader)
  if (action === undefined) return ''
  const { text, href } = action
  const about = event.registrationEnabled ? seatsWords(event) : clockWords(event.start_time, event.timezone)
  return html`<div class="act"><div><strong>${moment(event.start_time, event.timezone)}</strong><p class="soft num clip">${about}</p></div>${href === undefined ? html`<button class="btn" form="${formId}">${text}</button>` : html`<a class="btn" href="${href}">${text}</a>`}</div>`
}
