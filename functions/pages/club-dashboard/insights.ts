import { call } from '../call.ts'
import { bigNumbers, rankChart } from '../layout/chart.ts'
import { countsNote, empty, html } from '../layout/page.ts'
import { dashboardPath, type PartOf } from './dashboard.ts'

const ranges = [
  ['7d', '7 days'],
  ['30d', '30 days'],
  ['90d', '90 days'],
] as const

/** Figures of the club's events that began within a range, and how many members take part. */
export const insightsPart: PartOf = async ({ orgId, path }, { view }, _, context) => {
  const [timeRange] = ranges.find(([name]) => name === view) ?? ranges[1]
  const found = await call(context, 'analytics', 'getOrgAnalytics', { orgId, timeRange })
  if (!found.ok && found.refusal.code === 'ANALYTICS_OFF')
    return empty('Insights are turned off', 'Your school does not count views and registrations.')
  if (!found.ok) return found
  const { overview, eventsByType, memberEngagement: members, topEvents } = found.value
  const tabs = html`<nav class="row" aria-label="Time range">${ranges.map(([name, text]) => html`<a class="btn plain small" href="${dashboardPath(path, 'insights', { view: name })}"${name === timeRange ? html` aria-current="page"` : ''}>${text}</a>`)}</nav>`
  const percent = members.totalMembers > 0 ? (members.membersWithEvents / members.totalMembers) * 100 : 0
  const types = eventsByType.map(({ _id: type, count }) => ({
    name: `${type.charAt(0).toUpperCase()}${type.slice(1)}`,
    value: count,
  }))
  const top = (of: 'views' | 'registrations') =>
    topEvents.map((event) => ({ name: event.eventName, value: event[of] })).filter((point) => point.value > 0)
  const views = top('views')
  const registrations = top('registrations')
  return html`${tabs}${bigNumbers([
    ['Events', overview.totalEvents],
    ['Registrations', overview.totalRegistrations],
    ['Event views', overview.totalViews],
    ['Members who take part', `${Math.round(percent)}%`],
    ['Events per member', members.avgEventsPerMember],
  ])}${countsNote(context)}${
    overview.totalEvents === 0
      ? empty('No events in this time', 'Choose a longer time, or create an event.', {
          href: `/create-event?org=${orgId}`,
          text: 'Create event',
        })
      : html`<div class="charts">${views.length > 0 ? rankChart({ title: 'Most viewed events', counted: 'Views', of: 'Event', points: views }) : ''}${registrations.length > 0 ? rankChart({ title: 'Most registrations', counted: 'Registrations', of: 'Event', points: registrations }) : ''}${types.length > 0 ? rankChart({ title: 'Events by type', counted: 'Events', of: 'Type', points: types }) : ''}</div>`
  }`
}
