import {
  type Answer,
  type CallResult,
  call,
  isSignedIn,
  type PageContext,
  type PageInput,
  pageScope,
} from '../call.ts'
import { typesWith } from '../event-form/fields.ts'
import { cardGrid, eventCard } from '../layout/card.ts'
import { typeWords } from '../layout/cover.ts'
import { dayWords, wallOf } from '../layout/dates.ts'
import type { Choice } from '../layout/forms.ts'
import { empty, type Html, html, nextPageLink, pageOf, raw, refusedPage } from '../layout/page.ts'
import { sentenceCase, t } from '../locale.ts'
import { type OwnTags, ownTags } from '../mine/own-seats.ts'
import { monthGrid, monthIn } from './month.ts'

type PageQuery = PageInput<'showEvents'>
type Club = { readonly _id: string; readonly org_name: string }

const path = '/events'
const perPage = '24'
const perMonthPage = '100'
/** A list of matches ends with the page that fills it so far, so that no page gets too large. */
const enoughMatches = 13
/** Pages that one list or month of events reads. */
const maxReads = 8
/** Clubs that one filter may name. */
const maxClubs = 20

const isDay = (text: string | undefined): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '')

const filterOf = (type: string | undefined, clubs: readonly string[]): string | undefined => {
  const filter = {
    ...(type ? { type: { $eq: type } } : {}),
    ...(clubs.length > 0 ? { hostingId: clubs.length === 1 ? { $eq: clubs[0] } : { $in: clubs } } : {}),
  }
  return Object.keys(filter).length > 0 ? JSON.stringify(filter) : undefined
}

/** The first and the last day of a list: one day, or a range. A missing or reversed end of a range is mended. */
const daysIn = ({ day, from, to }: PageQuery): readonly [first: string, last: string] | undefined => {
  if (isDay(day)) return [day, day]
  const [first, last = first] = [from, to].filter(isDay).sort()
  return first === undefined || last === undefined ? undefined : [first, last]
}

const isRange = (query: PageQuery): boolean => daysIn(query) !== undefined && !isDay(query.day)

/** An address with another day or month leaves a range of days. */
const addressOf = (
  query: PageQuery,
  changes: Partial<Record<'view' | 'month' | 'day' | 'from' | 'to', string | undefined>> = {
    from: query.from,
    to: query.to,
  },
): string => {
  const { search, type, club, day } = { ...query, ...changes }
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries({ search, type, club, day }))
    if (value) parameters.set(name, value)
  for (const [name, value] of Object.entries(changes)) if (value) parameters.set(name, value)
  return parameters.size > 0 ? `${path}?${parameters}` : path
}

const options = (now: string | undefined, choices: readonly Choice[]): Html =>
  html`${choices.map(([value, text]) => html`<option value="${value}"${(now ?? '') === value ? raw(' selected') : ''}>${text}</option>`)}`

const picker = (name: string, label: string, choices: Html): Html =>
  html`<label class="vh" for="filter-${name}">${label}</label><select id="filter-${name}" name="${name}">${choices}</select>`

/** All clubs, or one of the reader's; `others` are named in the address. */
const clubPicker = (now: string | undefined, own: readonly Choice[], others: readonly Choice[]): Html => {
  const mine = own.length > 0 ? html`<optgroup label="${t('My clubs')}">${options(now, own)}</optgroup>` : ''
  return picker('club', t('Club'), html`${options(now, [['', t('All clubs')], ...others])}${mine}`)
}

/** A day, or the first and the last one where the address has a range. Emptying the fields removes it. */
const dayFields = (query: PageQuery): Html => {
  const dayField = (name: 'day' | 'from' | 'to', css: string, label: string): Html => {
    const value = query[name]
    return html`<label class="${css}" for="${name}">${label}</label><input id="${name}" name="${name}" type="date" value="${isDay(value) ? value : ''}">`
  }
  return isRange(query)
    ? html`<span class="row">${dayField('from', '', t('From'))}</span><span class="row">${dayField('to', '', t('Until'))}</span>`
    : dayField('day', 'vh', t('Day'))
}

