import {
  type Answer,
  call,
  type FormInput,
  type PageContext,
  pageScope,
  type Refusal,
  readerOf,
  refusalOf,
} from '../call.ts'
import type { EventPage } from '../event/event.ts'
import { shortMoment, spanOf } from '../layout/dates.ts'
import { type Filled, field, hidden, refusedForm } from '../layout/forms.ts'
import {
  actionButton,
  empty,
  face,
  type Html,
  html,
  isOfPage,
  nextPageLink,
  pageOf,
  raw,
  redirectTo,
  refusedPage,
} from '../layout/page.ts'
import { currentLocale, msg, t } from '../locale.ts'
import { helperEnded, helperStart, isEndedLink, isHelper, startHelping, stopHelping } from './helper-link.ts'
import { drawn } from './ticket.ts'

type People = Answer<'checkins', 'listCheckedIn'>
type Person = People['attendees'][number]
type Stranger = { readonly _id: string; readonly name: string; readonly username: string }

type CheckInDeskQuery = { readonly eventId: string } & Partial<
  Record<'search' | 'cursor' | 'done' | 'person' | 'name' | 'helper', string | undefined>
>

/** The fields of the event that the desk shows. A helper may not see more of it, and possibly not even these. */
type DashboardEvent = Pick<EventPage, '_id' | 'name' | 'timezone' | 'checkInEnabled'> &
  Partial<Pick<EventPage, 'start_time' | 'end_time'>>

const perPage = '100'
const fewestLetters = 2
const longestName = 100

const item = (person: Person, event: DashboardEvent, path: string, now: Date): Html => {
  const { personId, name, picture, checkedIn, checkedInAt, guestCount, status, sourceTenant } = person
  const facts = [
    guestCount > 1 ? t('{count, plural, one {# seat} other {# seats}}', { count: guestCount }) : '',
    status === 'waitlisted' ? t('on the waitlist') : '',
    sourceTenant ? t('guest of {school}', { school: sourceTenant }) : '',
    person.walkIn ? t('came without a registration') : '',
    checkedInAt ? t('checked in {time}', { time: shortMoment(checkedInAt, event.timezone, now) }) : '',
  ].filter((text) => text !== '')
  const carried = { do: checkedIn ? 'out' : 'in', person: personId, name }
  const button = checkedIn
    ? actionButton(path, t('Undo'), carried, { css: 'plain', label: name })
    : actionButton(path, t('Check in'), carried, { css: '', label: name })
  const isRegistered = status === 'attending' && !person.walkIn
  return html`<li data-person="${personId}" data-in="${checkedIn ? 'yes' : 'no'}" data-seats="${guestCount}"${isRegistered ? raw(' data-registered') : ''}>${face(name, picture)}<div class="stack-s"><h2><bdi>${name}</bdi></h2><p class="soft num" data-state>${facts.join(', ')}</p></div>${button}</li>`
}

const strangerItem = ({ _id, name, username }: Stranger, path: string): Html => {
  const person = `u-${_id}`
  const carried = { do: 'in', person, name }
  const button = actionButton(path, t('Check in'), carried, { css: 'plain', label: name })
  return html`<li data-person="${person}" data-in="no" data-seats="1">${face(name, undefined)}<div class="stack-s"><h3><bdi>${name}</bdi></h3><p class="soft" data-state>@<bdi>${username}</bdi></p></div>${button}</li>`
}

const strangersList = (strangers: readonly Stranger[], path: string): Html | string =>
  strangers.length === 0
    ? ''
    : html`<section class="stack"><h2>${t('Not registered')}</h2><ul class="list">${strangers.map((stranger) => strangerItem(stranger, path))}</ul></section>`

/** QR code for self check-in, for a screen at the door. */
const screen = async (event: DashboardEvent, context: PageContext): Promise<Html | string> => {
  if (isHelper(context)) return ''
  const result = await call(context, 'checkins', 'getCheckInLink', { eventId: event._id })
  if (!result.ok) return ''
  const { checkInUrl } = result.value
  const title = t('QR code for self check-in')
  const address = t('It leads to {address}.', {
    address: html`<a href="${checkInUrl}">${t('this address')}</a>`,
  })
  return html`<details class="more"><summary>${title}</summary><div class="stack"><div class="qr" role="img" aria-label="${title}">${raw(await drawn(checkInUrl))}</div><p class="soft">${address}</p></div></details>`
}

