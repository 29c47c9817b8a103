import { type PartOf, partPath } from '../admin/admin.ts'
import { type Answer, call } from '../call.ts'
import { failureMessage } from '../failure-words.ts'
import { rankChart } from '../layout/chart.ts'
import { dateElement } from '../layout/dates.ts'
import { countsNote, dataTable, empty, type Html, html, nextPageLink, orderOf } from '../layout/page.ts'
import { msg, t, translateChoices } from '../locale.ts'
import { stateTag } from '../manage-event/states.ts'

type Ranked = Answer<'analytics', 'rankOrganizationEvents'>['events'][number]

const windows = [
  ['upcoming', msg('Upcoming')],
  ['past', msg('Past')],
] as const
const ranges = [
  ['30d', msg('30 days')],
  ['7d', msg('7 days')],
  ['90d', msg('90 days')],
  ['1y', msg('12 months')],
] as const

const chosen = <T extends readonly (readonly [string, string])[]>(all: T, value: string | undefined) =>
  all.find(([name]) => name === value)?.[0] as T[number][0] | undefined

type TableOf = {
  readonly address: string
  readonly values: Readonly<Record<string, string | undefined>>
  readonly zone: string
}

const table = (events: readonly Ranked[], { address, values, zone }: TableOf): Html =>
  dataTable({
    caption: t('Events of the club'),
    address,
    values,
    filters: [
      { name: 'filter', label: t('Time'), choices: translateChoices(windows) },
      { name: 'from', label: t('Range'), choices: translateChoices(ranges) },
    ],
    rows: events,
    empty: [t('No events in this time'), t('Choose a longer time, or past events.')],
    columns: [
      {
        key: 'name',
        label: t('Event'),
        cell: ({ _id: id, name }) => html`<a href="/event/${id}"><bdi>${name}</bdi></a>`,
      },
      { key: 'start', label: t('Date'), sortable: true, cell: ({ start_time: at }) => dateElement(at, zone) },
      { key: 'status', label: t('Status'), cell: ({ status }) => stateTag(status) },
      { key: 'views', label: t('Views'), isNumber: true, cell: ({ analytics }) => analytics.views },
      {
        key: 'registrations',
        label: t('Registrations'),
        isNumber: true,
        cell: ({ registrationCount }) => registrationCount,
      },
      {
        key: 'expected',
        label: t('Expected'),
        isNumber: true,
        cell: ({ expectedAttendance: count }) => count,
      },
    ],
  })

/** Events of one club by engagement: the first five as a picture, all of them as a table. */
export const rankingPart: PartOf = async ({ query, zone }, context) => {
  const orgId = query.id ?? ''
  const [window, range] = [chosen(windows, query.filter) ?? 'upcoming', chosen(ranges, query.from) ?? '30d']
  const page = /^[1-9]\d{0,3}$/.test(query.cursor ?? '') ? Number(query.cursor) : 1
  const sort = orderOf(query.sort, ['start']) ? ('start_time' as const) : ('engagement' as const)
  const [club, top, ranked] = await Promise.all([
    call(context, 'management', 'getManagedOrganization', { orgId }),
    call(context, 'analytics', 'getOrganizationEventSnapshot', { orgId, range, window, top: '5' }),
    call(context, 'analytics', 'rankOrganizationEvents', {
      orgId,
      range,
      window,
      sort,
      page: String(page),
      limit: '20',
    }),
  ])
  if (!club.ok) return club
  const back = html`<p><a href="${partPath('orgs', { id: orgId })}"><bdi>${club.value.org_name}</bdi></a></p>`
  if (!top.ok || !ranked.ok) {
    const refused = [top, ranked].find((result) => !result.ok)
    return html`${back}${empty(
      t('Insights are turned off'),
      refused && !refused.ok ? failureMessage(refused.refusal) : '',
      {
        href: partPath('settings'),
        text: t('Open settings'),
      },
    )}`
  }
  const { events, pagination } = ranked.value
  const points = top.value.topEvents
    .map(({ name, registrationCount }) => ({ name, value: registrationCount }))
    .filter(({ value }) => value > 0)
  const address = partPath('org-events', { id: orgId })
  const values = { sort: query.sort, filter: window, from: range }
  const next = page < pagination.totalPages ? String(page + 1) : undefined
  const chart =
    points.length > 0
      ? rankChart({ title: t('Most engagement'), counted: t('Registrations'), of: t('Event'), points })
      : ''
  return html`${back}<h2>${t('Events of {name}', { name: html`<bdi>${club.value.org_name}</bdi>` })}</h2>${countsNote(context)}${chart}${table(events, { address, values, zone })}${nextPageLink(partPath('org-events', { id: orgId, ...values }), next, t('More events'))}`
}