const finder = (query: PageQuery, clubs: readonly Club[], signedIn: boolean): Html => {
  const { search = '', type, club } = query
  const types: Choice[] = [
    ['', t('All types')],
    ...typesWith(type).map((name): Choice => [name, typeWords(name)]),
  ]
  const own = clubs.map(({ _id, org_name }): Choice => [_id, org_name])
  const others: Choice[] = club && !clubs.some(({ _id }) => _id === club) ? [[club, t('This club')]] : []
  return html`<form class="filters" role="search" action="${path}"><label class="vh" for="search">${t('Search events')}</label><input id="search" name="search" type="search" value="${search}" placeholder="${t('Search events')}" maxlength="100" autocomplete="off" dir="auto">${picker('type', t('Type'), options(type, types))}${own.length + others.length > 0 ? clubPicker(club, own, others) : ''}${signedIn ? dayFields(query) : ''}<button class="btn plain small">${t('Search')}</button></form>`
}

const views = (query: PageQuery, here: string): Html => {
  const all = [
    ['', t('List')],
    ['month', t('Month')],
    ['for-you', t('For you')],
  ] as const
  return html`<nav class="tabs" aria-label="${t('Events')}">${all.map(([view, text]) => html`<a href="${view === 'for-you' ? `${path}?view=${view}` : addressOf(query, { view, day: '' })}"${view === here ? raw(' aria-current="page"') : ''}>${text}</a>`)}</nav>`
}

const nothing = (): Html =>
  empty(t('No events found'), t('Try another word, type or day.'), {
    href: path,
    text: t('Show all events'),
  })

type Named = {
  readonly name: string
  readonly location?: string | undefined
  readonly host: { readonly name: string }
}

/** The events of a day or month that contain the words: only upcoming events are searched by the operation. */
const containing = <E extends Named>(events: readonly E[], search: string): readonly E[] => {
  const words = search.trim().toLocaleLowerCase()
  return words === ''
    ? events
    : events.filter(({ name, location = '', host }) =>
        [name, location, host.name].some((text) => text.toLocaleLowerCase().includes(words)),
      )
}

const daysHeading = ([first, last]: readonly [string, string]): string => {
  const words = (day: string) => dayWords(`${day}T12:00:00.000Z`, 'UTC')
  const start = words(first)
  return sentenceCase(first === last ? start : t('{start} to {end}', { start, end: words(last) }))
}

type Listing = Answer<'events', 'listEventsBetween'>
type EventsFrom = (cursor: string | undefined) => Promise<CallResult<Listing>>

/** Reads pages until there are enough events or no more; the cursor leads to what was not read. */
const readOn = async (
  read: EventsFrom,
  first: string | undefined,
  { search = '', enough }: { readonly search?: string | undefined; readonly enough: number },
) => {
  const events: Listing['events'] = []
  let cursor = first
  for (let reads = 0; reads < maxReads; reads += 1) {
    const found = await read(cursor)
    if (!found.ok) return found
    events.push(...containing(found.value.events, search))
    cursor = found.value.nextCursor
    if (cursor === undefined || events.length >= enough) break
  }
  return { events, nextCursor: cursor }
}

/** Upcoming events by words, type and club, or the events of one day or a range. */
const list = async (query: PageQuery, context: PageContext, own: OwnTags) => {
  const { search = '', type, club, cursor } = query
  const filter = filterOf(type, club ? [club] : [])
  const days = daysIn(query)
  const read: EventsFrom = days
    ? (from) =>
        call(context, 'events', 'listEventsBetween', {
          start: days[0],
          end: days[1],
          limit: perPage,
          filter,
          cursor: from,
        })
    : (from) =>
        call(context, 'events', 'listFutureEvents', {
          limit: perPage,
          search: search.trim() || undefined,
          filter,
          cursor: from,
        })
  // The operation has searched upcoming events by itself.
  const found = await readOn(read, cursor, { search: days ? search : '', enough: enoughMatches })
  if ('refusal' in found) return found
  const { events, nextCursor } = found
  const heading = days
    ? html`<h2>${daysHeading(days)}</h2>`
    : html`<h2 class="vh">${t('Upcoming events')}</h2>`
  return html`${heading}${
    events.length === 0
      ? nothing()
      : cardGrid(
          events.map((event) => eventCard(event, { level: 'h3', own: own(event) })),
          'compact',
        )
  }${nextPageLink(addressOf(query), nextCursor, t('More events'))}`
}

