import { t } from '../locale.ts'
import { type CoverOf, cover, logo, typeTag } from './cover.ts'
import { clockWords, dayWords, momentWords } from './dates.ts'
import { type Html, html } from './html.ts'

/** The fields of an event that a card shows; `EventView` has them. */
export type CardEvent = {
  readonly _id: string
  readonly name: string
  readonly type: string
  readonly image?: string | undefined
  readonly start_time: string
  readonly timezone: string
  readonly location?: string | undefined
  readonly host: { readonly name: string }
  readonly hostingId: { readonly _id: string }
  readonly maxAttendees: number | null
  readonly seatsTaken: number
  readonly status: string
  readonly waitlistEnabled: boolean
  readonly registrationEnabled: boolean
}

export type CardLook = {
  /** The heading level of the name. Default: h2. */
  readonly level?: 'h2' | 'h3'
  /** The address that the card leads to. Default: the event page. */
  readonly to?: string
  /** Below the facts, such as a tag or a button. */
  readonly more?: Html | string
  /** The list already says the day. */
  readonly hasDay?: boolean
  /** Beside the picture instead of above. */
  readonly wide?: boolean
  /** Shown first on the page. */
  readonly eager?: boolean
  /** The tag of the reader's own seat: how many seats are left does not matter to them. */
  readonly own?: Html | undefined
}

const heading = (level: 'h2' | 'h3', inside: Html): Html =>
  level === 'h2' ? html`<h2>${inside}</h2>` : html`<h3>${inside}</h3>`

/** What a list says about the seats: few left, full, waitlist open, cancelled. */
export const seatsTag = (
  event: Pick<
    CardEvent,
    'status' | 'maxAttendees' | 'registrationEnabled' | 'seatsTaken' | 'waitlistEnabled'
  >,
): Html | string => {
  if (event.status === 'cancelled') return html`<span class="tag bad">${t('Cancelled')}</span>`
  if (event.maxAttendees === null || !event.registrationEnabled) return ''
  const free = event.maxAttendees - event.seatsTaken
  if (free > 10) return ''
  if (free > 0)
    return html`<span class="tag warn">${t('{count, plural, one {# seat} other {# seats}} left', { count: free })}</span>`
  return html`<span class="tag bad">${event.waitlistEnabled ? t('Waitlist open') : t('Full')}</span>`
}

export const coverOf = (event: CardEvent, eager = false): CoverOf => ({
  id: event._id,
  type: event.type,
  host: event.hostingId._id,
  picture: event.image,
  eager,
})

/** An event with its cover of 16:9, for a `<ul class="cards">`. */
export const eventCard = (event: CardEvent, look: CardLook = {}): Html => {
  const {
    level = 'h2',
    to = `/event/${event._id}`,
    more = '',
    hasDay = false,
    wide = false,
    eager,
    own,
  } = look
  const { start_time: start, timezone } = event
  const time = hasDay
    ? html`<time datetime="${start}"><span class="vh">${dayWords(start, timezone)}, </span>${clockWords(start, timezone)}</time>`
    : html`<time datetime="${start}">${momentWords(start, timezone)}</time>`
  return html`<li class="tile${wide ? ' wide' : ''}">${cover(coverOf(event, eager))}<div class="tile-text"><p class="when">${time}</p>${heading(level, html`<a href="${to}"><bdi>${event.name}</bdi></a>`)}<p class="soft clip">${event.location ? html`<bdi>${event.location}</bdi> &middot; ` : ''}<bdi>${event.host.name}</bdi></p><p class="tags">${typeTag(event.type)}${event.status === 'cancelled' ? seatsTag(event) : (own ?? seatsTag(event))}</p>${more}</div></li>`
}

/** Cards beside each other. */
export const cardGrid = (cards: readonly Html[], css = ''): Html =>
  html`<ul class="cards ${css}">${cards}</ul>`

export type CardClub = {
  readonly _id: string
  readonly org_name: string
  readonly org_description?: string | undefined
  readonly org_profile_image?: string | null | undefined
  readonly memberCount?: number | undefined
}

/** A club with its logo of 64 pixels, for a `<ul class="cards clubs">`. */
export const clubCard = (
  club: CardClub,
  { level = 'h2', to = `/org/${club._id}`, more = '' }: Pick<CardLook, 'level' | 'to' | 'more'> = {},
): Html =>
  html`<li class="tile club">${logo({ id: club._id, name: club.org_name, picture: club.org_profile_image })}<div class="tile-text">${heading(level, html`<a href="${to}"><bdi>${club.org_name}</bdi></a>`)}${club.org_description ? html`<p class="soft clip2" dir="auto">${club.org_description.slice(0, 140)}</p>` : ''}${club.memberCount === undefined ? '' : html`<p class="soft num">${t('{count, plural, one {# member} other {# members}}', { count: club.memberCount })}</p>`}${more}</div></li>`
