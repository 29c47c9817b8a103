import { plainTextOf } from '../../../lib/contract/text/html-to-text.ts'
import type { PageContext } from '../call.ts'
import { type Html, html, isPicture } from '../layout/page.ts'
import { t } from '../locale.ts'
import type { EventPage } from './event.ts'

const longest = 200

/** Whether everybody may see the event, so that search engines and link previews may show it. */
const isOpenToAll = ({ visibility, status }: EventPage): boolean =>
  visibility === 'public' && (status === 'approved' || status === 'not-applicable' || status === 'cancelled')

/** The beginning of the description. */
export const summaryOf = ({ description, name, host }: EventPage): string => {
  const text = plainTextOf(description ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  if (text === '') return t('{name}, an event by {host}.', { name, host: host.name })
  return [...text].length > longest ? `${[...text].slice(0, longest).join('')}\u2026` : text
}

/** A line of a link preview. */
export const meta = (property: string, content: string): Html =>
  html`<meta property="${property}" content="${content}">`

/** Open Graph, for link previews of public events. */
export const linkPreview = (event: EventPage, { tenant }: PageContext): Html | string => {
  if (!isOpenToAll(event)) return ''
  const { image } = event
  return html`${meta('og:type', 'website')}${meta('og:title', event.name)}${meta('og:description', summaryOf(event))}${meta('og:url', `${tenant.origin}/event/${event._id}`)}${isPicture(image) ? html`${meta('og:image', image)}<meta name="twitter:card" content="summary_large_image">` : html`<meta name="twitter:card" content="summary">`}`
}

/** schema.org, as microdata within the page: no script, not even one of data. */
export const eventData = (event: EventPage, inside: Html): Html => {
  if (!isOpenToAll(event)) return inside
  const state = event.status === 'cancelled' ? 'EventCancelled' : 'EventScheduled'
  return html`<div itemscope itemtype="https://schema.org/Event"><meta itemprop="name" content="${event.name}"><meta itemprop="startDate" content="${event.start_time}"><meta itemprop="endDate" content="${event.end_time}"><meta itemprop="eventStatus" content="https://schema.org/${state}"><meta itemprop="description" content="${summaryOf(event)}">${isPicture(event.image) ? html`<meta itemprop="image" content="${event.image}">` : ''}<span itemprop="organizer" itemscope itemtype="https://schema.org/Organization"><meta itemprop="name" content="${event.host.name}"></span>${event.location ? html`<span itemprop="location" itemscope itemtype="https://schema.org/Place"><meta itemprop="name" content="${event.location}"><meta itemprop="address" content="${event.location}"></span>` : ''}${inside}</div>`
}
