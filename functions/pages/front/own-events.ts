import { type Answer, call, type PageContext, pageScope } from '../call.ts'
import { moment } from '../layout/dates.ts'
import { type Html, html, seatsTag } from '../layout/page.ts'
import { t } from '../locale.ts'
import { seatTag } from '../mine/seat-tag.ts'

type Going = Answer<'events', 'listGoingEvents'>['events'][number]

const shown = '3'

const item = (event: Going): Html =>
  html`<li><div class="stack-s"><h3><a href="/event/${event._id}"><bdi>${event.name}</bdi></a></h3><p>${moment(event.start_time, event.timezone)}${event.location ? html` &middot; <bdi>${event.location}</bdi>` : ''}</p></div><div class="row">${event.status === 'cancelled' ? seatsTag(event) : seatTag(event)}</div></li>`

/** The next events that the reader attends or waits for; empty for readers without any. */
export const ownEvents = async (context: PageContext): Promise<Html | string> => {
  if (!pageScope(context).request.carriesSession) return ''
  const result = await call(context, 'events', 'listGoingEvents', { limit: shown })
  const events = result.ok ? result.value.events : []
  if (events.length === 0) return ''
  return html`<section class="stack"><div class="row between"><h2>${t('Your next events')}</h2><a href="/my-events">${t('All my events')}</a></div><ul class="list">${events.map(item)}</ul></section>`
}
