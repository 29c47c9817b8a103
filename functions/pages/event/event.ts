import { namesOf } from '../../../lib/contract/field-table.ts'
import { type PlannedEvent, textFields } from '../../events/contract.ts'
import {
  type Answer,
  call,
  identifyReader,
  isGuest,
  isSignedIn,
  type PageContext,
  type PageInput,
  pageScope,
  type Refusal,
  readerOf,
} from '../call.ts'
import { checkInPhaseOf } from '../check-in/check-in-times.ts'
import { registrationsCheckedIn } from '../check-in/desk-people.ts'
import { clockWords, dayWords, momentWords, spanOf } from '../layout/dates.ts'
import {
  cover,
  type FactOf,
  face,
  facts,
  type Html,
  html,
  pageOf,
  refusedPage,
  typeTag,
  userText,
} from '../layout/page.ts'
import { isRepeated } from '../layout/replacement.ts'
import { msg, t } from '../locale.ts'
import { hasRegistrations } from '../manage-event/states.ts'
import { moreLinks, type OpenPart, openPart } from './more.ts'
import { eventData, linkPreview, summaryOf } from './preview.ts'
import { type Filling, isUnpublished, type Reader, registerAgain, seatBar, seatBox } from './seat.ts'

export type EventPage = Answer<'events', 'getEvent'>['event']
export type Rsvp = NonNullable<EventPage['currentUserRsvp']> & { waitlistPosition?: number | undefined }

const notices: Partial<Readonly<Record<EventPage['status'], readonly [tone: string, text: string]>>> = {
  cancelled: ['bad', msg('This event is cancelled.')],
  pending: ['warn', msg('This event is waiting for approval.')],
  rejected: ['bad', msg('This event was not approved.')],
  draft: ['', msg('This is a draft. Only its organizers and the administrators of the school see it.')],
}

/** What registered people read while an event that was published is hidden. */
const changingText = (event: EventPage, rsvp: Rsvp | undefined): string | undefined => {
  if (rsvp === undefined || event.canManageEvent || !isUnpublished(event)) return undefined
  return rsvp.status === 'waitlisted'
    ? t('The organizers are changing this event. Your place on the waitlist is kept.')
    : t('The organizers are changing this event. Your seat is kept.')
}

const notice = (event: EventPage, rsvp: Rsvp | undefined): Html | string => {
  const { status } = event
  const changing = changingText(event, rsvp)
  if (changing !== undefined) return html`<p class="tell warn" role="status">${changing}</p>`
  if (status === 'draft' && hasRegistrations(event))
    return html`<p class="tell warn" role="status">${t('This is a draft. Its organizers see it, and people who are registered.')}</p>`
  const [tone, text] = notices[status] ?? []
  if (text && status === 'cancelled' && event.cancelReason)
    return html`<div class="tell ${tone}" role="status"><div class="stack-s"><p>${t(text)}</p>${userText(event.cancelReason)}</div></div>`
  return text ? html`<p class="tell ${tone}" role="status">${t(text)}</p>` : ''
}

/** The hosting organization or person, with the clubs that collaborate. */
const hosts = ({ hostingType, hostingId, host, collaboratorOrgs }: EventPage): Html => {
  const name = html`<bdi>${host.name}</bdi>`
  const main = hostingType === 'Org' ? html`<a href="/org/${hostingId._id}">${name}</a>` : name
  const active = collaboratorOrgs.filter(({ status }) => status === 'active')
  if (active.length === 0) return main
  const clubs = html`${active.map(({ orgId }, at) => html`${at > 0 ? ', ' : ''}<bdi>${orgId.name}</bdi>`)}`
  return t('{host} with {clubs}', { host: main, clubs })
}

type Texts = Readonly<Partial<Record<keyof typeof textFields, string | null | undefined>>>

/** The texts that planners set, without empty ones. */
const textsOf = (event: Texts) =>
  namesOf(textFields).flatMap((name) => {
    const { control, label } = textFields[name]
    const value = event[name]?.trim()
    return value ? [{ control, label, value }] : []
  })

