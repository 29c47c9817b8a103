import {
  type Answer,
  ask,
  type PageContext,
  type Refusal,
  readerOf,
  refusalOf,
  type Sent,
  withinOf,
} from '../ask.ts'
import type { EventPage } from '../event/event.ts'
import { momentWords, spanOf } from '../layout/dates.ts'
import { type Filled, field, hidden, refusedForm } from '../layout/forms.ts'
import {
  deed,
  empty,
  face,
  further,
  type Html,
  html,
  isOfPage,
  onwardTo,
  pageOf,
  plural,
  raw,
  refusedPage,
} from '../layout/page.ts'
import { helperEnded, helperStart, isEndedLink, isHelper, startHelping, stopHelping } from './helper-link.ts'
import { drawn } from './ticket.ts'

type People = Answer<'checkins', 'listCheckedIn'>
type Person = People['attendees'][number]
type Stranger = { readonly _id: string; readonly name: string; readonly username: string }

type DoorQuery = { readonly eventId: string } & Partial<
  Record<'search' | 'cursor' | 'said' | 'helper', string | undefined>
>

/** The fields of the event that the desk shows. A helper may not see more of it, and possibly not even these. */
type DeskEvent = Pick<EventPage, '_id' | 'name' | 'timezone' | 'checkInEnabled'> &
  Partial<Pick<EventPage, 'start_time' | 'end_time'>>

const perPage = '100'
const fewestLetters = 2

const item = (person: Person, event: DeskEvent, path: string): Html => {
  const { personId, name, picture, checkedIn, checkedInAt, guestCount, status, sourceTenant } = person
  const facts = [
    guestCount > 1 ? plural(guestCount, 'seat') : '',
    status === 'waitlisted' ? 'on the waitlist' : '',
    sourceTenant ? `guest of ${sourceTenant}` : '',
    person.walkIn ? 'came without a registration' : '',
    checkedInAt ? `checked in ${momentWords(checkedInAt, event.timezone)}` : '',
  ].filter((text) => text !== '')
  return html`<li data-person="${personId}" data-in="${checkedIn ? 'yes' : 'no'}">${face(name, picture)}<div class="stack-s"><h2><bdi>${name}</bdi></h2><p class="soft num" data-state>${facts.join(', ')}</p></div>${
    checkedIn
      ? deed(path, 'Check out', { do: 'out', person: personId }, { css: 'plain', label: name })
      : deed(path, 'Check in', { do: 'in', person: personId }, { css: '', label: name })
  }</li>`
}

const strangersList = (strangers: readonly Stranger[], path: string): Html | string =>
  strangers.length === 0
    ? ''
    : html`<section class="stack"><h2>Not registered</h2><ul class="list">${strangers.map(({ _id, name, username }) => html`<li data-person="u-${_id}" data-in="no">${face(name, undefined)}<div class="stack-s"><h3><bdi>${name}</bdi></h3><p class="soft" data-state>@<bdi>${username}</bdi></p></div>${deed(path, 'Check in', { do: 'in', person: `u-${_id}` }, { css: 'plain', label: name })}</li>`)}</ul></section>`

/** QR code for self check-in, for a screen at the door. */
const screen = async (event: DeskEvent, context: PageContext): Promise<Html | string> => {
  if (isHelper(context)) return ''
  const heard = await ask(context, 'checkins', 'getCheckInLink', { eventId: event._id })
  if (!heard.ok) return ''
  return html`<details class="more"><summary>QR code for self check-in</summary><div class="stack"><div class="qr" role="img" aria-label="QR code for self check-in">${raw(await drawn(heard.value.checkInUrl))}</div><p class="soft">It leads to <a href="${heard.value.checkInUrl}">this address</a>.</p></div></details>`
}

const others = async (typed: string, known: readonly Person[], context: PageContext): Promise<Stranger[]> => {
  if (isHelper(context) || [...typed].length < fewestLetters) return []
  const heard = await ask(context, 'users', 'searchUsers', { query: typed, limit: '10' })
  if (!heard.ok) return []
  const listed = new Set(known.map(({ personId }) => personId))
  return heard.value.data.filter(({ _id }) => !listed.has(`u-${_id}`))
}

