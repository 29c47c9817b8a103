import { type PartOf, partPath } from '../admin/admin.ts'
import { type Answer, call } from '../call.ts'
import { rankChart } from '../layout/chart.ts'
import { dayWords } from '../layout/dates.ts'
import { countsNote, dataTable, empty, type Html, html, nextPageLink, orderOf } from '../layout/page.ts'
import { stateTag } from '../manage-event/states.ts'

type Ranked = Answer<'analytics', 'rankOrganizationEvents'>['events'][number]

const windows = [
  ['upcoming', 'Upcoming'],
  ['past', 'Past'],
] as const
const ranges = [
  ['30d', '30 days'],
  ['7d', '7 days'],
  ['90d', '90 days'],
  ['1y', '12 months'],
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
    caption: 'Events of the club',
    address,
    values,
    filters: [
      { name: 'filter', label: 'Time', choices: windows },
      { name: 'from', label: 'Range', choices: ranges },
    ],
    rows: events,
    empty: ['No events in this time', 'Choose a longer time, or past events.'],
    columns: [
      {
        key: 'name',
        label: 'Event',
        cell: ({ _id: id, name }) => html`<a href="/event/${id}"><bdi>${name}</bdi></a>`,
      },
      { key: 'start', label: 'Date', sortable: true, cell: ({ start_time: at }) => dayWords(at, zone) },
      { key: 'status', label: 'Status', cell: ({ status }) => stateTag(status) },
      { key: 'views', label: 'Views', isNumber: true, cell: ({ analytics }) => analytics.views },
      {
        key: 'registrations',
        label: 'Registrations',
        isNumber: true,
        cell: ({ registrationCount }) => registrationCount,
      },
      { key: 'expected', label: 'Expected', isNumber: true, cell: ({ expectedAttendance: count }) => count },
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
    return html`${back}${empty('Insights are turned off', refused && !refused.ok ? refused.refusal.message : '')}`
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
      ? rankChart({ title: 'Most engagement', counted: 'Registrations', of: 'Event', points })
      : ''
  return html`${back}<h2>Events of <bdi>${club.value.org_name}</bdi></h2>${countsNote(context)}${chart}${table(events, { address, values, zone })}${nextPageLink(partPath('org-events', { id: orgId, ...values }), next, 'More events')}`
}
