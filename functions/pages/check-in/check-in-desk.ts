import {
  call,
  type FormInput,
  type PageContext,
  pageScope,
  type Refusal,
  readerOf,
  refusalOf,
} from '../call.ts'
import type { EventPage } from '../event/event.ts'
import { spanOf } from '../layout/dates.ts'
import { type Filled, field, hidden, refusedForm } from '../layout/forms.ts'
import {
  collapsible,
  confirmedAction,
  empty,
  type Html,
  html,
  isOfPage,
  nextPageLink,
  pageOf,
  raw,
  redirectTo,
  refusedPage,
} from '../layout/page.ts'
import { msg, t } from '../locale.ts'
import { managePlace } from '../manage-event/parts.ts'
import { changeMessage, type TicketHolder } from './change-message.ts'
import { type CheckInPhase, checkInOpensText, checkInPhaseOf } from './check-in-times.ts'
import {
  checkInCount,
  type DeskEvent,
  type DeskPerson,
  peopleLists,
  type Stranger,
  strangersList,
} from './desk-people.ts'
import {
  deskWorkerOf,
  helperEarly,
  helperEnded,
  helperStart,
  isEarlyLink,
  isEndedLink,
  isHelper,
  startHelping,
  stopHelping,
} from './helper-link.ts'
import { drawn } from './ticket.ts'

type CheckInDeskQuery = { readonly eventId: string } & Partial<
  Record<'search' | 'cursor' | 'done' | 'person' | 'name' | 'helper', string | undefined>
>

const perPage = '100'
const fewestLetters = 2
const longestName = 100