/** Single lines and links. */
export const textFactsOf = (event: Texts): FactOf[] =>
  textsOf(event).flatMap(({ control, label, value }): FactOf[] => {
    if (control === 'line') return [['note', t(label), html`<bdi>${value}</bdi>`]]
    if (control !== 'link' || !/^https?:\/\//.test(value)) return []
    return [
      ['link', t(label), html`<a href="${value}" rel="noopener nofollow ugc">${new URL(value).host}</a>`],
    ]
  })

/** Texts of several lines. */
const textSections = (event: EventPage): Html[] =>
  textsOf(event)
    .filter(({ control }) => control === 'lines')
    .map(
      ({ label, value }) =>
        html`<section class="stack"><h2>${label === 'Description' ? t('About') : t(label)}</h2>${userText(value)}</section>`,
    )

const rules = {
  daily: msg('{interval, plural, one {Repeats every day} other {Repeats every # days}}'),
  weekly: msg('{interval, plural, one {Repeats every week} other {Repeats every # weeks}}'),
  biweekly: msg(
    '{interval, plural, one {Repeats every two weeks} other {Repeats every # periods of two weeks}}',
  ),
  monthly: msg('{interval, plural, one {Repeats every month} other {Repeats every # months}}'),
} as const

const ruleText = ({ frequency, interval }: NonNullable<PlannedEvent['recurrence']>): string =>
  t(rules[frequency], { interval })

/** How often an event repeats, and its other dates that are still to come. */
const seriesFacts = ({ recurrence, series, timezone }: EventPage): FactOf[] => {
  if (!series) return []
  const rule = recurrence
    ? ruleText(recurrence as NonNullable<PlannedEvent['recurrence']>)
    : t('Part of a series')
  const dates = series.next.map(
    ({ _id, start_time }, at) =>
      html`${at > 0 ? '; ' : ''}<a href="/event/${_id}">${dayWords(start_time, timezone)}</a>`,
  )
  const text = dates.length > 0 ? t('{rule}; other dates: {dates}', { rule, dates: html`${dates}` }) : rule
  return [['calendar', t('Series'), text]]
}

const isComing = ({ status, end_time }: EventPage, now: Date): boolean =>
  status !== 'cancelled' && Date.parse(end_time) > now.getTime()

const factsOf = (event: EventPage, now: Date): Html =>
  facts([
    ['clock', t('When'), spanOf(event.start_time, event.end_time, event.timezone)],
    ...seriesFacts(event),
    ...(event.location ? [['place', t('Where'), html`<bdi>${event.location}</bdi>`] as const] : []),
    ['host', t('Host'), hosts(event)],
    ...textFactsOf(event),
    ...(isComing(event, now)
      ? ([
          [
            'calendar',
            t('Calendar'),
            html`<a href="/events/${event._id}/calendar.ics">${t('Add to your calendar')}</a>`,
          ],
        ] as const)
      : []),
  ])

/** The time, with its day where that is another than the day of `near`. */
const timeNear = (iso: string, near: string, zone: string): Html => {
  const isSameDay = dayWords(iso, zone) === dayWords(near, zone)
  return html`<time datetime="${iso}">${isSameDay ? clockWords(iso, zone) : momentWords(iso, zone)}</time>`
}

const agenda = ({ eventAgenda, start_time, timezone }: EventPage): Html | string => {
  if (eventAgenda === null || eventAgenda.items.length === 0) return ''
  return html`<section class="stack"><h2>${t('Agenda')}</h2><ol class="agenda">${eventAgenda.items.map(
    (item) =>
      html`<li class="stack-s"><h3><bdi>${item.title}</bdi></h3><p class="soft">${t('{start} to {end}', { start: timeNear(item.startTime, start_time, timezone), end: timeNear(item.endTime, item.startTime, timezone) })}${item.location ? html` &middot; <bdi>${item.location}</bdi>` : ''}</p>${item.description ? userText(item.description) : ''}</li>`,
  )}</ol></section>`
}

const people = (event: EventPage, now: Date): Html | string => {
  if (event.status === 'cancelled') return ''
  const named = [
    ...event.attendees.map(({ user }) => ({ name: user.name, picture: user.picture })),
    ...event.globalAttendees.map(({ name, picture }) => ({ name, picture })),
  ]
  if (named.length === 0) return ''
  const others = event.registrationCount - named.length
  const all = html`<a href="/event/${event._id}?part=people#more">${t('{count, plural, one {and # other} other {and # others}}', { count: others })}</a>`
  return html`<section class="stack"><h2>${isComing(event, now) ? t('Going') : t('Registered')}</h2><ul class="people">${named.map(({ name, picture }) => html`<li>${face(name, picture)}<bdi>${name}</bdi></li>`)}</ul>${others > 0 ? html`<p>${all}</p>` : ''}</section>`
}

/** The way to the check-in desk for helpers who may do nothing else at the event. */
const helping = (event: EventPage, now: Date): Html | string => {
  const phase = checkInPhaseOf(event, now)
  return event.canRunCheckIn && !event.canManageEvent && (phase === 'early' || phase === 'open')
    ? html`<p class="tell manage"><strong>${t('You help with check-in')}</strong><a href="/event/${event._id}/door">${t('Check-in desk')}</a></p>`
    : ''
}

const managing = (event: EventPage, context: PageContext): Html | string => {
  const { _id, canManageEvent, checkedInCount = 0, registeredInCount = 0, hostingId } = event
  if (!canManageEvent) return ''
  const counts = registrationsCheckedIn({
    totalCheckedIn: registeredInCount,
    totalRegistrations: event.registrationCount,
    walkIns: Math.max(0, checkedInCount - registeredInCount),
  })
  // Administrators manage every event. Whether one is an officer of the host too is not known here.
  const administers = pageScope(context).visit.isAdministrator && hostingId._id !== readerOf(context)
  const right = administers ? t('You administer this school') : t('You organize this event')
  return html`<p class="tell manage"><strong>${right}</strong> <span class="num">${counts}</span><a href="/event/${_id}/dashboard">${t('Manage event')}</a></p>`
}

type EventView = {
  readonly done?: string | undefined
  /** Seats that the reader has just given up and can have again: the form suggests as many. */
  readonly seats?: string | undefined
  readonly open?: OpenPart
  readonly status?: number
}

const hasSeat = (rsvp?: Rsvp): boolean => rsvp?.status === 'attending'
const isWaiting = (rsvp?: Rsvp): boolean => rsvp?.status === 'waitlisted'
const hasNone = (rsvp?: Rsvp): boolean => rsvp === undefined
const isCheckedIn = (rsvp?: Rsvp): boolean => rsvp?.checkedIn === true

/** Messages about a registration, with the state in which they are true: anybody may open an address with one. */
const trueIn: Readonly<Record<string, (rsvp?: Rsvp) => boolean>> = {
  seat: hasSeat,
  line: isWaiting,
  'group-waits': isWaiting,
  'seat-now': hasSeat,
  'answers-changed': (rsvp) => !hasNone(rsvp),
  'group-changed': (rsvp) => !hasNone(rsvp),
  withdrawn: hasNone,
  'waitlist-left': hasNone,
  'checked-in': isCheckedIn,
  'checked-out': (rsvp) => !isCheckedIn(rsvp),
  'not-checked-in': (rsvp) => !isCheckedIn(rsvp),
}

/** Messages that lead to the form again. */
const canUndo = new Set(['withdrawn', 'waitlist-left'])

/** Whether a message agrees with the state: one about a registration is for signed-in readers only. */
const isTrue = (done: string, rsvp: Rsvp | undefined, { isIn }: Reader): boolean =>
  !Object.hasOwn(trueIn, done) || (isIn && trueIn[done]?.(rsvp) === true)

/** Tells a guest of another school whose event this is. */
const guestNote = async (context: PageContext): Promise<Html | string> => {
  const { school } = pageScope(context).visit
  if (!isGuest(context) || !school) return ''
  const reader = await identifyReader(context)
  const own = reader.ok ? reader.value.guest?.school : undefined
  const here = html`<bdi>${school.name}</bdi>`
  const text = own
    ? t('This event is at {school}. You take part as a guest of {own}.', {
        school: here,
        own: html`<bdi>${own}</bdi>`,
      })
    : t('This event is at {school}. You take part as a guest.', { school: here })
  return html`<p class="tell">${text}</p>`
}

/** The page of an event, with what its reader can do about a seat. */
export const eventPage = async (
  context: PageContext,
  event: EventPage,
  rsvp: Rsvp | undefined,
  filled: Filling = {},
  { done, seats, open, status }: EventView = {},
) => {
  const filling = seats === undefined ? filled : { values: { guestCount: seats }, ...filled }
  const note = await guestNote(context)
  const reader: Reader = { isIn: isSignedIn(context), now: context.now(), filling, context, note }
  const shown = done && isTrue(done, rsvp, reader) ? done : undefined
  const { _id, type, image, hostingId } = event
  const picture = cover({ id: _id, type, host: hostingId._id, picture: image, eager: true })
  const body = html`<div class="stack">${notice(event, rsvp)}${managing(event, context)}${helping(event, reader.now)}
<div class="two hero"><header class="stack">${picture}<div class="tags">${typeTag(type)}${event.tags.slice(0, 6).map((tag) => html`<span class="tag"><bdi>${tag}</bdi></span>`)}</div><h1><bdi>${event.name}</bdi></h1>${factsOf(event, reader.now)}</header>
<aside>${seatBox(event, rsvp, reader)}</aside>
<div class="rest stack-l">${textSections(event)}${agenda(event)}${people(event, reader.now)}${moreLinks(event, rsvp, open)}</div></div></div>`
  return pageOf(context, {
    title: event.name,
    about: summaryOf(event),
    head: linkPreview(event, context),
    body: eventData(event, body),
    action: seatBar(event, rsvp, reader),
    place: 'events',
    done: shown,
    undo: seats !== undefined && shown && canUndo.has(shown) ? registerAgain(event, reader) : '',
    refusal: filling.refusal,
    ...(status === undefined ? {} : { status }),
    isKept: status !== undefined || filling.refusal !== undefined,
  })
}

type Found = { readonly event: EventPage; readonly rsvp: Rsvp | undefined } | { readonly refusal: Refusal }

export const findEvent = async (eventId: string, context: PageContext): Promise<Found> => {
  const result = await call(context, 'events', 'getEvent', { event_id: eventId })
  if (!result.ok) return { refusal: result.refusal }
  const { event } = result.value
  const own = event.currentUserRsvp
  if (own?.status !== 'waitlisted') return { event, rsvp: own ?? undefined }
  // The waitlist position is counted only for a reader who is on the waitlist.
  const mine = await call(context, 'attendance', 'getMyRsvp', { event_id: eventId })
  const rsvp: Rsvp = { ...own, ...(mine.ok ? mine.value.rsvp : undefined) }
  // The count may lag behind the reader's own place.
  const waitlistCount = Math.max(event.waitlistCount, rsvp.waitlistPosition ?? 1)
  return { event: { ...event, waitlistCount }, rsvp }
}

/** Where a view came from: mails say so in their links, else the page with the link. Undefined for other pages. */
const sourceOf = (
  source: string | undefined,
  context: PageContext,
): 'direct' | 'email' | 'explore' | 'org_page' | undefined => {
  const { referrer } = pageScope(context).request
  if (source === 'email') return source
  if (referrer === undefined) return 'direct'
  const isOwn = URL.canParse(referrer) && new URL(referrer).origin === context.tenant.origin
  const path = isOwn ? new URL(referrer).pathname : ''
  if (path.startsWith('/club/')) return 'org_page'
  return path === '/' || path === '/events' ? 'explore' : undefined
}

/** Counts a view a person and day. The page does not depend on it. A repeated request counts the second time. */
const countView = async (
  { eventId: id, source }: PageInput<'showEvent'>,
  context: PageContext,
): Promise<void> => {
  if (isRepeated(context)) return
  const view = { id, once: 'day' as const, source: sourceOf(source, context) }
  await (pageScope(context).request.carriesSession
    ? call(context, 'analytics', 'trackEventView', view)
    : call(context, 'analytics', 'trackAnonymousView', view)
  ).catch(() => undefined)
}

export const showEvent = async (query: PageInput<'showEvent'>, context: PageContext) => {
  const { eventId, done } = query
  const [found] = await Promise.all([findEvent(eventId, context), countView(query, context)])
  if ('refusal' in found) return refusedPage(context, found.refusal)
  const open = await openPart(found.event, found.rsvp, query, context)
  if (open !== undefined && 'refusal' in open) return refusedPage(context, open.refusal)
  return eventPage(
    context,
    found.event,
    found.rsvp,
    {},
    { done, seats: query.seats, ...(open ? { open } : {}) },
  )
}
