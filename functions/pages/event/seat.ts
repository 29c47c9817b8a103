import type { PageContext, Refusal } from '../call.ts'
import { checkInOpensText, checkInPhaseOf } from '../check-in/check-in-times.ts'
import { clockWords, moment } from '../layout/dates.ts'
import { type Choice, type Filled, hidden, refusedForm, select } from '../layout/forms.ts'
import {
  actionButton,
  bar,
  collapsible,
  confirmedAction,
  countsNote,
  type Html,
  html,
} from '../layout/page.ts'
import { questionFields, questionMark, questionNames } from '../layout/questions.ts'
import { msg, t } from '../locale.ts'
import type { EventPage, Rsvp } from './event.ts'

/** A registration form that was refused: what was entered, and why. */
export type Filling = {
  readonly values?: Filled['values']
  readonly refusal?: Refusal
  /** The reader wants to give up a seat that they may not get again, and was not asked yet. */
  readonly isLeaving?: boolean
}

export type Reader = {
  readonly isIn: boolean
  readonly now: Date
  readonly filling: Filling
  readonly context: PageContext
  /** Above what the reader can do, such as whose event this is. */
  readonly note: Html | string
}

/** The form that the button at the bottom of a phone sends too. */
const formId = 'seat-form'

/** The one main action: a link, or the button of the form above. */
type MainAction = {
  readonly text: string
  /** In fewer words, for the bottom edge of a phone. */
  readonly short?: string
  readonly href?: string
}

const freeSeats = ({ maxAttendees, seatsTaken }: EventPage): number | undefined =>
  maxAttendees === null ? undefined : Math.max(0, maxAttendees - seatsTaken)

/** Whether some seats are free, and too few for a group of this size. */
export const isLargerThanFree = (event: EventPage, people: number): boolean => {
  const free = freeSeats(event)
  return free !== undefined && free > 0 && free < people
}

/** Most people of one registration. */
const mostPeople = 10

/** Whether people on the waitlist come before a new registration, also while some seats are free. */
const hasWaitlist = ({ maxAttendees, waitlistEnabled, waitlistCount }: EventPage): boolean =>
  maxAttendees !== null && waitlistEnabled && waitlistCount > 0

const joinsWaitlist = (event: EventPage): boolean => freeSeats(event) === 0 || hasWaitlist(event)

const seatsWords = (event: EventPage): string => {
  const { maxAttendees, seatsTaken, waitlistCount } = event
  if (maxAttendees === null)
    return seatsTaken === 0
      ? t('Be the first to register')
      : t('{count, plural, one {# person} other {# people}} going', { count: seatsTaken })
  const taken = t('{taken, number} of {seats, plural, one {# seat} other {# seats}} taken', {
    taken: seatsTaken,
    seats: maxAttendees,
  })
  return waitlistCount > 0
    ? t('{taken}, {count, number} on the waitlist', { taken, count: waitlistCount })
    : taken
}

const counts = (event: EventPage, context: PageContext): Html =>
  html`<div class="stack-s">${event.maxAttendees === null ? '' : bar(event.seatsTaken, event.maxAttendees)}<p class="soft num">${seatsWords(event)}</p>${countsNote(context)}</div>`

const isOver = ({ end_time }: EventPage, now: Date): boolean => Date.parse(end_time) < now.getTime()

const noRegistrationNeeded = msg('No registration needed')

/** Whether the event waits to be published: nobody can register before. */
export const isUnpublished = ({ status }: EventPage): boolean =>
  status === 'draft' || status === 'rejected' || status === 'pending'

/** Why nobody can register now, as a message; undefined while people can. */
const closedReason = (event: EventPage, now: Date): string | undefined => {
  // The notice at the top of the page names the reason.
  if (event.status === 'cancelled') return msg('Registration has ended')
  if (isOver(event, now)) return msg('This event is over')
  if (!event.registrationEnabled)
    return event.registrationRequired ? msg('Registration is not open') : noRegistrationNeeded
  if (isUnpublished(event)) return msg('Registration opens when the event is published')
  if (event.registrationClosedReason === 'host_inactive')
    return msg('Registration is closed: the host of this event is inactive')
  if (event.registrationDeadline && Date.parse(event.registrationDeadline) < now.getTime())
    return msg('Registration has ended')
  return undefined
}

