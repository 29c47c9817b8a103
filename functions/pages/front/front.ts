import { dayMs } from '../../../lib/contract/time.ts'
import type { EventView } from '../../events/contract.ts'
import { type Answer, call, isSignedIn, type PageContext, pageScope, refusalOf } from '../call.ts'
import { typesWith } from '../event-form/fields.ts'
import {
  cardGrid,
  clubCard,
  countsNote,
  empty,
  eventCard,
  type Html,
  html,
  icon,
  pageOf,
  raw,
  refusedPage,
  searchForm,
  typeWords,
  userText,
} from '../layout/page.ts'
import { t } from '../locale.ts'
import { nextEvents, type OwnTags, ownTagsOf } from '../mine/own-seats.ts'
import { eventsByDay } from './days.ts'
import { ownEvents, ownEventsShown } from './own-events.ts'
import { schoolsPage } from './schools.ts'

type Query = Partial<Record<'search' | 'type' | 'cursor' | 'done', string | undefined>>
type Club = Answer<'organizations', 'listOrganizations'>['orgs'][number]

const perPage = '24'
const clubsShown = '6'
const weekMs = 7 * dayMs
/** With fewer events, highlights would repeat the list below them. */
const fewestForHighlights = 6
const highlightsShown = 3

const nothing = (search: string, type: string): Html => {
  const all = { href: '/', text: t('Show all events') }
  if (search !== '')
    return empty(
      t('No events match \u201c{search}\u201d', { search }),
      t('Try another word, or the beginning of one.'),
      all,
    )
  if (type !== '')
    return empty(
      t('No upcoming events of type \u201c{type}\u201d', { type: t(type) }),
      t('Look at all events instead.'),
      all,
    )
  return empty(t('No upcoming events yet'), t('Published events appear here.'))
}

const chip = (href: string, text: string, isCurrent: boolean): Html =>
  html`<a href="${href}"${isCurrent ? raw(' aria-current="page"') : ''}><bdi>${text}</bdi></a>`

/** Filters by type: the same ones before and after one was chosen. */
const typeFilter = (type: string): Html => {
  const all = typesWith()
  const chipOf = (name: string): Html =>
    chip(`/?${new URLSearchParams({ type: name }).toString()}`, typeWords(name), name === type)
  return html`<nav class="chips" aria-label="${t('Event types')}" tabindex="0">${chip('/', t('All'), type === '')}${all.map(chipOf)}</nav>`
}

/** The most popular event of each of a few hosts, soonest first. */
const highlightsOf = (events: readonly EventView[]): EventView[] => {
  const open = events.filter(({ status }) => status !== 'cancelled')
  if (open.length < fewestForHighlights) return []
  const popular = [...open].sort((a, b) => b.seatsTaken - a.seatsTaken)
  const ofHosts = popular.filter(
    ({ hostingId }, at) => popular.findIndex((other) => other.hostingId._id === hostingId._id) === at,
  )
  const chosen = new Set(ofHosts.slice(0, highlightsShown))
  return chosen.size < highlightsShown ? [] : open.filter((event) => chosen.has(event))
}

const section = (title: string, inside: Html, more: Html | string = ''): Html =>
  html`<section class="stack"><div class="row between"><h2>${title}</h2>${more}</div>${inside}</section>`

const clubsSection = (clubs: readonly Club[], context: PageContext): Html | string =>
  clubs.length === 0
    ? ''
    : section(
        t('Clubs'),
        html`<ul class="cards clubs">${clubs.map((club) => clubCard(club, { level: 'h3' }))}</ul>`,
        html`${countsNote(context)}<a href="/clubs">${t('All clubs')}</a>`,
      )

const laterLink = (query: Query, cursor: string | undefined): Html | string => {
  if (cursor === undefined) return ''
  const { search = '', type = '' } = query
  const onward = new URLSearchParams({ ...(search ? { search } : {}), ...(type ? { type } : {}), cursor })
  return html`<p><a class="btn plain" href="/?${onward.toString()}">${t('Later events')}</a></p>`
}

const calendarLink = (): Html => html`<a href="/events">${t('All events')}</a>`

