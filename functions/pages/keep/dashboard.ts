import { type Answer, ask, type Given, type Heard, nothingHere, type PageContext } from '../ask.ts'
import type { EventPage } from '../event/event.ts'
import { bigNumbers, lineChart, rankChart } from '../layout/chart.ts'
import { spanOf } from '../layout/dates.ts'
import { fileForm, pictureField } from '../layout/files.ts'
import { type Filled, hidden, lines, nothingFilled, refusedForm } from '../layout/forms.ts'
import {
  bar,
  deed,
  facts,
  guardedLink,
  type Html,
  html,
  pageOf,
  plural,
  refusedPage,
  unfolded,
} from '../layout/page.ts'
import { approvalSection } from './approval.ts'
import { growthOf } from './growth.ts'
import { newsSection } from './news.ts'
import { stateTag } from './states.ts'

type Numbers = Answer<'analytics', 'getEventAnalytics'>
type Growth = Answer<'analytics', 'getRsvpGrowth'>

const isOpen = ({ status }: EventPage): boolean => status === 'approved' || status === 'not-applicable'

/** Actions that the event's status allows. */
const buttons = (event: EventPage): Html => {
  const to = `/event/${event._id}/dashboard`
  const editable = event.status !== 'cancelled' && event.status !== 'completed' && event.status !== 'archived'
  const cancelling = unfolded(
    'Cancel event',
    html`<form class="stack" method="post" action="${to}">${hidden('do', 'cancel')}${lines({ values: {} }, { name: 'reason', label: 'Why', optional: true, longest: 1000, hint: 'Everybody with a seat is notified.' })}<button class="btn bad">Cancel event and notify attendees</button></form>`,
  )
  return html`<div class="row">${isOpen(event) ? html`<a class="btn" href="/event/${event._id}/door">Check-in desk</a>` : ''}${event.status === 'draft' || event.status === 'rejected' ? html`<a class="btn" href="/create-event?event=${event._id}">Complete and submit</a>` : editable ? html`<a class="btn plain" href="/create-event?event=${event._id}">Edit event</a>` : ''}<a class="btn plain" href="/event/${event._id}">Event page</a>${event.status === 'pending' ? deed(to, 'Withdraw submission', { do: 'take-back' }, { css: 'plain' }) : ''}${event.status === 'draft' ? deed(to, 'Delete draft', { do: 'delete' }, { css: 'bad' }) : ''}</div>${isOpen(event) ? cancelling : ''}`
}

const door = (event: EventPage): Html | string => {
  if (!isOpen(event)) return ''
  const to = `/event/${event._id}/dashboard`
  return html`<section class="card stack"><h2>Check-in</h2>${
    event.checkInEnabled
      ? html`<p><span class="tag good">Open</span> People check in with the QR code or their ticket, or you check them in.</p><div class="row"><a class="btn" href="/event/${event._id}/door">Open check-in desk</a>${deed(to, 'Close check-in', { do: 'close-door' }, { css: 'plain' })}</div>`
      : html`<p>Open check-in so that people can check in when the event starts.</p>${deed(to, 'Open check-in', { do: 'open-door' }, { css: '' })}`
  }</section>`
}

const seats = ({ maxAttendees, seatsTaken, waitlistCount }: EventPage): Html | string =>
  maxAttendees === null
    ? ''
    : html`<div class="stack-s">${bar(seatsTaken, maxAttendees)}<p class="soft num">${seatsTaken} of ${plural(maxAttendees, 'seat')} taken${waitlistCount > 0 ? `, ${waitlistCount} on the waitlist` : ''}</p></div>`

const sourceNames = [
  ['direct', 'Direct link'],
  ['email', 'Email'],
  ['explore', 'Event list'],
  ['org_page', 'Club page'],
] as const

const numbers = (event: EventPage, told: Heard<Numbers>, growth: Heard<Growth> | undefined): Html => {
  const views = told.ok ? told.value.platform.eventViews : 0
  const sources = told.ok ? told.value.platform.referrerSources : undefined
  const seen = sources ? sourceNames.map(([key, name]) => ({ name, value: sources[key] })) : []
  const come = growth?.ok ? growthOf(growth.value) : []
  return html`<section class="stack"><h2>Overview</h2>${bigNumbers([
    ['Registered', event.registrationCount],
    ['Checked in', event.checkedInCount ?? 0],
    ['Views', views],
    ['Cancelled', told.ok ? told.value.platform.withdrawals : 0],
  ])}${seats(event)}${come.length > 0 ? lineChart({ title: 'Registrations over time', counted: 'Registered', of: 'Day', points: come }) : html`<p class="soft">A chart appears here after the first registration.</p>`}${seen.some(({ value }) => value > 0) ? rankChart({ title: 'Where visitors came from', of: 'Source', counted: 'Views', points: seen }) : ''}</section>`
}

