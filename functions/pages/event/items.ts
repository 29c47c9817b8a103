import type { EventView } from '../../events/contract.ts'
import { clockWords, dayTile, dayWords } from '../layout/dates.ts'
import { type Html, html, plural } from '../layout/page.ts'

type Listed = Pick<
  EventView,
  | '_id'
  | 'name'
  | 'start_time'
  | 'timezone'
  | 'location'
  | 'host'
  | 'maxAttendees'
  | 'seatsTaken'
  | 'status'
  | 'waitlistEnabled'
  | 'registrationEnabled'
>

/** What a glance at a list should tell of the seats. */
const seatsTag = (event: Listed): Html | string => {
  if (event.status === 'cancelled') return html`<span class="tag bad">Cancelled</span>`
  if (event.maxAttendees === null || !event.registrationEnabled) return ''
  const free = event.maxAttendees - event.seatsTaken
  if (free > 10) return ''
  if (free > 0) return html`<span class="tag warn">${plural(free, 'seat')} left</span>`
  return html`<span class="tag bad">${event.waitlistEnabled ? 'Full, with a line' : 'Full'}</span>`
}

const heading = (below: 'h1' | 'h2', inside: Html): Html =>
  below === 'h1' ? html`<h2>${inside}</h2>` : html`<h3>${inside}</h3>`

/** One event of a list; `below` is the heading that the list stands under, `to` where it leads. */
export const eventItem = (
  event: Listed,
  more: Html | string = '',
  below: 'h1' | 'h2' = 'h1',
  to = `/event/${event._id}`,
): Html =>
  html`<li class="item">${dayTile(event.start_time, event.timezone)}<div class="stack-s">${heading(below, html`<a href="${to}"><bdi>${event.name}</bdi></a>`)}<p><time datetime="${event.start_time}"><span class="vh">${dayWords(event.start_time, event.timezone)}, </span>${clockWords(event.start_time, event.timezone)}</time>${event.location ? html` &middot; <bdi>${event.location}</bdi>` : ''}</p><p><bdi>${event.host.name}</bdi></p>${more}${seatsTag(event)}</div></li>`

export const eventItems = (events: readonly Listed[], below: 'h1' | 'h2' = 'h1'): Html =>
  html`<ul class="grid">${events.map((event) => eventItem(event, '', below))}</ul>`