/** Highlights, then all events: this week by day, and the later ones. */
const program = (events: readonly EventView[], now: Date, own: OwnTags): Html => {
  const untilWeek = now.getTime() + weekMs
  const isSoon = ({ start_time }: EventView): boolean => Date.parse(start_time) < untilWeek
  const soon = events.filter(isSoon)
  const highlights = highlightsOf(events)
  const later = events.filter((event) => !isSoon(event))
  return html`${highlights.length === 0 ? '' : section(t('Highlights'), html`<ul class="highlights">${highlights.map((event) => eventCard(event, { level: 'h3', eager: true, own: own(event) }))}</ul>`)}${soon.length === 0 ? '' : section(t('This week'), eventsByDay(soon, now, own), calendarLink())}${
    later.length === 0
      ? ''
      : section(
          soon.length === 0 ? t('Coming up') : t('Later'),
          cardGrid(
            later.map((event) => eventCard(event, { level: 'h3', own: own(event) })),
            'compact',
          ),
          soon.length === 0 ? calendarLink() : '',
        )
  }`
}

const found = (events: readonly EventView[], own: OwnTags): Html =>
  cardGrid(
    events.map((event) => eventCard(event, { own: own(event) })),
    'compact',
  )

const clubsOf = async (isFirst: boolean, context: PageContext): Promise<readonly Club[]> => {
  if (!isFirst) return []
  const result = await call(context, 'organizations', 'listOrganizations', { limit: clubsShown })
  return result.ok ? result.value.orgs : []
}

type PageText = Pick<Answer<'stakeholders', 'getEventPageSettings'>, 'title' | 'description'>

/** Heading and introduction that the school has chosen for its front page; empty ones are its defaults. */
const textOf = async (isFirst: boolean, context: PageContext): Promise<PageText> => {
  const result = isFirst ? await call(context, 'stakeholders', 'getEventPageSettings', {}) : undefined
  return result?.ok ? result.value : { title: '', description: '' }
}

/** Upcoming events of a school, and its clubs; on the platform host the schools. */
export const showFrontPage = async (query: Query, context: PageContext) => {
  if (context.tenant.platform) return schoolsPage(context)
  const { cursor, done } = query
  const search = (query.search ?? '').trim()
  const type = (query.type ?? '').trim()
  const isFirst = search === '' && type === '' && cursor === undefined
  const [result, clubs, text, going] = await Promise.all([
    call(context, 'events', 'listFutureEvents', {
      limit: perPage,
      search: search || undefined,
      filter: type && !search ? JSON.stringify({ type: { $in: [type] } }) : undefined,
      cursor,
    }),
    clubsOf(isFirst, context),
    textOf(isFirst, context),
    nextEvents(context, ownEventsShown),
  ])
  if (!result.ok)
    return refusedPage(context, result.refusal.status === 400 ? refusalOf(404, {}) : result.refusal)
  const { events, nextCursor } = result.value
  const own = ownTagsOf(going)
  const heading = search ? t('Search results') : cursor ? t('Later events') : t('Upcoming events')
  const { school } = pageScope(context).visit
  const place =
    isFirst && school
      ? html`<p class="soft">${t('Events and clubs at {school}', { school: html`<bdi>${school.name}</bdi>` })}</p>`
      : ''
  const intro = text.description ? userText(text.description) : place
  const body = html`<div class="stack-l"><header class="stack"><div class="head"><div class="stack-s"><h1>${text.title ? html`<bdi>${text.title}</bdi>` : heading}</h1>${intro}</div><div class="head-find">${searchForm('/', t('Search events'), search)}</div></div>${typeFilter(type)}</header>
${isFirst ? ownEvents(going) : ''}${events.length === 0 ? nothing(search, type) : isFirst ? program(events, context.now(), own) : found(events, own)}${cursor === undefined ? '' : html`<p><a class="btn plain" href="/">${t('Back to upcoming events')}</a></p>`}${laterLink({ search, type }, nextCursor)}
${clubsSection(clubs, context)}
<p class="soft"><a class="with-icon" href="/calendar.ics">${icon('calendar')} ${t('Download the school calendar')}</a></p>${isSignedIn(context) ? html`<p class="soft"><a href="/my-events?schools=yes">${t('Events at other schools')}</a></p>` : ''}</div>`
  return pageOf(context, {
    title: search ? t('Search: {search}', { search }) : heading,
    body,
    place: 'events',
    done,
  })
}
