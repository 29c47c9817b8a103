import type { EventPage } from '../event/event.ts'
import { dayWords } from '../layout/dates.ts'
import { type FactOf, type Html, html } from '../layout/page.ts'
import { t } from '../locale.ts'

const dateLinks = (event: EventPage): Html[] =>
  (event.series?.next ?? [])
    .filter((one) => one._id !== event._id)
    .map(
      (one, at) =>
        html`${at > 0 ? '; ' : ''}<a href="/event/${one._id}/dashboard">${dayWords(one.start_time, event.timezone)}</a>`,
    )

/** The other dates of the event's series as a fact of the manage page. */
export const seriesFacts = (event: EventPage): readonly FactOf[] => {
  const dates = dateLinks(event)
  return dates.length === 0 ? [] : [['calendar', t('Other dates'), html`${dates}`]]
}

/** A sentence about an event of a series, with links to its other dates, which stay as they are. */
export const otherDates = (event: EventPage, sentence: string): Html | string => {
  const dates = dateLinks(event)
  if (dates.length === 0) return ''
  return html`<div class="tell"><p>${sentence} ${t('The other dates stay as they are: {dates}.', { dates: html`${dates}` })}</p></div>`
}