export const canRegister = (event: EventPage, now: Date): boolean => closedReason(event, now) === undefined

const hasStarted = ({ start_time }: EventPage, now: Date): boolean => Date.parse(start_time) <= now.getTime()

const canCheckIn = (event: EventPage, rsvp: Rsvp, now: Date): boolean =>
  !rsvp.checkedIn && checkInPhaseOf(event, now) === 'open'

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
    return { text: t('Give feedback'), href: `/form/${feedbackFormId}?eventId=${_id}` }
  if (event.status === 'cancelled') return undefined
  if (rsvp?.status === 'attending') {
    if (rsvp.checkedIn || isOver(event, now)) return undefined
    return canCheckIn(event, rsvp, now) && hasStarted(event, now)
      ? { text: t('Check in') }
      : { text: t('My ticket'), href: `/event/${_id}/ticket` }
  }
  if (rsvp?.status === 'waitlisted' || closedReason(event, now) !== undefined) return undefined
  const isFull = freeSeats(event) === 0
  if (isFull && !event.waitlistEnabled) return undefined
  const joins = joinsWaitlist(event)
  if (!isIn)
    return {
      text: joins ? t('Sign in to join waitlist') : t('Sign in to register'),
      short: t('Sign in'),
      href: `/login?next=/event/${_id}`,
    }
  return { text: joins ? t('Join waitlist') : t('Register') }
}

const button = ({ text, href }: MainAction): Html =>
  href === undefined
    ? html`<button class="btn full big-btn at-wide">${text}</button>`
    : html`<a class="btn full big-btn at-wide" href="${href}">${text}</a>`

/** What the reader loses for good by giving up their registration; undefined if they can register again at once. */
export const lossOf = (event: EventPage, rsvp: Rsvp, now: Date): string | undefined => {
  const count = Math.max(1, rsvp.guestCount)
  if (rsvp.status === 'waitlisted') {
    const { waitlistPosition: position } = rsvp
    return position
      ? t('You lose place number {position, number}. If you join again, you start at the end.', { position })
      : t('You lose your place. If you join again, you start at the end.')
  }
  if (closedReason(event, now) !== undefined)
    return t('Registration is closed, so you cannot register again.')
  if (event.waitlistCount > 0)
    return t(
      '{count, plural, one {Your seat goes to the waitlist.} other {Your # seats go to the waitlist.}} If you change your mind, you will go to the end of the waitlist.',
      { count },
    )
  if (freeSeats(event) !== 0) return undefined
  return t(
    'All seats are taken. {count, plural, one {Your seat goes to the next person who registers} other {Your # seats go to the next people who register}}, and you may not get one again.',
    { count },
  )
}

/** Gives the registration up: at once if the reader can have it back, else after they have read what they lose. */
const cancelling = (event: EventPage, rsvp: Rsvp, { now, filling }: Reader): Html => {
  const isWaiting = rsvp.status === 'waitlisted'
  const text = isWaiting ? t('Leave waitlist') : t('Cancel registration')
  const path = `/event/${event._id}`
  const consequence = lossOf(event, rsvp, now)
  if (consequence === undefined) return actionButton(path, text, { do: 'withdraw' }, { css: 'plain full' })
  return confirmedAction(path, {
    text,
    consequence,
    button: isWaiting ? t('Yes, leave') : t('Yes, cancel'),
    carried: { do: 'withdraw', sure: 'yes' },
    css: 'bad full',
    open: filling.isLeaving === true,
  })
}

/** Leads a reader who has just given their seats up to the form. An address alone can never register anybody. */
export const registerAgain = (event: EventPage, reader: Reader): Html | string =>
  closedReason(event, reader.now) === undefined && mainAction(event, undefined, reader) !== undefined
    ? html`<a href="#seat">${t('Register again')}</a>`
    : ''