const closedDoor = (event: DeskEvent, context: PageContext) =>
  pageOf(context, {
    title: `Check-in: ${event.name}`,
    narrow: true,
    place: 'mine',
    body: html`<div class="card empty"><h1>Check-in is closed</h1>${isHelper(context) ? html`<p>Ask an organizer of <bdi>${event.name}</bdi> to open it, then reload this page.</p>` : html`<p>Open it so that people can check in when <bdi>${event.name}</bdi> begins.</p><form method="post" action="/event/${event._id}/dashboard">${hidden('do', 'open-door')}<button class="btn">Open check-in</button></form>`}</div>`,
  })

const reasons: Readonly<Record<string, string>> = {
  no_such_person: 'This person was not found.',
  bad_code: 'This is not a ticket for this event.',
  bad_time: 'The clock of this device is wrong.',
  outside_event: 'The event is not on now.',
  in_the_future: 'The clock of this device is wrong.',
  not_registered: 'They are not registered.',
  registration_required: 'They are not registered, and this event is for those who are.',
}

const findPeople = (eventId: string, typed: string, cursor: string | undefined, context: PageContext) =>
  ask(context, 'checkins', 'listCheckedIn', {
    eventId,
    checkedIn: 'all',
    limit: perPage,
    ...([...typed].length < fewestLetters ? {} : { q: typed }),
    cursor,
  })

/** The event, as far as the reader may see it. A helper may work at an event that only members see. */
const findDeskEvent = async (
  eventId: string,
  context: PageContext,
): Promise<DeskEvent | { readonly refusal: Refusal }> => {
  const found = await ask(context, 'events', 'getEvent', { event_id: eventId })
  if (found.ok) return found.value.event
  if (!isHelper(context)) return { refusal: found.refusal }
  const timezone = withinOf(context).visit.timezone
  return { _id: eventId, name: 'Check-in desk', timezone, checkInEnabled: true }
}

const doorHeading = (event: DeskEvent, context: PageContext): Html => {
  const { start_time: start, end_time: end } = event
  const when = start && end ? html`<p class="soft">${spanOf(start, end, event.timezone)}</p>` : ''
  const back = isHelper(context)
    ? html`<div class="row between"><p class="soft">You help at the check-in desk</p>${deed(`/event/${event._id}/door`, 'Stop helping', { do: 'stop-helping' })}</div>`
    : html`<p class="soft"><a href="/event/${event._id}/dashboard">Manage event</a></p>`
  return html`<header class="stack-s">${back}<h1><bdi>${event.name}</bdi></h1>${when}</header>`
}

const unsearched = { attendees: [], stats: undefined, nextCursor: undefined }