const people = (context: PageContext, event: EventPage): Html | string => {
  if (!event.manageableOrgId) return ''
  const list = html`<a class="btn" href="/event/${event._id}/attendees">Attendees and waitlist</a>`
  if (event.registrationCount === 0) return html`<p>${list}</p>`
  const table = `/org-event-management/${event.manageableOrgId}/events/${event._id}/attendees/export?format=csv`
  const page = `/event/${event._id}/dashboard`
  const href = guardedLink(context, { consequence: 'export', href: table, page })
  return href === table
    ? html`<p class="row">${list}<a class="btn plain" href="${href}" download>Export attendees (CSV)</a></p>`
    : html`<p class="row">${list}<a class="btn plain" href="${href}">Confirm your identity to export attendees (CSV)</a></p>`
}

/** The picture above the event page, and a form to replace it. */
const picture = (event: EventPage, filled: Filled): Html => {
  const own = filled.values.do === 'picture' ? filled : nothingFilled
  const shown =
    event.image && /^https?:\/\//.test(event.image)
      ? html`<img class="banner" src="${event.image}" alt="" loading="lazy">`
      : html`<p class="soft">Without a picture, the event page shows a plain heading.</p>`
  return html`<section class="card stack"><h2>Picture</h2>${shown}${fileForm(`/event/${event._id}/dashboard`, html`${hidden('do', 'picture')}${refusedForm(own, ['image'])}${pictureField(own, 'image', 'Picture')}<button class="btn plain small">Upload picture</button>`, 'stack')}</section>`
}

/** An event as those who keep it see it. */
export const dashboardPage = async (
  context: PageContext,
  eventId: string,
  { filled = { values: {} }, said }: { filled?: Filled; said?: string | undefined },
) => {
  const [found, told] = await Promise.all([
    ask(context, 'events', 'getEvent', { event_id: eventId, type: 'approval' }),
    ask(context, 'analytics', 'getEventAnalytics', { id: eventId }),
  ])
  if (!found.ok) return refusedPage(context, found.refusal)
  const { event } = found.value
  if (!event.canManageEvent)
    return refusedPage(
      context,
      told.ok ? nothingHere : told.refusal.status === 401 ? told.refusal : nothingHere,
    )
  const orgId = event.manageableOrgId ?? undefined
  const [growth, news] = await Promise.all([
    orgId === undefined
      ? undefined
      : ask(context, 'analytics', 'getRsvpGrowth', { orgId, eventId, timezone: event.timezone }),
    orgId === undefined || !isOpen(event)
      ? undefined
      : ask(context, 'announcements', 'listAnnouncements', { orgId, eventId, limit: '10' }),
  ])
  const body = html`<div class="stack"><header class="stack"><div class="row">${stateTag(event.status)}${event.manageableOrgName ? html`<a href="/club-dashboard/${orgId ?? ''}?part=events"><bdi>${event.manageableOrgName}</bdi></a>` : ''}</div><h1><bdi>${event.name}</bdi></h1>${facts(
    [
      [
        'clock',
        'When',
        event.undated ? 'No time yet' : spanOf(event.start_time, event.end_time, event.timezone),
      ],
      ...(event.location ? [['place', 'Where', html`<bdi>${event.location}</bdi>`] as const] : []),
    ],
  )}${buttons(event)}</header><div class="two"><div class="rest stack-l">${numbers(event, told, growth)}${people(context, event)}${news?.ok ? newsSection(event, news.value.announcements, filled, context) : ''}</div><aside class="stack">${approvalSection(event, filled)}${door(event)}${picture(event, filled)}</aside></div></div>`
  const { refusal } = filled
  return pageOf(context, { title: `Keeping ${event.name}`, body, place: 'mine', said, refusal })
}

export const showDashboard = ({ eventId, said }: Given<'showDashboard'>, context: PageContext) =>
  dashboardPage(context, eventId, { said })