const people = (count: number): string =>
  count === 1
    ? t('Just me')
    : t('{guests, plural, one {Me and # guest} other {Me and # guests}}', { guests: count - 1 })

/** Whether a group on the waitlist gets seats at once if fewer people come: it is first, and some seats are free. */
const couldSit = (event: EventPage, { status, guestCount, waitlistPosition }: Rsvp): boolean =>
  status === 'waitlisted' && waitlistPosition === 1 && isLargerThanFree(event, guestCount)

/** How many may come with a registration: fewer at any time, and more while seats are free and nobody waits. */
const changingGroup = (event: EventPage, rsvp: Rsvp, { now, filling }: Reader): Html | string => {
  if (closedReason(event, now) !== undefined) return ''
  const own = Math.max(1, rsvp.guestCount)
  const room = event.waitlistCount > 0 ? 0 : (freeSeats(event) ?? mostPeople)
  const most = rsvp.status === 'waitlisted' ? (event.maxAttendees ?? mostPeople) : own + room
  const counts = Array.from({ length: Math.max(own, Math.min(mostPeople, most)) }, (_, at) => at + 1)
  if (counts.length < 2) return ''
  const { refusal } = filling
  const filled: Filled = { refusal, values: { guestCount: filling.values?.guestCount ?? String(own) } }
  const form = html`<form class="stack" method="post" action="/event/${event._id}">${refusedForm(filled, ['guestCount'])}${hidden('do', 'register')}${select(
    filled,
    'guestCount',
    t('Who is coming'),
    counts.map((count) => [String(count), people(count)]),
  )}<button class="btn plain full">${t('Save')}</button></form>`
  return collapsible(t('Change the number of people'), form, refusal !== undefined || couldSit(event, rsvp))
}

const ownSeats = ({ guestCount }: Rsvp): string =>
  t('{count, plural, one {You have a seat} other {You have # seats}}', { count: Math.max(1, guestCount) })

/** Asks first: check-in opens long before the event, and a person at home needs their ticket until then. */
const earlyCheckIn = ({ _id }: EventPage): Html =>
  confirmedAction(`/event/${_id}`, {
    text: t('Check in'),
    consequence: t('Are you at the event? Check in only when you are there: your ticket is used then.'),
    button: t('Yes, check in'),
    carried: { do: 'check-in' },
    css: 'plain full',
  })

const seated = (event: EventPage, rsvp: Rsvp, action: MainAction | undefined, reader: Reader): Html => {
  const { now } = reader
  const to = `/event/${event._id}`
  const isOpen = canCheckIn(event, rsvp, now)
  const isNow = isOpen && hasStarted(event, now)
  const opens =
    checkInPhaseOf(event, now) === 'early' ? html`<p class="soft">${checkInOpensText(event)}</p>` : ''
  const next = isNow
    ? html`<form method="post" action="${to}" id="${formId}">${hidden('do', 'check-in')}${action ? button(action) : ''}</form><a class="btn full plain" href="${to}/ticket">${t('My ticket')}</a>`
    : html`${action ? button(action) : ''}${isOpen ? earlyCheckIn(event) : ''}${opens}`
  const registered = t('Registered {time}', { time: moment(rsvp.registeredAt, event.timezone) })
  const ended = isOver(event, now)
  const checkOut = () => actionButton(to, t('Check out'), { do: 'check-out' }, { css: 'plain full' })
  const state = rsvp.checkedIn
    ? html`<p class="tell good">${t('You are checked in.')}</p>${ended ? '' : checkOut()}`
    : html`${next}${ended ? '' : html`${changingGroup(event, rsvp, reader)}${cancelling(event, rsvp, reader)}`}`
  return html`<h2>${ownSeats(rsvp)}</h2><p class="soft">${registered}</p>${state}`
}

