import { call, identifyReader, type PageContext } from '../call.ts'
import { type EventPage, findEvent } from '../event/event.ts'
import { moment, spanOf } from '../layout/dates.ts'
import { collapsible, copyField, emptyPage, facts, html, pageOf, raw, refusedPage } from '../layout/page.ts'
import { t } from '../locale.ts'

/** A code as a picture that every size of screen shows sharply. */
export const drawn = async (content: string): Promise<string> => {
  const { default: qr } = await import('qrcode')
  return qr.toString(content, { type: 'svg', margin: 1, errorCorrectionLevel: 'M' })
}

/** Instead of the ticket of a person who is checked in: since when. */
const usedTicketPage = async (event: EventPage, context: PageContext) => {
  const mine = await call(context, 'attendance', 'getMyRsvp', { event_id: event._id })
  const at = mine.ok ? mine.value.rsvp?.checkedInAt : undefined
  const time = at ? html`<p>${t('Check-in: {time}', { time: moment(at, event.timezone) })}</p>` : ''
  return pageOf(context, {
    title: t('Ticket: {event}', { event: event.name }),
    body: html`<div class="card stack"><h1><bdi>${event.name}</bdi></h1><p class="tell good" role="status">${t('You are checked in.')}</p>${time}<a class="btn plain full" href="/event/${event._id}">${t('Event page')}</a></div>`,
    place: 'mine',
    narrow: true,
  })
}

/** Why a seat admits to nothing any more. */
const endedText = ({ status, end_time }: EventPage, now: Date): string | undefined => {
  if (status === 'cancelled') return t('This event is cancelled.')
  return Date.parse(end_time) < now.getTime() ? t('This event is over') : undefined
}

/** The ticket that a registered person shows at check-in. */
export const showTicket = async ({ eventId }: { readonly eventId: string }, context: PageContext) => {
  const [found, ticket, reader] = await Promise.all([
    findEvent(eventId, context),
    call(context, 'checkins', 'getCheckInTicket', { eventId }),
    identifyReader(context),
  ])
  if (!ticket.ok) return refusedPage(context, ticket.refusal)
  if ('refusal' in found) return refusedPage(context, found.refusal)
  const { event, rsvp } = found
  const link = { href: `/event/${eventId}`, text: t('Event page') }
  if (rsvp?.status !== 'attending') {
    const [title, text] =
      rsvp?.status === 'waitlisted'
        ? [t('You are on the waitlist'), t('You get your ticket when you get a seat.')]
        : [t('You have no seat'), t('Register for the event to get a ticket.')]
    return emptyPage(context, t('No ticket'), title, text, link)
  }
  const ended = endedText(event, context.now())
  if (ended !== undefined && !rsvp.checkedIn)
    return emptyPage(context, t('No ticket'), ended, t('Your ticket is not needed any more.'), link)
  if (rsvp.checkedIn) return usedTicketPage(event, context)
  const { code } = ticket.value
  const holder = (reader.ok && reader.value.user?.name) || ''
  const name = holder ? html`<p class="soft">${t('Ticket holder')}</p><h2><bdi>${holder}</bdi></h2>` : ''
  const asText = collapsible(
    t('Code does not scan?'),
    html`<p>${t('Give your name at the desk. If they ask for the text of your ticket, it is this:')}</p>${copyField(t('Text of the ticket'), code)}`,
  )
  const body = html`<div class="card stack"><header class="stack-s"><p class="soft">${t('Show this at the check-in desk')}</p><h1><bdi>${event.name}</bdi></h1></header><div class="qr" role="img" aria-label="${t('The code of your ticket')}">${raw(await drawn(code))}</div><div>${name}</div>${facts(
    [
      ['people', t('Seats'), t('{count, plural, one {# seat} other {# seats}}', { count: rsvp.guestCount })],
      ['clock', t('When'), spanOf(event.start_time, event.end_time, event.timezone)],
      ...(event.location ? [['place', t('Where'), html`<bdi>${event.location}</bdi>`] as const] : []),
    ],
  )}${asText}<a class="btn plain full" href="/event/${eventId}">${t('Event page')}</a></div>`
  return pageOf(context, {
    title: t('Ticket: {event}', { event: event.name }),
    body,
    place: 'mine',
    narrow: true,
    script: 'copy.js',
  })
}