const others = async (typed: string, known: readonly Person[], context: PageContext): Promise<Stranger[]> => {
  if (isHelper(context) || [...typed].length < fewestLetters) return []
  const result = await call(context, 'users', 'searchUsers', { query: typed, limit: '10' })
  if (!result.ok) return []
  const listed = new Set(known.map(({ personId }) => personId))
  return result.value.data.filter(({ _id }) => !listed.has(`u-${_id}`))
}

const closedText = ({ _id, name }: DashboardEvent, context: PageContext): Html => {
  const event = html`<bdi>${name}</bdi>`
  if (isHelper(context))
    return html`<p>${t('Ask an organizer of {event} to open it, then reload this page.', { event })}</p>`
  return html`<p>${t('Open it so that people can check in when {event} begins.', { event })}</p><form method="post" action="/event/${_id}/dashboard">${hidden('do', 'open-door')}<button class="btn">${t('Open check-in')}</button></form>`
}

const titleOf = ({ name }: DashboardEvent): string => t('Check-in: {event}', { event: name })

const closedCheckIn = (event: DashboardEvent, context: PageContext) =>
  pageOf(context, {
    title: titleOf(event),
    narrow: true,
    place: 'mine',
    body: html`<div class="card empty"><h1>${t('Check-in is closed')}</h1>${closedText(event, context)}</div>`,
  })

const reasons: Readonly<Record<string, string>> = {
  no_such_person: msg('This person was not found.'),
  bad_code: msg('This is not a ticket for this event.'),
  bad_time: msg('The clock of this device is wrong.'),
  outside_event: msg('The event is not on now.'),
  in_the_future: msg('The clock of this device is wrong.'),
  not_registered: msg('They are not registered.'),
  registration_required: msg('They are not registered, and this event requires a registration.'),
}

const translatedReasons = () =>
  Object.fromEntries(Object.entries(reasons).map(([reason, text]) => [reason, t(text)]))

const findPeople = (eventId: string, typed: string, cursor: string | undefined, context: PageContext) =>
  call(context, 'checkins', 'listCheckedIn', {
    eventId,
    checkedIn: 'all',
    limit: perPage,
    ...([...typed].length < fewestLetters ? {} : { q: typed }),
    cursor,
  })

/** The event, as far as the reader may see it. A helper may work at an event that only members see. */
const findDashboardEvent = async (
  eventId: string,
  context: PageContext,
): Promise<DashboardEvent | { readonly refusal: Refusal }> => {
  const found = await call(context, 'events', 'getEvent', { event_id: eventId })
  if (found.ok) return found.value.event
  if (!isHelper(context)) return { refusal: found.refusal }
  const timezone = pageScope(context).visit.timezone
  return { _id: eventId, name: t('Check-in desk'), timezone, checkInEnabled: true }
}

const checkInHeading = (event: DashboardEvent, context: PageContext): Html => {
  const { start_time: start, end_time: end } = event
  const when = start && end ? html`<p class="soft">${spanOf(start, end, event.timezone)}</p>` : ''
  const back = isHelper(context)
    ? html`<div class="row between"><p class="soft">${t('You help at the check-in desk')}</p>${actionButton(`/event/${event._id}/door`, t('Stop helping'), { do: 'stop-helping' })}</div>`
    : html`<p class="soft"><a href="/event/${event._id}/dashboard">${t('Manage event')}</a></p>`
  return html`<header class="stack-s">${back}<h1><bdi>${event.name}</bdi></h1>${when}</header>`
}

type Stats = NonNullable<People['stats']>

/** How many people are checked in. The script counts on in `data-inside` and `data-heads`. */
const checkInCount = ({ totalCheckedIn, totalRegistrations, headsCheckedIn }: Stats): Html => {
  const count = t('{checkedIn} of {registered, number} checked in', {
    checkedIn: html`<strong data-inside>${totalCheckedIn}</strong>`,
    registered: totalRegistrations,
  })
  const heads = t('People inside: {count}', { count: html`<span data-heads>${headsCheckedIn}</span>` })
  return html`<p class="count num">${count}<span class="heads"${headsCheckedIn > totalCheckedIn ? '' : raw(' hidden')}> &middot; ${heads}</span></p>`
}

