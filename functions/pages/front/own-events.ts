import { moment } from '../layout/dates.ts'
import { type Html, html } from '../layout/page.ts'
import { t } from '../locale.ts'
import type { Going } from '../mine/own-seats.ts'
import { seatTag } from '../mine/seat-tag.ts'

/** Events that are shown. */
export const ownEventsShown = 3

const item = (event: Going): Html =>
  html`<li><div class="stack-s"><h3><a href="/event/${event._id}"><bdi>${event.name}</bdi></a></h3><p>${moment(event.start_time, event.timezone)}${event.location ? html` &middot; <bdi>${event.location}</bdi>` : ''}</p></div><div class="row">${seatTag(event)}</div></li>`

/** The next events that the reader attends or waits for; empty for readers without any. */
export const ownEvents = (events: readonly Going[]): Html | string => {
  const next = events.filter(({ status }) => status !== 'cancelled').slice(0, ownEventsShown)
  return next.length === 0
    ? ''
    : html`<section class="stack"><div class="row between"><h2>${t('Your next events')}</h2><a href="/my-events">${t('All my events')}</a></div><ul class="list">${next.map(item)}</ul></section>`
}
