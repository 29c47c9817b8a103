import { type Answer, call, type PageContext, pageScope } from '../call.ts'
import { moment } from '../layout/dates.ts'
import { type Html, html, seatsTag } from '../layout/page.ts'
import { t } from '../locale.ts'
import { seatTag } from '../mine/seat-tag.ts'

type Going = Answer<'events', 'listGoingEvents'>['events'][number]

/** Events that are shown. */
const enough = 3
/** Pages of registrations that are read: events that have just ended fill pages without being shown. */
const maxReads = 4

const item = (event: Going): Html =>
  html`<li><div class="stack-s"><h3><a href="/event/${event._id}"><bdi>${event.name}</bdi></a></h3><p>${moment(event.start_time, event.timezone)}${event.location ? html` &middot; <bdi>${event.location}</bdi>` : ''}</p></div><div class="row">${event.status === 'cancelled' ? seatsTag(event) : seatTag(event)}</div></li>`

/** The next events of the reader, from as many pages as are needed to fill the list. */
const nextEvents = async (context: PageContext): Promise<Going[]> => {
  const events: Going[] = []
  let cursor: string | undefined
  for (let reads = 0; reads < maxReads; reads += 1) {
    const result = await call(context, 'events', 'listGoingEvents', { limit: '12', cursor })
    if (!result.ok) break
    events.push(...result.value.events)
    cursor = result.value.nextCursor
    if (cursor === undefined || events.length >= enough) break
  }
  return events.slice(0, enough)
}

/** The next events that the reader attends or waits for; empty for readers without any. */
export const ownEvents = async (context: PageContext): Promise<Html | string> => {
  if (!pageScope(context).request.carriesSession) return ''
  const events = await nextEvents(context)
  if (events.length === 0) return ''
  return html`<section class="stack"><div class="row between"><h2>${t('Your next events')}</h2><a href="/my-events">${t('All my events')}</a></div><ul class="list">${events.map(item)}</ul></section>`
}
