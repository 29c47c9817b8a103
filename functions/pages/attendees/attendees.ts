import { dayMs } from '../../../lib/contract/time.ts'
import {
  type Answer,
  call,
  notFoundRefusal,
  type PageContext,
  type PageInput,
  type Refusal,
} from '../call.ts'
import type { EventPage } from '../event/event.ts'
import { numberWords, spanOf } from '../layout/dates.ts'
import { type Filled, nothingFilled, refusedForm } from '../layout/forms.ts'
import { guardedLink, type Html, html, menu, menuLink, pageOf, raw, refusedPage } from '../layout/page.ts'
import { questionNames } from '../layout/questions.ts'
import { msg, t } from '../locale.ts'
import { eventTabs, managePlace, offersMessages } from '../manage-event/parts.ts'

export type PageQuery = PageInput<'showAttendees'>

/** The event of the page, with the organization in whose name the reader manages it. */
export type Managed = { readonly event: EventPage; readonly orgId: string; readonly path: string }

export type Part = Html | { readonly refusal: Refusal }
export type PartOf = (
  managed: Managed,
  query: PageQuery,
  filled: Filled,
  context: PageContext,
) => Promise<Part>

const parts = {
  people: [msg('Registrations'), async () => (await import('./people.ts')).peoplePart],
  waitlist: [msg('Waitlist'), async () => (await import('./waitlist.ts')).waitlistPart],
  answers: [msg('Answers'), async () => (await import('./answers.ts')).answersPart],
  feedback: [msg('Feedback'), async () => (await import('./feedback.ts')).feedbackPart],
} as const satisfies Record<string, readonly [text: string, load: () => Promise<PartOf>]>

const isPart = (name: string | undefined): name is keyof typeof parts =>
  name !== undefined && Object.hasOwn(parts, name)

/** The event, for people who manage it in the name of an organization. */
const findManaged = async (
  eventId: string,
  context: PageContext,
): Promise<Managed | { readonly refusal: Refusal }> => {
  const [found, listed] = await Promise.all([
    call(context, 'events', 'getEvent', { event_id: eventId }),
    // Refuses people who may not read the list at all.
    call(context, 'checkins', 'listCheckedIn', { eventId, checkedIn: 'all', limit: '1' }),
  ])
  if (!found.ok) return { refusal: found.refusal }
  if (!listed.ok) return { refusal: listed.refusal }
  const { event } = found.value
  // Helpers read the list at the check-in desk only.
  if (!event.canManageEvent) return { refusal: notFoundRefusal }
  return { event, orgId: event.manageableOrgId ?? '', path: `/event/${eventId}/attendees` }
}

const exporting = (context: PageContext, { event, orgId, path }: Managed): Html => {
  const href = `/org-event-management/${orgId}/events/${event._id}/attendees/export?format=csv`
  const guarded = guardedLink(context, { consequence: 'export', href, page: path })
  return guarded === href
    ? html`<a href="${href}" download>${t('Export attendees (CSV)')}</a>`
    : menuLink(guarded, t('Confirm your identity to export attendees (CSV)'))
}

const toolbar = (context: PageContext, managed: Managed): Html | string => {
  const { event, orgId } = managed
  if (orgId === '') return ''
  return html`<div class="row">${offersMessages(event) ? html`<a class="btn plain small" href="/event/${event._id}/dashboard?part=messages">${t('Message attendees')}</a>` : ''}${event.checkInEnabled && Date.parse(event.start_time) <= context.now().getTime() + dayMs ? html`<a class="btn plain small" href="/event/${event._id}/door">${t('Check-in desk')}</a>` : ''}${menu([exporting(context, managed)], t('More actions for attendees'))}</div>`
}

const seats = ({ seatsTaken, maxAttendees }: EventPage): Html | string =>
  maxAttendees === null
    ? ''
    : html`<p class="num">${t('{taken, number} of {seats, plural, one {# seat} other {# seats}} taken', {
        taken: seatsTaken,
        seats: maxAttendees,
      })}</p>`