const waiting = (event: EventPage, rsvp: Rsvp, reader: Reader): Html => {
  const { guestCount, waitlistPosition, registeredAt } = rsvp
  const title = waitlistPosition
    ? t('You are number {position, number} on the waitlist', { position: waitlistPosition })
    : t('You are on the waitlist')
  const seats =
    guestCount > 1
      ? t(
          'As soon as there are {count, number} seats for your group, you get them and are notified. Smaller groups behind you may get single seats before you.',
          {
            count: guestCount,
          },
        )
      : t('You will be notified as soon as you have one.')
  const group = changingGroup(event, rsvp, reader)
  const fewer =
    group !== '' && couldSit(event, rsvp)
      ? html`<p class="tell warn">${t('Only {free, plural, one {# seat is} other {# seats are}} left, so your group of {count, number} is on the waitlist. Change the number of people to take {free, plural, one {it} other {them}}.', { free: freeSeats(event) ?? 0, count: guestCount })}</p>`
      : ''
  const since = t('On the waitlist since {time}', { time: moment(registeredAt, event.timezone) })
  return html`<h2>${title}</h2>${fewer}<p>${t('Free seats go to the first people on the waitlist.')} ${seats}</p><p class="soft">${since}</p>${group}${cancelling(event, rsvp, reader)}`
}

/** How many may come: as many as there are seats for, and more where the rest can wait. */
const groupSizes = (event: EventPage): Choice[] => {
  const { maxAttendees, waitlistEnabled } = event
  const free = freeSeats(event) ?? mostPeople
  // More people than the event has seats would wait forever.
  const most = Math.min(mostPeople, waitlistEnabled ? (maxAttendees ?? mostPeople) : free)
  const counts = Array.from({ length: Math.max(1, most) }, (_, at) => at + 1)
  return counts.map((count) => [
    String(count),
    count <= free || joinsWaitlist(event)
      ? people(count)
      : t('{people} (waitlist)', { people: people(count) }),
  ])
}

/** How many seats are left, while that limits a group. */
const seatsLeft = (event: EventPage): string | undefined => {
  const free = freeSeats(event)
  if (free === undefined || free >= mostPeople || joinsWaitlist(event)) return undefined
  const left = t('{count, plural, one {# seat} other {# seats}} left', { count: free })
  return event.waitlistEnabled && free < (event.maxAttendees ?? 0)
    ? t('{left}. A larger group waits until there are seats for everyone.', { left })
    : left
}

const registration = (event: EventPage, action: MainAction | undefined, { filling, now }: Reader): Html => {
  const { registrationForm: form, registrationDeadline } = event
  const questions = form?.questions ?? []
  const filled: Filled = { values: filling.values ?? {}, refusal: filling.refusal }
  const isFull = freeSeats(event) === 0
  if (action === undefined)
    return html`<h2>${t('All seats are taken')}</h2><p>${t('This event has no waitlist. A seat may become free: look again later.')}</p>`
  const title = isFull ? t('All seats are taken') : hasWaitlist(event) ? t('Join waitlist') : t('Register')
  const waitlist = isFull
    ? html`<p>${t('Join the waitlist. Free seats go to the first people on it.')}</p>`
    : hasWaitlist(event)
      ? html`<p>${t('Free seats go to people on the waitlist first.')}</p>`
      : ''
  return html`<h2>${title}</h2>${waitlist}<form class="stack" method="post" action="/event/${event._id}" id="${formId}">${refusedForm(filled, ['guestCount', ...questionNames(questions)])}${hidden('do', 'register')}${questions.length > 0 ? hidden('questionIds', questionMark(questions)) : ''}${select(filled, 'guestCount', t('Who is coming'), groupSizes(event), seatsLeft(event))}${questionFields(questions, filled)}${button(action)}</form>${
    registrationDeadline && Date.parse(registrationDeadline) > now.getTime()
      ? html`<p class="soft">${t('Register until {time}', { time: moment(registrationDeadline, event.timezone) })}</p>`
      : ''
  }`
}