/** QR code for self check-in, for a screen at the door. */
const screen = async (event: DeskEvent, context: PageContext): Promise<Html | string> => {
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

const others = async (
  typed: string,
  known: readonly DeskPerson[],
  context: PageContext,
): Promise<Stranger[]> => {
  if (isHelper(context) || isTooShort(typed)) return []
  const result = await call(context, 'users', 'searchUsers', { query: typed, limit: '10' })
  if (!result.ok) return []
  const listed = new Set(known.map(({ personId }) => personId))
  return result.value.data.filter(({ _id }) => !listed.has(`u-${_id}`))
}

const closedText = ({ _id, name, canManageEvent }: DeskEvent): Html => {
  const event = html`<bdi>${name}</bdi>`
  if (!canManageEvent)
    return html`<p>${t('Ask an organizer of {event} to open it, then reload this page.', { event })}</p>`
  return html`<p>${t('Turn it on so that people can check in when {event} begins.', { event })}</p><form method="post" action="/event/${_id}/dashboard">${hidden('do', 'open-door')}<button class="btn">${t('Turn on check-in')}</button></form>`
}

const titleOf = ({ name }: DeskEvent): string => t('Check-in: {event}', { event: name })

const closedCheckIn = (event: DeskEvent, context: PageContext) =>
  pageOf(context, {
    title: titleOf(event),
    narrow: true,
    place: managePlace(event.manageableOrgId ?? null),
    isAlone: isHelper(context),
    body: html`<div class="card empty"><h1>${t('Check-in is off')}</h1>${closedText(event)}</div>`,
  })

const reasons: Readonly<Record<string, string>> = {
  no_such_person: msg('This person was not found.'),
  bad_code: msg(
    'This is not a ticket for this event. Check which event the ticket is for, or search for the person.',
  ),
  bad_time: msg('The clock of this device is wrong.'),
  outside_event: msg('Check-in was not open at that time.'),
  in_the_future: msg('The clock of this device is wrong.'),
  not_registered: msg('They are not registered.'),
  registration_required: msg('They are not registered, and this event requires a registration.'),
}

const translatedReasons = () =>
  Object.fromEntries(Object.entries(reasons).map(([reason, text]) => [reason, t(text)]))

const isTooShort = (typed: string): boolean => [...typed].length < fewestLetters

/** A helper searches by name, and has no list of everybody. */
const mustSearch = (typed: string, context: PageContext): boolean => isHelper(context) && isTooShort(typed)

const findPeople = (eventId: string, typed: string, cursor: string | undefined, context: PageContext) =>
  call(context, 'checkins', 'listCheckedIn', {
    eventId,
    ...(mustSearch(typed, context)
      ? { only: 'stats' }
      : { checkedIn: 'all', limit: perPage, cursor, ...(isTooShort(typed) ? {} : { q: typed }) }),
  })

/** The event, as far as the reader may see it. A helper may work at an event that only members see. */
const findDeskEvent = async (
  eventId: string,
  context: PageContext,
): Promise<DeskEvent | { readonly refusal: Refusal }> => {
  const found = await call(context, 'events', 'getEvent', { event_id: eventId })
  if (found.ok) return found.value.event
  if (!isHelper(context)) return { refusal: found.refusal }
  const timezone = pageScope(context).visit.timezone
  return { _id: eventId, name: t('Check-in desk'), timezone, checkInEnabled: true }
}

const backLink = ({ _id, canManageEvent }: DeskEvent, context: PageContext): Html => {
  if (isHelper(context)) return html`<p class="soft">${t('Check-in desk, with a helper link')}</p>`
  return canManageEvent
    ? html`<p class="soft"><a href="/event/${_id}/dashboard">${t('Manage event')}</a></p>`
    : html`<p class="soft"><a href="/event/${_id}">${t('Event page')}</a></p>`
}

/** The end of a helper's desk on this device. */
const stopping = ({ _id }: DeskEvent): Html =>
  confirmedAction(`/event/${_id}/door`, {
    text: t('Stop helping'),
    consequence: t('This device can then check in nobody until you open the helper link again.'),
    button: t('Yes, stop'),
    carried: { do: 'stop-helping' },
  })

const checkInHeading = (event: DeskEvent, context: PageContext): Html => {
  const { start_time: start, end_time: end } = event
  const when = start && end ? html`<p class="soft">${spanOf(start, end, event.timezone)}</p>` : ''
  return html`<header class="stack-s">${backLink(event, context)}<h1><bdi>${event.name}</bdi></h1>${when}</header>`
}

/** The phase of check-in; `open` for a helper with a link who may not see the event. */
const phaseOf = (event: DeskEvent, now: Date): CheckInPhase =>
  isWholeEvent(event) ? checkInPhaseOf(event, now) : 'open'

const isWholeEvent = (event: DeskEvent): event is EventPage => event.checkInOpensAt !== undefined

/** Why nobody can be checked in now, or what a change means after the end. */
const phaseNotice = (event: DeskEvent, phase: CheckInPhase): Html | string => {
  if (phase === 'early' && isWholeEvent(event))
    return html`<p class="tell warn" role="status" id="early" data-opens="${event.checkInOpensAt}"><span>${checkInOpensText(event)} ${t('Until then you can only look people up. Reload this page then.')}</span></p>`
  if (phase !== 'over') return ''
  return event.status === 'cancelled'
    ? html`<p class="tell bad" role="status">${t('This event is cancelled.')}</p>`
    : html`<p class="tell warn" role="status">${t('The event has ended. Changes correct the attendance and are recorded with your name.')}</p>`
}

/**
 * The person of the last change. An address names them by id and name, and only a name that the list confirms is
 * shown.
 */
const findChanged = async (
  { eventId, person, name = '' }: CheckInDeskQuery,
  listed: readonly DeskPerson[],
  context: PageContext,
): Promise<DeskPerson | undefined> => {
  const isSame = ({ personId }: DeskPerson): boolean => personId === person
  const changed = listed.find(isSame)
  if (changed || person === undefined || isTooShort(name)) return changed
  const found = await findPeople(eventId, name, undefined, context)
  return found.ok ? found.value.attendees.find(isSame) : undefined
}

/** The person whose check-in without a registration was undone: no list of the event has them any more. */
const findRemoved = async (
  { done, person, name = '' }: CheckInDeskQuery,
  context: PageContext,
): Promise<Stranger | undefined> =>
  done === 'let-out' && person !== undefined
    ? (await others(name, [], context)).find(({ _id }) => `u-${_id}` === person)
    : undefined

const isRegistrationRequired = ({ registrationRequired, registrationEnabled }: DeskEvent): boolean =>
  registrationRequired === true && registrationEnabled === true

const searchBox = (path: string, typed: string, isHelping: boolean): Html =>
  html`<form class="find" role="search" action="${path}"><label class="vh" for="search">${t('Search people')}</label><input id="search" name="search" type="search" value="${typed}" placeholder="${t('Name')}" maxlength="100" autocomplete="off" dir="auto"><button class="btn plain">${t('Search')}</button></form>${typed ? html`<p><a href="${path}">${isHelping ? t('Clear search') : t('Show all')}</a></p>` : ''}`

/** For an empty list, or a name that was not found: what to do. Helpers must search, and with two letters. */
const nobodyFound = (typed: string, isUnsearched: boolean, event: DeskEvent): Html => {
  if (isUnsearched) return empty(t('Search for a person'), t('Enter at least two letters of a name.'))
  if (!typed) return empty(t('Nobody has registered'), t('Search for people of the school to check them in.'))
  const advice = event.registrationEnabled
    ? t('Otherwise ask them to sign in on their phone and to register on the event page.')
    : t('Otherwise ask them to create an account of the school on their phone, then search again.')
  return empty(
    t('Nobody found for "{name}"', { name: typed }),
    html`${t('Try only the beginning of the first or last name.')} ${advice}`,
  )
}

/** The page for a helper link that is not valid now; undefined for other refusals. */
const helperRefused = (
  refusal: Refusal,
  event: Awaited<ReturnType<typeof findDeskEvent>>,
  context: PageContext,
) => {
  const known = 'refusal' in event ? undefined : event
  if (isEndedLink(refusal)) return helperEnded(context, known?._id)
  return isEarlyLink(refusal)
    ? helperEarly(context, known && isWholeEvent(known) ? known : undefined)
    : undefined
}

/** `made`: the person who was checked in by a ticket in this request. */
const checkInDeskPage = async (
  query: CheckInDeskQuery,
  filled: Filled,
  context: PageContext,
  made?: TicketHolder,
) => {
  const { eventId, search = '', cursor, done } = query
  const typed = search.trim()
  const [event, result] = await Promise.all([
    findDeskEvent(eventId, context),
    findPeople(eventId, typed, cursor, context),
  ])
  if (!result.ok) return helperRefused(result.refusal, event, context) ?? refusedPage(context, result.refusal)
  if ('refusal' in event) return refusedPage(context, event.refusal)
  if (!event.checkInEnabled) return closedCheckIn(event, context)
  const { attendees, stats, nextCursor } = result.value
  const path = `/event/${eventId}/door`
  const [strangers, code, changed] = await Promise.all([
    others(typed, attendees, context),
    screen(event, context),
    findChanged(query, attendees, context),
  ])
  const holder = made ?? (changed ? undefined : await findRemoved(query, context))
  const here = typed ? `${path}?search=${encodeURIComponent(typed)}` : path
  const again = cursor ? `${path}?${new URLSearchParams({ search: typed, cursor })}` : here
  const phase = phaseOf(event, context.now())
  const isReadOnly = phase === 'early' || event.status === 'cancelled'
  const isUnsearched = mustSearch(typed, context)
  const view = { path, timezone: event.timezone, now: context.now(), isSearch: typed !== '' }
  const lists = peopleLists(attendees, view)
  const found = attendees.length + strangers.length > 0
  const codeInput = field(filled, {
    name: 'code',
    label: t('Ticket code'),
    longest: 300,
    autocomplete: 'off',
    hint: t(
      'For a hand-held scanner, or to paste the text of a ticket. If a phone cannot be scanned, search for the name instead.',
    ),
  })
  const codeForm = html`<form method="post" class="stack" action="${path}">${hidden('do', 'code')}${codeInput}<button class="btn plain">${t('Check in')}</button></form>`
  const body = html`<div class="stack${isReadOnly ? ' read-only' : ''}" id="door" data-event="${eventId}" data-reader="${readerOf(context)}" data-reasons="${JSON.stringify(translatedReasons())}"${typed ? raw(' data-searched') : ''}>${checkInHeading(event, context)}
<div id="messages" class="toast" role="status"></div>${phaseNotice(event, phase)}${changeMessage(query, changed, holder, view)}${refusedForm(filled, ['code'])}
<div class="row between"><div class="num" id="count">${checkInCount(stats)}</div><div class="row"><a class="btn plain" id="refresh" href="${again}">${t('Refresh')}</a><button class="btn" id="camera" type="button" hidden>${t('Scan tickets')}</button></div></div>
<video id="seen" hidden muted playsinline></video>
${searchBox(path, typed, isHelper(context))}${nextCursor && !typed ? html`<p class="soft">${t('The list is long: search for a name.')}</p>` : ''}
<div class="stack" id="list">${found ? lists : nobodyFound(typed, isUnsearched, event)}</div>${nextPageLink(here, nextCursor)}${strangersList(strangers, path, isRegistrationRequired(event))}
<p class="soft" id="unlisted" hidden>${t('Nobody in this list. Press Search to look for people without a registration.')}</p>
${collapsible(t('Enter a ticket code'), codeForm, filled.values.do === 'code')}${code}${isHelper(context) ? stopping(event) : ''}</div>`
  return pageOf(context, {
    title: titleOf(event),
    body,
    place: managePlace(event.manageableOrgId ?? null),
    isAlone: isHelper(context),
    medium: true,
    // A helper's browser has no session that could encrypt scans, so its script keeps none.
    script: isHelper(context) ? 'helper.js' : 'door.js',
    done: query.person === undefined ? done : undefined,
    refusal: filled.refusal,
  })
}

/** The check-in desk of an event. Without scripts, people are found by name; with them, by their tickets too. */
export const showCheckInDesk = (query: CheckInDeskQuery, context: PageContext) =>
  query.helper === undefined
    ? checkInDeskPage(query, { values: {} }, context)
    : helperStart(query.eventId, query.helper, context)

/** A change of the desk, or why it was refused. */
type Change =
  | { readonly done: string; readonly person: string; readonly holder?: TicketHolder }
  | { readonly refusal: Refusal }

/** A repeated press or scan within this time belongs to the first. Milliseconds. */
const samePressMs = 10_000

/** Whether a check-in that was found is an earlier one, not that of a second press here. */
const isEarlier = (
  { checkedInAt, checkedInBy }: { readonly checkedInAt: string; readonly checkedInBy?: string | undefined },
  context: PageContext,
): boolean =>
  checkedInBy !== deskWorkerOf(context) || context.now().getTime() - Date.parse(checkedInAt) > samePressMs

/** A ticket names its person before its last dot. */
const holderOf = (code: string): string => code.slice(0, Math.max(0, code.lastIndexOf('.')))

type DeskInput = FormInput & { readonly eventId: string }

const byCode = async (eventId: string, typed: string, context: PageContext): Promise<Change> => {
  const at = context.now().toISOString()
  const code = typed.trim()
  const scan = { clientId: `typed-${context.now().getTime()}`, at, code, action: 'in' as const }
  const result = await call(context, 'checkins', 'takeScans', { eventId, scans: [scan] })
  if (!result.ok) return result
  const [scanned] = result.value.results
  const { checkedInAt = at, headsBefore = 0, headsCheckedIn = headsBefore } = scanned ?? {}
  const isMore = headsBefore > 0 && headsBefore < headsCheckedIn
  const isRepeated = checkedInAt < at && !isMore
  if (scanned?.checkedIn)
    return { done: isRepeated ? 'already-in' : 'let-in', person: holderOf(code), holder: scanned }
  const message = reasons[scanned?.reason ?? ''] ?? msg('This did not work.')
  return { refusal: refusalOf(422, { message, field: 'code' }) }
}

const byName = async (
  { eventId, person = '', heads = '', ...input }: DeskInput,
  context: PageContext,
): Promise<Change> => {
  const named = { eventId, userId: person }
  if (input.do === 'out') {
    const result = await call(context, 'checkins', 'checkOutPerson', named)
    return result.ok ? { done: 'let-out', person } : result
  }
  const result = await call(context, 'checkins', 'checkInPerson', {
    ...named,
    headsCheckedIn: heads === '' ? undefined : Number(heads),
  })
  if (!result.ok) return result
  const isRepeated = result.value.alreadyCheckedIn && isEarlier(result.value, context)
  return { done: isRepeated ? 'already-in' : 'let-in', person }
}

/** Checks a person in, or undoes it. A refusal is shown on the check-in desk. */
export const changeCheckIn = async (input: DeskInput, context: PageContext) => {
  const { eventId, code = '', name = '' } = input
  if (input.do === 'start-helping') return startHelping(eventId, input.helper ?? '', context)
  if (input.do === 'stop-helping') return stopHelping(eventId)
  const change = await (input.do === 'code' ? byCode(eventId, code, context) : byName(input, context))
  if (!('refusal' in change)) {
    const { done, person, holder } = change
    // A helper has no list that would name the person of a ticket: the reply itself does.
    if (holder) return checkInDeskPage({ eventId, done, person }, { values: {} }, context, holder)
    const named = new URLSearchParams({ person, ...(name ? { name: name.slice(0, longestName) } : {}) })
    return redirectTo(`/event/${eventId}/door?${named}`, done)
  }
  const { refusal } = change
  if (isOfPage(refusal)) return refusedPage(context, refusal)
  if (isEndedLink(refusal)) return helperEnded(context, eventId)
  return checkInDeskPage({ eventId }, { values: input, refusal }, context)
}
