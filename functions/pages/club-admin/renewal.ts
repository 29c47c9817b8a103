import { type AreaAction, adminPath, type PartOf, partPath, type Shown } from '../admin/admin.ts'
import {
  type Answer,
  call,
  type FormAction,
  type FormInput,
  operation,
  type PageContext,
  pageScope,
} from '../call.ts'
import { dayWords, endOfDay, moment } from '../layout/dates.ts'
import { checkbox, type Filled, field, hidden } from '../layout/forms.ts'
import {
  collapsible,
  dataTable,
  empty,
  type Html,
  html,
  nextPageLink,
  type States,
  tagged,
} from '../layout/page.ts'

type Campaign = NonNullable<Answer<'management', 'getOrgRenewal'>>
type Row = Answer<'management', 'listOrgRenewals'>['data'][number]
type State = Row['state']

const states: States = {
  open: ['warn', 'Not confirmed'],
  confirmed: ['good', 'Confirmed'],
  lapsed: ['bad', 'Lapsed'],
}
const stateTag = tagged(states)
const filters = [
  ['', 'All clubs'],
  ['open', 'Not confirmed'],
  ['confirmed', 'Confirmed'],
  ['lapsed', 'Lapsed'],
] as const

const startForm = (filled: Filled): Html => {
  const own: Filled = filled.values.do === 'renewal-start' ? filled : { values: {} }
  return html`<form class="card stack" method="post" action="${adminPath}">${hidden('do', 'renewal-start')}<div>${field(own, { name: 'title', label: 'Name of the renewal', longest: 80, hint: 'Such as: Academic year 2026/27.' })}${field(own, { name: 'dueAt', label: 'Last day to confirm', type: 'date', hint: 'Owners are notified now, and 14, 3 and 1 days before unless their club has confirmed. A club that has not confirmed by then lapses, which restricts nothing.' })}</div>${checkbox(own, 'requiresCharter', 'Each club has to link its charter')}<button class="btn">Start renewal and notify owners</button></form>`
}

const charterLink = ({ renewal }: Row): Html | string =>
  renewal?.charterUrl ? html`<a href="${renewal.charterUrl}" rel="noopener nofollow ugc">Charter</a>` : ''

const clubTable = (rows: readonly Row[], { query, zone }: Shown): Html =>
  dataTable({
    caption: 'Clubs in the renewal',
    address: partPath('renewal'),
    values: { filter: query.filter },
    filters: [{ name: 'filter', label: 'State', choices: filters }],
    rows,
    empty: ['No clubs on this page', 'Choose another state, or continue to the next page.'],
    columns: [
      {
        key: 'name',
        label: 'Club',
        cell: ({ _id: id, org_name: name }) =>
          html`<a href="${partPath('orgs', { id })}"><bdi>${name}</bdi></a>`,
      },
      { key: 'state', label: 'State', cell: ({ state }) => stateTag(state) },
      { key: 'at', label: 'Since', cell: ({ renewal }) => (renewal ? dayWords(renewal.at, zone) : '') },
      { key: 'charter', label: 'Charter', cell: charterLink },
    ],
  })

const summary = ({ title, dueAt, startedAt, requiresCharter }: Campaign, zone: string, now: Date): Html => {
  const isOver = Date.parse(dueAt) <= now.getTime()
  return html`<section class="stack-s"><h2><bdi>${title}</bdi> <span class="tag ${isOver ? '' : 'good'}">${isOver ? 'Ended' : 'Open'}</span></h2><p class="soft">Started on ${dayWords(startedAt, zone)}, ${isOver ? 'ended' : 'ends'} ${moment(dueAt, zone)}${requiresCharter ? ', with a charter' : ''}. ${isOver ? 'Clubs can still confirm.' : 'Clubs that have not confirmed are reminded by themselves 14, 3 and 1 days before.'}</p></section>`
}

/** The yearly renewal: clubs by their state, and the form that starts the next one. */
export const renewalPart: PartOf = async (shown, context) => {
  const { query, filled, zone } = shown
  const found = await call(context, 'management', 'getOrgRenewal', {})
  if (!found.ok) return found
  const campaign = found.value
  if (!campaign)
    return html`${empty('No renewal yet', 'Once a year you can ask every club to confirm who leads it. Start the first renewal below.')}${startForm(filled)}`
  const state = filters
    .map(([value]) => value)
    .find((value): value is State => value !== '' && value === query.filter)
  const clubs = await call(context, 'management', 'listOrgRenewals', {
    state,
    limit: '50',
    cursor: query.cursor,
  })
  if (!clubs.ok) return clubs
  const { data, nextCursor } = clubs.value
  const isSent = filled.values.do === 'renewal-start'
  return html`${summary(campaign, zone, context.now())}${clubTable(data, shown)}${nextPageLink(partPath('renewal', { filter: query.filter }), nextCursor, 'More clubs')}${collapsible('Start a new renewal', html`<p class="soft">It replaces <bdi>${campaign.title}</bdi>, and every club has to confirm again.</p>${startForm(filled)}`, isSent)}`
}

const start: FormAction = ({ title = '', dueAt = '', requiresCharter }, context: PageContext) =>
  operation('management', 'startOrgRenewal', (_: FormInput) => ({
    title,
    dueAt: endOfDay(dueAt, pageScope(context).visit.timezone, context.now()) ?? dueAt,
    requiresCharter: requiresCharter === 'yes',
  }))({ do: 'renewal-start' }, context)

export const renewalActions: Readonly<Record<string, AreaAction>> = {
  'renewal-start': { part: 'renewal', done: 'renewal-started', run: start },
}
