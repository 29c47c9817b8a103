import { namesOf } from '../../../lib/contract/field-table.ts'
import { type PlannedEvent, textFields } from '../../events/contract.ts'
import {
  type Answer,
  call,
  isSignedIn,
  type PageContext,
  type PageInput,
  pageScope,
  type Refusal,
} from '../call.ts'
import { clockWords, dayWords, spanOf } from '../layout/dates.ts'
import {
  cover,
  type FactOf,
  face,
  facts,
  type Html,
  html,
  pageOf,
  plural,
  refusedPage,
  typeTag,
  userText,
} from '../layout/page.ts'
import { moreLinks, type OpenPart, openPart } from './more.ts'
import { eventData, linkPreview, summaryOf } from './preview.ts'
import { type Filling, type Reader, seatBar, seatBox } from './seat.ts'

export type EventPage = Answer<'events', 'getEvent'>['event']
export type Rsvp = NonNullable<EventPage['currentUserRsvp']> & { waitlistPosition?: number | undefined }

const notice = ({ status }: EventPage): Html | string => {
  if (status === 'cancelled') return html`<p class="tell bad" role="status">This event is cancelled.</p>`
  if (status === 'pending')
    return html`<p class="tell warn" role="status">This event is waiting for approval.</p>`
  if (status === 'rejected') return html`<p class="tell bad" role="status">This event was not approved.</p>`
  if (status === 'draft')
    return html`<p class="tell" role="status">This is a draft. Only its organizers see it.</p>`
  return ''
}

const helpers = ({ collaboratorOrgs }: EventPage): Html | string => {
  const active = collaboratorOrgs.filter(({ status }) => status === 'active')
  if (active.length === 0) return ''
  return html` with ${active.map(({ orgId }, at) => html`${at > 0 ? ', ' : ''}<bdi>${orgId.name}</bdi>`)}`
}

/** The texts that planners set, without empty ones. */
const textsOf = (event: EventPage) =>
  namesOf(textFields).flatMap((name) => {
    const { control, label } = textFields[name]
    const value = event[name]?.trim()
    return value ? [{ control, label, value }] : []
  })