/** The parts of the page with their counts. An event without a capacity has no waitlist. */
const partLinks = ({ event, path }: Managed, current: string): Html => {
  const { maxAttendees, waitlistCount, registrationCount } = event
  const numbers: Readonly<Record<string, number>> = { people: registrationCount, waitlist: waitlistCount }
  const listed = Object.entries(parts).filter(
    ([name]) => name !== 'waitlist' || maxAttendees !== null || waitlistCount > 0 || current === name,
  )
  return html`<nav class="chips" aria-label="${t('Attendees')}">${listed.map(
    ([name, [text]]) =>
      html`<a href="${path}?part=${name}"${name === current ? raw(' aria-current="page"') : ''}>${t(text)}${name in numbers ? html` <span class="num">${numberWords(numbers[name] ?? 0)}</span>` : ''}</a>`,
  )}</nav>`
}

/** Longer names of people are cut in an address. */
export const longestName = 100

const messageAbout = (done: string, { name, status }: CheckInPerson, path: string): Html => {
  const named = { name: html`<bdi>${name}</bdi>` }
  if (done === 'promoted')
    return html`<div class="tell good" role="status"><p>${t('{name} has a seat now.', named)}</p></div>`
  const [text, href] =
    status === 'waitlisted'
      ? [t('{name} is already on the waitlist.', named), `${path}?part=waitlist`]
      : [
          t('{name} is already registered.', named),
          `${path}?${new URLSearchParams({ part: 'people', search: name.slice(0, longestName) })}`,
        ]
  return html`<div class="tell warn" role="status"><p>${text} ${t('Nothing was changed.')} <a href="${href}">${t('Show registration')}</a></p></div>`
}

/**
 * Who was given a seat, or is registered already. An address names them by id and name, and only a name that the list
 * confirms is shown.
 */
const personMessage = async (
  { eventId, done, person, name = '' }: PageQuery,
  context: PageContext,
): Promise<Html | undefined> => {
  if (person === undefined || (done !== 'promoted' && done !== 'attendee-there')) return undefined
  const status = done === 'promoted' ? 'attending' : undefined
  const search = { eventId, checkedIn: 'all', status, q: name, limit: '10' } as const
  const found = await call(context, 'checkins', 'listCheckedIn', search)
  const named = found.ok ? found.value.attendees.find(({ personId }) => personId === person) : undefined
  return named && messageAbout(done, named, `/event/${eventId}/attendees`)
}

/** The people of an event, its waitlist and their answers, for people who manage it. */
export const attendeesPage = async (query: PageQuery, filled: Filled, context: PageContext) => {
  const managed = await findManaged(query.eventId, context)
  if ('refusal' in managed) return refusedPage(context, managed.refusal)
  const { event, orgId } = managed
  const part = isPart(query.part) && orgId !== '' ? query.part : 'people'
  const partOf: PartOf = await parts[part][1]()
  const shown = await partOf(managed, query, filled, context)
  if ('refusal' in shown) return refusedPage(context, shown.refusal)
  const message = await personMessage(query, context)
  const body = html`${message ?? ''}<div class="stack"><header class="stack-s"><h1 class="clip2"><bdi>${event.name}</bdi></h1><p class="soft">${event.undated ? t('No time yet') : spanOf(event.start_time, event.end_time, event.timezone)}</p>${seats(event)}</header>${event.canManageEvent ? eventTabs(managed, 'attendees') : ''}${toolbar(context, managed)}${orgId === '' ? '' : partLinks(managed, part)}${refusedForm(filled, questionNames(event.registrationForm?.questions ?? []))}${shown}</div>`
  const { refusal } = filled
  return pageOf(context, {
    title: t('Attendees of {name}', { name: event.name }),
    body,
    place: managePlace(orgId),
    done: message ? undefined : query.done,
    refusal,
    // With the form that adds a person.
    isKept: Boolean(query.find),
  })
}

export const showAttendees = (query: PageQuery, context: PageContext) =>
  attendeesPage(query, nothingFilled, context)

export type CheckInPerson = Answer<'checkins', 'listCheckedIn'>['attendees'][number]