/** For a visitor who is not signed in. */
const forVisitor = (event: EventPage, action: MainAction): Html => {
  const isFull = freeSeats(event) === 0
  const title = isFull ? t('All seats are taken') : t('Register')
  const waitlist = isFull
    ? html`<p>${t('Join the waitlist. Free seats go to the first people on it.')}</p>`
    : ''
  const account = html`<a href="/register?next=/event/${event._id}">${t('Create an account')}</a>`
  return html`<h2>${title}</h2>${waitlist}${button(action)}<p class="soft">${t('New here? {account}', { account })}</p>`
}

/** What the reader can do about a seat, and how many are taken. */
export const seatBox = (event: EventPage, rsvp: Rsvp | undefined, reader: Reader): Html => {
  const { now, isIn } = reader
  const reason = closedReason(event, now)
  const hasCounts =
    event.registrationEnabled &&
    event.status !== 'cancelled' &&
    (event.seatsTaken > 0 || !isUnpublished(event))
  const action = mainAction(event, rsvp, reader)
  const inside = () => {
    if (wantsFeedback(event, rsvp, now) && action)
      return html`<h2>${t('How was it?')}</h2><p>${t('Tell the organizers.')}</p>${button(action)}`
    if (rsvp && event.status === 'cancelled')
      return html`<h2>${t('Your registration has ended')}</h2><p>${t('You do not need to do anything.')}</p>`
    if (rsvp?.status === 'attending') return seated(event, rsvp, action, reader)
    if (rsvp?.status === 'waitlisted') return waiting(event, rsvp, reader)
    if (reason !== undefined)
      return html`<h2>${t(reason)}</h2>${reason === noRegistrationNeeded ? html`<p>${t('Everyone is welcome. Just come.')}</p>` : ''}`
    if (isIn || action === undefined) return registration(event, action, reader)
    return forVisitor(event, action)
  }
  return html`<section class="card stack" id="seat" aria-label="${t('Your seat')}">${reader.note}${inside()}${hasCounts ? counts(event, reader.context) : ''}</section>`
}

/** What is left, in as few words as the edge of a phone has room for. */
const leftWords = (event: EventPage): string => {
  const free = freeSeats(event)
  if (free === undefined) return seatsWords(event)
  if (free > 0) return t('{count, plural, one {# seat} other {# seats}} left', { count: free })
  return event.waitlistCount > 0
    ? t('{count, number} on the waitlist', { count: event.waitlistCount })
    : t('Full')
}

/** One line about the reader's seat with an action, at the bottom edge of a phone. */
const bottomBar = ({ start_time, timezone }: EventPage, about: string, action: Html): Html =>
  html`<div class="act"><div><strong>${moment(start_time, timezone)}</strong><p class="soft num clip">${about}</p></div>${action}</div>`

/** The place on the waitlist, and the way to the form that gives it up. */
const waitlistBar = (event: EventPage, { waitlistPosition: position }: Rsvp): Html => {
  const about = position ? t('Waitlist: number {position, number}', { position }) : t('On the waitlist')
  return bottomBar(event, about, html`<a class="btn plain" href="#seat">${t('Leave waitlist')}</a>`)
}

/** The main action again, at the bottom edge of a phone. */
export const seatBar = (event: EventPage, rsvp: Rsvp | undefined, reader: Reader): Html | string => {
  const action = mainAction(event, rsvp, reader)
  if (rsvp?.status === 'waitlisted' && event.status !== 'cancelled' && !isOver(event, reader.now))
    return waitlistBar(event, rsvp)
  if (action === undefined) return ''
  const { text, short = text, href } = action
  const about =
    rsvp?.status === 'attending' && !isOver(event, reader.now)
      ? ownSeats(rsvp)
      : event.registrationEnabled
        ? leftWords(event)
        : clockWords(event.start_time, event.timezone)
  return bottomBar(
    event,
    about,
    href === undefined
      ? html`<button class="btn" form="${formId}">${short}</button>`
      : html`<a class="btn" href="${href}">${short}</a>`,
  )
}