/** Registered people before the waitlist, by name; in the order of the pages, if there are several. */
const sortPeople = (people: readonly Person[], isComplete: boolean): readonly Person[] =>
  isComplete
    ? [...people].sort(
        (a, b) =>
          Number(a.status !== 'attending') - Number(b.status !== 'attending') ||
          a.name.localeCompare(b.name, currentLocale().language),
      )
    : people

/**
 * The person of the last change. An address names them by id and name, and only a name that the list confirms is
 * shown.
 */
const findChanged = async (
  { eventId, person, name = '' }: CheckInDeskQuery,
  listed: readonly Person[],
  context: PageContext,
): Promise<Person | undefined> => {
  const isSame = ({ personId }: Person): boolean => personId === person
  const known = listed.find(isSame)
  if (known || person === undefined || [...name].length < fewestLetters) return known
  const found = await findPeople(eventId, name, undefined, context)
  return found.ok ? found.value.attendees.find(isSame) : undefined
}

/** What was done a moment ago, to whom, and the way back from a mistaken press. */
const changeMessage = (
  { eventId, done, person, name = '' }: CheckInDeskQuery,
  changed: Person | undefined,
): Html | string => {
  if (person === undefined) return ''
  const known = changed ? { name: html`<strong><bdi>${changed.name}</bdi></strong>` } : undefined
  if (done === 'let-out')
    return html`<p class="tell good" role="status">${known ? t('{name}: check-in undone.', known) : t('The check-in is undone.')}</p>`
  if (done === 'already-in')
    return html`<p class="tell warn" role="status">${known ? t('{name} was checked in before.', known) : t('This person was checked in before.')}</p>`
  if (done !== 'let-in' || changed?.checkedIn === false) return ''
  const undo = actionButton(`/event/${eventId}/door`, t('Undo check-in'), { do: 'out', person, name })
  return html`<div class="tell good" role="status"><span>${known ? t('{name}: checked in.', known) : t('Checked in.')}</span>${undo}</div>`
}

const unsearched = { attendees: [], stats: undefined, nextCursor: undefined }

const checkInDeskPage = async (query: CheckInDeskQuery, filled: Filled, context: PageContext) => {
  const { eventId, search = '', cursor, done } = query
  const typed = search.trim()
  const [found, result] = await Promise.all([
    findDashboardEvent(eventId, context),
    findPeople(eventId, typed, cursor, context),
  ])
  if (!result.ok && !(isHelper(context) && result.refusal.status === 400))
    return isEndedLink(result.refusal) ? helperEnded(context, eventId) : refusedPage(context, result.refusal)
  if ('refusal' in found) return refusedPage(context, found.refusal)
  const event = found
  if (!event.checkInEnabled) return closedCheckIn(event, context)
  // A helper searches by name, and has no list of everybody.
  const { attendees, stats, nextCursor } = result.ok ? result.value : unsearched
  const path = `/event/${eventId}/door`
  const people = sortPeople(attendees, !cursor && !nextCursor)
  const [strangers, code, changed] = await Promise.all([
    others(typed, attendees, context),
    screen(event, context),
    findChanged(query, attendees, context),
  ])
  const here = typed ? `${path}?search=${encodeURIComponent(typed)}` : path
  const nobody = typed
    ? empty(t('No matches'), t('Try the beginning of another word of the name.'))
    : isHelper(context)
      ? empty(t('Search for a person'), t('Enter the beginning of a name, or type the code of a ticket.'))
      : empty(t('Nobody has registered'), t('Search for people of the school to check them in.'))
  const searchField = html`<label class="vh" for="search">${t('Search people')}</label><input id="search" name="search" type="search" value="${typed}" placeholder="${t('Name')}" maxlength="100" autocomplete="off" dir="auto">`
  const codeInput = field(filled, {
    name: 'code',
    label: t('Ticket code'),
    longest: 300,
    autocomplete: 'off',
  })
  const body = html`<div class="stack" id="door" data-event="${eventId}" data-reader="${readerOf(context)}" data-reasons="${JSON.stringify(translatedReasons())}">${checkInHeading(event, context)}
<div id="told" role="status"></div>${changeMessage(query, changed)}${refusedForm(filled, ['code'])}
<div class="row between">${stats ? checkInCount(stats) : ''}<button class="btn" id="camera" type="button" hidden>${t('Scan tickets')}</button></div>
<video id="seen" hidden muted playsinline></video>
<form class="find" role="search" action="${path}">${searchField}<button class="btn plain">${t('Search')}</button></form>
${attendees.length === 0 ? nobody : html`<ul class="list door">${people.map((person) => item(person, event, path, context.now()))}</ul>`}${nextPageLink(here, nextCursor)}${strangersList(strangers, path)}
<details class="more"><summary>${t('Enter a ticket code')}</summary><form class="stack" method="post" action="${path}">${hidden('do', 'code')}${codeInput}<button class="btn plain">${t('Check in')}</button></form></details>${code}</div>`
  return pageOf(context, {
    title: titleOf(event),
    body,
    place: 'mine',
    medium: true,
    // A helper's browser has no session that could encrypt scans, so the desk works without its script.
    ...(isHelper(context) ? {} : { script: 'door.js' }),
    done: query.person === undefined ? done : undefined,
    refusal: filled.refusal,
  })
}