/** Single lines and links. */
const textFactsOf = (event: EventPage): FactOf[] =>
  textsOf(event).flatMap(({ control, label, value }): FactOf[] => {
    if (control === 'line') return [['note', label, html`<bdi>${value}</bdi>`]]
    if (control !== 'link' || !/^https?:\/\//.test(value)) return []
    return [['link', label, html`<a href="${value}" rel="noopener nofollow ugc">${new URL(value).host}</a>`]]
  })

/** Texts of several lines. */
const textSections = (event: EventPage): Html[] =>
  textsOf(event)
    .filter(({ control }) => control === 'lines')
    .map(
      ({ label, value }) =>
        html`<section class="stack"><h2>${label === 'Description' ? 'About' : label}</h2>${userText(value)}</section>`,
    )

const ruleWords = {
  daily: ['day', 'days'],
  weekly: ['week', 'weeks'],
  biweekly: ['two weeks', 'periods of two weeks'],
  monthly: ['month', 'months'],
} as const

const ruleText = ({ frequency, interval }: NonNullable<PlannedEvent['recurrence']>): string =>
  interval > 1
    ? `Repeats every ${interval} ${ruleWords[frequency][1]}`
    : `Repeats every ${ruleWords[frequency][0]}`

/** How often an event repeats, and the next dates. */
const seriesFacts = ({ recurrence, series, timezone }: EventPage): FactOf[] => {
  if (!series) return []
  const rule = recurrence
    ? ruleText(recurrence as NonNullable<PlannedEvent['recurrence']>)
    : 'Part of a series'
  const dates = series.next.map(
    ({ _id, start_time }, at) =>
      html`${at > 0 ? '; ' : ''}<a href="/event/${_id}">${dayWords(start_time, timezone)}</a>`,
  )
  return [['calendar', 'Series', html`${rule}${dates.length > 0 ? html`; next dates: ${dates}` : ''}`]]
}

const factsOf = (event: EventPage): Html =>
  facts([
    ['clock', 'When', spanOf(event.start_time, event.end_time, event.timezone)],
    ...seriesFacts(event),
    ...(event.location ? [['place', 'Where', html`<bdi>${event.location}</bdi>`] as const] : []),
    [
      'host',
      'Host',
      html`${event.hostingType === 'Org' ? html`<a href="/org/${event.hostingId._id}"><bdi>${event.host.name}</bdi></a>` : html`<bdi>${event.host.name}</bdi>`}${helpers(event)}`,
    ],
    ...textFactsOf(event),
    ['calendar', 'Calendar', html`<a href="/events/${event._id}/calendar.ics">Add to your calendar</a>`],
  ])

const agenda = ({ eventAgenda, timezone }: EventPage): Html | string => {
  if (eventAgenda === null || eventAgenda.items.length === 0) return ''
  return html`<section class="stack"><h2>Agenda</h2><ol class="agenda">${eventAgenda.items.map(
    (item) =>
      html`<li class="stack-s"><h3><bdi>${item.title}</bdi></h3><p class="soft"><time datetime="${item.startTime}">${clockWords(item.startTime, timezone)}</time> to <time datetime="${item.endTime}">${clockWords(item.endTime, timezone)}</time>${item.location ? html` &middot; <bdi>${item.location}</bdi>` : ''}</p>${item.description ? userText(item.description) : ''}</li>`,
  )}</ol></section>`
}

const people = (event: EventPage): Html | string => {
  const named = [
    ...event.attendees.map(({ user }) => ({ name: user.name, picture: user.picture })),
    ...event.globalAttendees.map(({ name, picture }) => ({ name, picture })),
  ]
  if (named.length === 0) return ''
  const others = event.registrationCount - named.length
  const all = html`<a href="/event/${event._id}?part=people#more">and ${plural(others, 'other')}</a>`
  return html`<section class="stack"><h2>Going</h2><ul class="people">${named.map(({ name, picture }) => html`<li>${face(name, picture)}<bdi>${name}</bdi></li>`)}</ul>${others > 0 ? html`<p>${all}</p>` : ''}</section>`
}

const managing = ({ _id, canManageEvent, registrationCount, checkedInCount }: EventPage): Html | string =>
  canManageEvent
    ? html`<p class="tell manage"><strong>You organize this event</strong> <span class="num">${plural(registrationCount, 'registration')}, ${checkedInCount ?? 0} checked in</span><a href="/event/${_id}/dashboard">Manage event</a></p>`
    : ''

type EventView = {
  readonly done?: string | undefined
  readonly open?: OpenPart
  readonly status?: number
}

/** The page of an event, with what its reader can do about a seat. */
export const eventPage = (
  context: PageContext,
  event: EventPage,
  rsvp: Rsvp | undefined,
  filling: Filling = {},
  { done, open, status }: EventView = {},
) => {
  const reader: Reader = { isIn: isSignedIn(context), now: context.now(), filling, context }
  const { _id, type, image, hostingId } = event
  const picture = cover({ id: _id, type, host: hostingId._id, picture: image, eager: true })
  const body = html`<div class="stack">${notice(event)}${managing(event)}
<div class="two hero"><header class="stack">${picture}<div class="tags">${typeTag(type)}${event.tags.slice(0, 6).map((tag) => html`<span class="tag"><bdi>${tag}</bdi></span>`)}</div><h1><bdi>${event.name}</bdi></h1>${factsOf(event)}</header>
<aside>${seatBox(event, rsvp, reader)}</aside>
<div class="rest stack-l">${textSections(event)}${agenda(event)}${people(event)}${moreLinks(event, rsvp, open)}</div></div></div>`
  return pageOf(context, {
    title: event.name,
    about: summaryOf(event),
    head: linkPreview(event, context),
    body: eventData(event, body),
    action: seatBar(event, rsvp, reader),
    place: 'events',
    done,
    refusal: filling.refusal,
    ...(status === undefined ? {} : { status }),
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
  return { event, rsvp: { ...own, ...(mine.ok ? mine.value.rsvp : undefined) } }
}

/** Counts a view a person and day. The page does not depend on it. */
const countView = async (id: string, context: PageContext): Promise<void> => {
  const view = { id, once: 'day' as const }
  await (pageScope(context).request.carriesSession
    ? call(context, 'analytics', 'trackEventView', view)
    : call(context, 'analytics', 'trackAnonymousView', view)
  ).catch(() => undefined)
}

export const showEvent = async (query: PageInput<'showEvent'>, context: PageContext) => {
  const { eventId, done } = query
  const [found] = await Promise.all([findEvent(eventId, context), countView(eventId, context)])
  if ('refusal' in found) return refusedPage(context, found.refusal)
  const open = await openPart(found.event, query, context)
  if (open !== undefined && 'refusal' in open) return refusedPage(context, open.refusal)
  return eventPage(context, found.event, found.rsvp, {}, { done, ...(open ? { open } : {}) })
}
