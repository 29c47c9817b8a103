import type { EventPage } from '../event/event.ts'
import { dayWords } from '../layout/dates.ts'
import { type Html, html } from '../layout/page.ts'
import { t } from '../locale.ts'

/** A sentence about an event of a series, with links to its other dates, which stay as they are. */
export const otherDates = ({ _id, series, timezone }: EventPage, sentence: string): Html | string => {
  const others = series?.next.filter((one) => one._id !== _id) ?? []
  if (others.length === 0) return ''
  const dates = others.map(
    (one, at) =>
      html`${at > 0 ? '; ' : ''}<a href="/event/${one._id}/dashboard">${dayWords(one.start_time, timezone)}</a>`,
  )
  return html`<div class="tell"><p>${sentence} ${t('The other dates stay as they are: {dates}.', { dates: html`${dates}` })}</p></div>`
}
