import { call } from '../call.ts'
import { failureMessage } from '../failure-words.ts'
import { barChart, bigNumbers, lineChart, rankChart } from '../layout/chart.ts'
import { empty, html, typeWords } from '../layout/page.ts'
import { msg, sentenceCase, t } from '../locale.ts'
import { shortDay } from '../manage-event/growth.ts'
import { adminPath, type PartOf, partPath } from './admin.ts'

const ranges = [
  ['7d', msg('A week')],
  ['30d', msg('A month')],
  ['90d', msg('Three months')],
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
    return clubs.refusal.status === 401
      ? clubs
      : empty(t('No numbers are kept'), failureMessage(clubs.refusal), {
          href: partPath('settings'),
          text: t('Open settings'),
        })
  if (!events.ok) return events
  const { overview, topOrganizations } = clubs.value
  const each = days.ok ? days.value.days : []
  const of = t('Day')
  const [first, last] = [each[0], each.at(-1)]
  const period =
    first && last
      ? html`<p class="soft">${t('{start} to {end}', { start: shortDay(first.date), end: shortDay(last.date) })}</p>`
      : ''
  const perDay = (what: 'views' | 'registrations' | 'events') =>
    each.map((day) => ({ name: shortDay(day.date), shown: day.date, value: day[what] }))
  const ranked = events.value.topEventsByViews.map(({ eventName, views }) => ({
    name: eventName,
    value: views,
  }))
  const types = events.value.eventsByType.map(({ _id, count }) => ({
    name: typeWords(sentenceCase(_id)),
    value: count,
  }))
  const largest = topOrganizations.map(({ orgName, memberCount }) => ({
    name: orgName,
    value: memberCount,
  }))
  return html`<p class="row">${ranges.map(([name, text]) => (name === timeRange ? html`<strong class="btn plain small" aria-current="true">${t(text)}</strong>` : html`<a class="btn plain small" href="${adminPath}?part=numbers&amp;id=${name}">${t(text)}</a>`))}</p><h2>${t('Today')}</h2>${bigNumbers(
    [
      [t('People'), people.ok ? people.value.totalUsers : '-'],
      [t('Clubs'), overview.totalOrgs],
      [t('Memberships'), overview.totalMembers],
    ],
  )}<h2>${t('In this period')}</h2>${period}${bigNumbers([
    [t('New memberships'), overview.newMembers],
    [t('Events'), events.value.totalEvents],
    [t('Registrations'), events.value.totalRegistrations],
    // The same views as those of the chart: of all events, on these days.
    [t('Event views'), each.reduce((sum, { views }) => sum + views, 0)],
  ])}<div class="charts">${lineChart({ title: t('Event views, by the day of the view'), counted: t('Views'), of, points: perDay('views') })}${barChart({ title: t('Seats taken, by the day of the event'), counted: t('Seats'), of, points: perDay('registrations') })}${barChart({ title: t('Events'), counted: t('Events'), of, points: perDay('events') })}${types.length > 0 ? rankChart({ title: t('Events by type'), counted: t('Events'), of: t('Type'), points: types }) : ''}${largest.length > 0 ? rankChart({ title: t('Largest clubs'), counted: t('Members'), of: t('Club'), points: largest }) : ''}${ranked.length > 0 ? rankChart({ title: t('Most viewed events'), counted: t('Views'), of: t('Event'), points: ranked }) : ''}</div>`
}
