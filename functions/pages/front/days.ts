import type { EventView } from '../../events/contract.ts'
import { clockWords, dayHeading, wallOf } from '../layout/dates.ts'
import { cover, coverOf, type Html, html, seatsTag, typeTag } from '../layout/page.ts'
import type { OwnTags } from '../mine/own-seats.ts'

const dayOf = ({ start_time, timezone }: EventView): string => wallOf(start_time, timezone).slice(0, 10)

const slot = (event: EventView, own: OwnTags): Html => {
  const { _id, name, start_time: start, timezone, location, host, type } = event
  return html`<li class="slot"><div><p class="when"><time datetime="${start}">${clockWords(start, timezone)}</time></p><h4><a href="/event/${_id}"><bdi>${name}</bdi></a></h4><p class="soft clip">${location ? html`<bdi>${location}</bdi> &middot; ` : ''}<bdi>${host.name}</bdi></p><p class="tags">${typeTag(type)}${event.status === 'cancelled' ? seatsTag(event) : (own(event) ?? seatsTag(event))}</p></div>${cover(coverOf(event))}</li>`
}

/** Events by the day on which they begin, in the order given. */
export const eventsByDay = (events: readonly EventView[], now: Date, own: OwnTags): Html => {
  const byDay = Map.groupBy(events, dayOf)
  return html`<ol class="days">${[...byDay.values()].map((all) => {
    const [first] = all
    return first
      ? html`<li>${dayHeading(first.start_time, first.timezone, now)}<ul class="slots">${all.map((event) => slot(event, own))}</ul></li>`
      : ''
  })}</ol>`
}