const doorPage = async (asked: DoorQuery, filled: Filled, context: PageContext) => {
  const { eventId, search = '', cursor, said } = asked
  const typed = search.trim()
  const [found, heard] = await Promise.all([
    findDeskEvent(eventId, context),
    findPeople(eventId, typed, cursor, context),
  ])
  if (!heard.ok && !(isHelper(context) && heard.refusal.status === 400))
    return isEndedLink(heard.refusal) ? helperEnded(context, eventId) : refusedPage(context, heard.refusal)
  if ('refusal' in found) return refusedPage(context, found.refusal)
  const event = found
  if (!event.checkInEnabled) return closedDoor(event, context)
  // A helper searches by name, and has no list of everybody.
  const { attendees, stats, nextCursor } = heard.ok ? heard.value : unsearched
  const path = `/event/${eventId}/door`
  const [strangers, code] = await Promise.all([others(typed, attendees, context), screen(event, context)])
  const here = typed ? `${path}?search=${encodeURIComponent(typed)}` : path
  const nobody = typed
    ? empty('No matches', 'Try the beginning of another word of the name.')
    : isHelper(context)
      ? empty('Search for a person', 'Enter the beginning of a name, or type the code of a ticket.')
      : empty('Nobody has registered', 'Search for people of the school to check them in.')
  const body = html`<div class="stack" id="door" data-event="${eventId}" data-reader="${readerOf(context)}" data-reasons="${JSON.stringify(reasons)}">${doorHeading(event, context)}
<div id="told" role="status"></div>${refusedForm(filled, ['code'])}
<div class="row between">${stats ? html`<p class="count num"><strong data-inside>${stats.totalCheckedIn}</strong> checked in, of ${stats.totalRegistrations} registered${stats.headsCheckedIn > stats.totalCheckedIn ? html` &middot; ${plural(stats.headsCheckedIn, 'person', 'people')} inside` : ''}</p>` : ''}<button class="btn" id="camera" type="button" hidden>Scan tickets</button></div>
<video id="seen" hidden muted playsinline></video>
<form class="find" role="search" action="${path}"><label class="vh" for="search">Search people</label><input id="search" name="search" type="search" value="${typed}" placeholder="Name" maxlength="100" autocomplete="off" dir="auto"><button class="btn plain">Search</button></form>
${attendees.length === 0 ? nobody : html`<ul class="list door">${attendees.map((person) => item(person, event, path))}</ul>`}${further(here, nextCursor)}${strangersList(strangers, path)}
<details class="more"><summary>Type the code of a ticket</summary><form class="stack" method="post" action="${path}">${hidden('do', 'code')}${field(filled, { name: 'code', label: 'What the code says', longest: 300, autocomplete: 'off' })}<button class="btn plain">Check in</button></form></details>${code}</div>`
  return pageOf(context, {
    title: `Check-in: ${event.name}`,
    body,
    place: 'mine',
    medium: true,
    // A helper's browser has no session that could encrypt scans, so the desk works without its script.
    ...(isHelper(context) ? {} : { script: 'door.js' }),
    said,
    refusal: filled.refusal,
  })
}

/** The door of an event. Without a script people are searched and let in one by one; with it, by their tickets too. */
export const showDoor = (query: DoorQuery, context: PageContext) =>
  query.helper === undefined
    ? doorPage(query, { values: {} }, context)
    : helperStart(query.eventId, query.helper, context)

const byCode = async (eventId: string, code: string, context: PageContext): Promise<Refusal | undefined> => {
  const at = context.now().toISOString()
  const scan = { clientId: `typed-${context.now().getTime()}`, at, code: code.trim(), action: 'in' as const }
  const heard = await ask(context, 'checkins', 'takeScans', { eventId, scans: [scan] })
  if (!heard.ok) return heard.refusal
  const [result] = heard.value.results
  if (result?.result !== 'refused') return undefined
  const message = reasons[result.reason ?? ''] ?? 'This did not work.'
  return refusalOf(422, { message, field: 'code' })
}

const byName = async (
  eventId: string,
  userId: string,
  out: boolean,
  context: PageContext,
): Promise<Refusal | undefined> => {
  const heard = await ask(context, 'checkins', out ? 'checkOutPerson' : 'checkInPerson', { eventId, userId })
  return heard.ok ? undefined : heard.refusal
}

/** Checks a person in or out. A refusal is shown on the check-in desk. */
export const changeDoor = async (sent: Sent & { readonly eventId: string }, context: PageContext) => {
  const { eventId, person = '', code = '' } = sent
  if (sent.do === 'start-helping') return startHelping(eventId, sent.helper ?? '', context)
  if (sent.do === 'stop-helping') return stopHelping(eventId)
  const refusal = await (sent.do === 'code'
    ? byCode(eventId, code, context)
    : byName(eventId, person, sent.do === 'out', context))
  if (refusal === undefined)
    return onwardTo(`/event/${eventId}/door`, sent.do === 'out' ? 'let-out' : 'let-in')
  if (isOfPage(refusal)) return refusedPage(context, refusal)
  if (isEndedLink(refusal)) return helperEnded(context, eventId)
  return doorPage({ eventId }, { values: sent, refusal }, context)
}