/** The events of a month, day by day. */
const month = async (query: PageQuery, context: PageContext, own: OwnTags) => {
  const { type, club, cursor, search } = query
  const zone = pageScope(context).visit.timezone
  const today = wallOf(context.now().toISOString(), zone).slice(0, 10)
  const shown = monthIn(query.month, today)
  const read: EventsFrom = (from) =>
    call(context, 'events', 'listEventsOfMonth', {
      month: String(shown.month),
      year: String(shown.year),
      limit: perMonthPage,
      filter: filterOf(type, club ? [club] : []),
      cursor: from,
    })
  // A day of the grid names a few events and counts the others, so a month is read as a whole.
  const found = await readOn(read, cursor, { search, enough: Number.POSITIVE_INFINITY })
  if ('refusal' in found) return found
  const { events, nextCursor } = found
  const here = (name: string) => addressOf(query, { view: 'month', month: name, day: '' })
  return html`${monthGrid(shown, events, { today, zone, here, own, day: (name) => addressOf(query, { day: name }) })}${nextPageLink(here(shown.name), nextCursor, t('Further events of this month'))}`
}

const noClubEvents = (): Html =>
  empty(t('No events from your clubs'), t('Events of clubs that you belong to appear here.'), {
    href: '/clubs',
    text: t('Find clubs'),
  })

/** Events of the reader's clubs, then events that fit their interests. */
const forYou = async (clubs: readonly Club[], context: PageContext, own: OwnTags) => {
  const ids = clubs.slice(0, maxClubs).map(({ _id }) => _id)
  const [recommended, upcoming] = await Promise.all([
    call(context, 'events', 'recommendEvents', { limit: '12' }),
    ids.length === 0
      ? undefined
      : call(context, 'events', 'listFutureEvents', { limit: perPage, filter: filterOf(undefined, ids) }),
  ])
  if (!recommended.ok) return recommended
  const fromClubs = upcoming?.ok ? upcoming.value.events : []
  const known = new Set(fromClubs.map(({ _id }) => _id))
  const others = recommended.value.events
    .filter(({ _id }) => !known.has(_id))
    .sort((a, b) => Date.parse(a.start_time) - Date.parse(b.start_time))
  const cards = (events: typeof others) =>
    cardGrid(
      events.map((event) => eventCard(event, { level: 'h3', own: own(event) })),
      'compact',
    )
  const ofClubs = fromClubs.length === 0 ? noClubEvents() : cards(fromClubs)
  const more =
    others.length === 0
      ? ''
      : html`<section class="stack"><h2>${t('You may also like')}</h2>${cards(others)}</section>`
  return html`<section class="stack"><h2>${t('From your clubs')}</h2>${ofClubs}</section>${more}`
}

/** The event finder: by words, type, club and day, as a list or a month, and for the reader. */
export const showEvents = async (query: PageQuery, context: PageContext) => {
  const signed = pageScope(context).request.carriesSession
  const [reader, own] = await Promise.all([
    signed ? call(context, 'auth', 'validateToken', {}) : undefined,
    ownTags(context),
  ])
  const clubs = (reader?.ok && reader.value.user?.clubAssociations) || []
  const view = query.view === 'month' || query.view === 'for-you' ? query.view : ''
  const shown = await (view === 'month'
    ? month(query, context, own)
    : view === 'for-you'
      ? forYou(clubs, context, own)
      : list(query, context, own))
  if ('refusal' in shown) return refusedPage(context, shown.refusal)
  const body = html`<div class="stack"><h1>${t('Events')}</h1>${finder(query, clubs, isSignedIn(context))}${isSignedIn(context) ? views(query, view) : ''}${shown}</div>`
  return pageOf(context, { title: t('Events'), body, place: 'events', done: query.done })
}
