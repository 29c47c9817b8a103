import { dayMs } from '../../../lib/contract/time.ts'
import { call } from '../call.ts'
import { cardGrid, eventCard } from '../layout/card.ts'
import { empty, type Html, html, nextPageLink } from '../layout/page.ts'
import { t } from '../locale.ts'
import { dashboardPath, type PartOf } from './dashboard.ts'

type Upcoming = { readonly _id: string; readonly name: string } & Record<'start_time' | 'end_time', string>

/** The check-in desks of events that take place within a day, for people who work there. */
const desksOf = (events: readonly Upcoming[], now: Date): Html | string => {
  const soon = events.filter(({ start_time }) => Date.parse(start_time) - now.getTime() < dayMs)
  if (soon.length === 0) return ''
  return html`<section class="stack"><h2>${t('Check-in desk')}</h2><ul class="list">${soon.map(({ _id, name }) => html`<li><h3><a href="/event/${_id}/door"><bdi>${name}</bdi></a></h3></li>`)}</ul></section>`
}

/** Meetings of the organization, then its other upcoming events, for every member. */
export const upcomingPart: PartOf = async ({ orgId, path, name, may }, { cursor }, _, context) => {
  const [meetings, events] = await Promise.all([
    cursor ? undefined : call(context, 'organizations', 'listMeetings', { name, limit: '3' }),
    call(context, 'organizations', 'listOrganizationEvents', { orgId, limit: '12', cursor }),
  ])
  if (!events.ok) return events
  const next = meetings?.ok ? meetings.value.events : []
  const { events: all, nextCursor } = events.value
  const meetingIds = new Set(next.map(({ _id }) => _id))
  const others = all.filter(({ _id }) => !meetingIds.has(_id))
  const action = may('manage_events')
    ? { href: `/create-event?org=${orgId}`, text: t('Create event') }
    : undefined
  const nothing: Html = empty(
    t('No upcoming events'),
    t('Meetings and other events of the club appear here.'),
    action,
  )
  if (all.length === 0 && next.length === 0) return nothing
  const meetingSection =
    next.length === 0
      ? ''
      : html`<section class="stack"><h2>${t('Next meetings')}</h2>${cardGrid(next.map((event) => eventCard(event, { level: 'h3' })))}</section>`
  const deskSection =
    may('manage_events') || may('manage_event_registrations') ? desksOf(all, context.now()) : ''
  const creating = action ? html`<p><a class="btn" href="${action.href}">${action.text}</a></p>` : ''
  return html`${creating}${deskSection}${meetingSection}<section class="stack"><h2>${t('Upcoming events')}</h2>${cardGrid(others.map((event) => eventCard(event, { level: 'h3' })))}${nextPageLink(dashboardPath(path, 'upcoming'), nextCursor, t('More events'))}</section>`
}
