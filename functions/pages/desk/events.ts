import { ask } from '../ask.ts'
import { eventItem } from '../event/items.ts'
import { stateTag } from '../keep/states.ts'
import { further, type Html, html, listed } from '../layout/page.ts'
import type { PartOf } from './desk.ts'

const past = 'past'

/** Every event of the organization that is still to come, drafts too; each leads to where it is kept. */
export const eventsPart: PartOf = async ({ orgId, path }, { id, cursor }, _, context) => {
  const over = id === past
  const heard = await ask(context, 'planning', 'listOrgEvents', {
    orgId,
    limit: '20',
    timeRange: over ? 'past' : 'upcoming',
    sortBy: 'start_time',
    sortOrder: over ? 'desc' : 'asc',
    cursor,
  })
  if (!heard.ok) return heard
  const { events, pagination } = heard.value
  const planning = html`<a class="btn" href="/create-event?org=${orgId}">Plan an event</a>`
  const switching: Html = over
    ? html`<a class="btn plain" href="${path}?part=events">What is to come</a>`
    : html`<a class="btn plain" href="${path}?part=events&amp;id=${past}">What is over</a>`
  return html`<div class="row">${planning}${switching}</div>${listed(
    events.map((event) =>
      eventItem(event, html`<p>${stateTag(event.status)}</p>`, 'h1', `/event/${event._id}/dashboard`),
    ),
    [
      over ? 'Nothing is over yet' : 'Nothing is planned',
      over ? 'Past events appear here.' : 'Events and drafts appear here.',
    ],
    'grid',
  )}${further(`${path}?part=events${over ? `&id=${past}` : ''}`, pagination.nextCursor)}`
}
