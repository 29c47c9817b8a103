import { call } from '../call.ts'
import { bigNumbers, rankChart } from '../layout/chart.ts'
import { countsNote, empty, html } from '../layout/page.ts'
import { msg, sentenceCase, t } from '../locale.ts'
import { dashboardPath, type PartOf } from './dashboard.ts'

const ranges = [
  ['7d', msg('7 days')],
  ['30d', msg('30 days')],
  ['90d', msg('90 days')],
] as const

/** Figures of the club's events that began within a range, and how many members take part. */
export const insightsPart: PartOf = async ({ orgId, path }, { view }, _, context) => {
  const [timeRange] = ranges.find(([name]) => name === view) ?? ranges[1]
  const found = await call(context, 'analytics', 'getOrgAnalytics', { orgId, timeRange })
  if (!found.ok && found.refusal.code === 'ANALYTICS_OFF')
    return empty(t('Insights are turned off'), t('Your school does not count views and registrations.'))
  if (!found.ok) return found
  const { overview, eventsByType, memberEngagement: members, topEvents } = found.value
  const tabs = html`<nav class="row" aria-label="${t('Time range')}">${ranges.map(([name, text]) => html`<a class="btn plain small" href="${dashboardPath(path, 'insights', { view: name })}"${name === timeRange ? html` aria-current="page"` : ''}>${t(text)}</a>`)}</nav>`
  const share = members.totalMembers > 0 ? members.membersWithEvents / members.totalMembers : 0
  const types = eventsByType.map(({ _id: type, count }) => ({
    name: t(sentenceCase(type)),
    value: count,
  }))
  const top = (of: 'views' | 'registrations') =>
    topEvents.map((event) => ({ name: event.eventName, value: event[of] })).filter((point) => point.value > 0)
  const views = top('views')
  const registrations = top('registrations')
  return html`${tabs}${bigNumbers([
    [t('Events'), overview.totalEvents],
    [t('Registrations'), overview.totalRegistrations],
    [t('Event views'), overview.totalViews],
    [t('Active members (all time)'), t('{share, number, percent}', { share })],
    [t('Events per member (all time)'), members.avgEventsPerMember],
  ])}${countsNote(context)}${
    overview.totalEvents === 0
      ? empty(t('No events in this time'), t('Choose a longer time, or create an event.'), {
          href: `/create-event?org=${orgId}`,
          text: t('Create event'),
        })
      : html`<div class="charts">${views.length > 0 ? rankChart({ title: t('Most viewed events'), counted: t('Views'), of: t('Event'), points: views }) : ''}${registrations.length > 0 ? rankChart({ title: t('Most registrations'), counted: t('Registrations'), of: t('Event'), points: registrations }) : ''}${types.length > 0 ? rankChart({ title: t('Events by type'), counted: t('Events'), of: t('Type'), points: types }) : ''}</div>`
  }`
}
