import { call } from '../call.ts'
import { barChart, bigNumbers, lineChart, rankChart } from '../layout/chart.ts'
import { empty, html } from '../layout/page.ts'
import { shortDay } from '../manage-event/growth.ts'
import { adminPath, type PartOf } from './admin.ts'

const ranges = [
  ['7d', 'A week'],
  ['30d', 'A month'],
  ['90d', 'Three months'],
] as const

/** The numbers of the school as pictures, each with the table that it was drawn from. */
export const numbersPart: PartOf = async ({ query }, context) => {
  const [timeRange] = ranges.find(([name]) => name === query.id) ?? ranges[1]
  const [clubs, events, days, people] = await Promise.all([
    call(context, 'management', 'getOrganizationAnalytics', { timeRange }),
    call(context, 'analytics', 'getSchoolOverview', { timeRange }),
    call(context, 'analytics', 'getSchoolDays', { timeRange }),
    call(context, 'operators', 'getUserStats', {}),
  ])
  if (!clubs.ok)
    return clubs.refusal.status === 401 ? clubs : empty('No numbers are kept', clubs.refusal.message)
  if (!events.ok) return events
  const { overview, topOrganizations } = clubs.value
  const each = days.ok ? days.value.days : []
  const of = 'Day'
  const perDay = (what: 'views' | 'registrations' | 'events') =>
    each.map((day) => ({ name: shortDay(day.date), shown: day.date, value: day[what] }))
  const ranked = events.value.topEventsByViews.map(({ eventName, views }) => ({
    name: eventName,
    value: views,
  }))
  const types = events.value.eventsByType.map(({ _id, count }) => ({ name: _id, value: count }))
  const largest = topOrganizations.map(({ orgName, memberCount }) => ({
    name: orgName,
    value: memberCount,
  }))
  return html`<p class="row">${ranges.map(([name, text]) => (name === timeRange ? html`<strong class="btn plain small" aria-current="true">${text}</strong>` : html`<a class="btn plain small" href="${adminPath}?part=numbers&amp;id=${name}">${text}</a>`))}</p>${bigNumbers(
    [
      ['People', people.ok ? people.value.totalUsers : '-'],
      ['Clubs', overview.totalOrgs],
      ['Memberships', overview.totalMembers],
      ['New memberships', overview.newMembers],
      ['Events', events.value.totalEvents],
      ['Registrations', events.value.totalRegistrations],
      ['Views of these events', events.value.totalViews],
    ],
  )}<div class="charts">${lineChart({ title: 'Event views', counted: 'Views', of, points: perDay('views') })}${barChart({ title: 'Seats taken, by the day of the event', counted: 'Seats', of, points: perDay('registrations') })}${barChart({ title: 'Events', counted: 'Events', of, points: perDay('events') })}${types.length > 0 ? rankChart({ title: 'What they are', counted: 'Events', of: 'Type', points: types }) : ''}${largest.length > 0 ? rankChart({ title: 'The largest clubs', counted: 'Members', of: 'Club', points: largest }) : ''}${ranked.length > 0 ? rankChart({ title: 'Most viewed events', counted: 'Views', of: 'Event', points: ranked }) : ''}</div>`
}