/** The door of an event. Without a script people are searched and let in one by one; with it, by their tickets too. */
export const showCheckInDesk = (query: CheckInDeskQuery, context: PageContext) =>
  query.helper === undefined
    ? checkInDeskPage(query, { values: {} }, context)
    : helperStart(query.eventId, query.helper, context)

/** A change of the desk, or why it was refused. */
type Change = { readonly done: string; readonly person: string } | { readonly refusal: Refusal }

/** A ticket names its person before its last dot. */
const holderOf = (code: string): string => code.slice(0, Math.max(0, code.lastIndexOf('.')))

const byCode = async (eventId: string, typed: string, context: PageContext): Promise<Change> => {
  const at = context.now().toISOString()
  const code = typed.trim()
  const scan = { clientId: `typed-${context.now().getTime()}`, at, code, action: 'in' as const }
  const result = await call(context, 'checkins', 'takeScans', { eventId, scans: [scan] })
  if (!result.ok) return result
  const [scanned] = result.value.results
  const isRepeated = scanned?.checkedInAt !== undefined && scanned.checkedInAt < at
  if (scanned?.checkedIn) return { done: isRepeated ? 'already-in' : 'let-in', person: holderOf(code) }
  const message = reasons[scanned?.reason ?? ''] ?? msg('This did not work.')
  return { refusal: refusalOf(422, { message, field: 'code' }) }
}

const byName = async (
  eventId: string,
  person: string,
  out: boolean,
  context: PageContext,
): Promise<Change> => {
  const input = { eventId, userId: person }
  if (out) {
    const result = await call(context, 'checkins', 'checkOutPerson', input)
    return result.ok ? { done: 'let-out', person } : result
  }
  const result = await call(context, 'checkins', 'checkInPerson', input)
  return result.ok ? { done: result.value.alreadyCheckedIn ? 'already-in' : 'let-in', person } : result
}

/** Checks a person in, or undoes it. A refusal is shown on the check-in desk. */
export const changeCheckIn = async (
  input: FormInput & { readonly eventId: string },
  context: PageContext,
) => {
  const { eventId, code = '', name = '' } = input
  if (input.do === 'start-helping') return startHelping(eventId, input.helper ?? '', context)
  if (input.do === 'stop-helping') return stopHelping(eventId)
  const change = await (input.do === 'code'
    ? byCode(eventId, code, context)
    : byName(eventId, input.person ?? '', input.do === 'out', context))
  if (!('refusal' in change)) {
    const { done, person } = change
    const named = new URLSearchParams({ person, ...(name ? { name: name.slice(0, longestName) } : {}) })
    return redirectTo(`/event/${eventId}/door?${named}`, done)
  }
  const { refusal } = change
  if (isOfPage(refusal)) return refusedPage(context, refusal)
  if (isEndedLink(refusal)) return helperEnded(context, eventId)
  return checkInDeskPage({ eventId }, { values: input, refusal }, context)
}
