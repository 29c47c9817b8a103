import { type AreaAction, adminPath, type PartOf, partPath, type Shown } from '../admin/admin.ts'
import { type Answer, call, type FormAction, type PageContext, readZone } from '../call.ts'
import { dateElement, dayWords, endOfDay, moment } from '../layout/dates.ts'
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
import { msg, t, translateChoices } from '../locale.ts'

type Campaign = NonNullable<Answer<'management', 'getOrgRenewal'>>
type Row = Answer<'management', 'listOrgRenewals'>['data'][number]
type State = Row['state']

const states: States = {
  open: ['warn', msg('Not confirmed')],
  confirmed: ['good', msg('Confirmed')],
  lapsed: ['bad', msg('Lapsed')],
}
const stateTag = tagged(states)
const filters = [
  ['', msg('All clubs')],
  ['open', msg('Not confirmed')],
  ['confirmed', msg('Confirmed')],
  ['lapsed', msg('Lapsed')],
] as const

const startForm = (filled: Filled): Html => {
  const own: Filled = filled.values.do === 'renewal-start' ? filled : { values: {} }
  const titleFields = [
    field(own, {
      name: 'title',
      label: t('Name of the renewal'),
      longest: 80,
      hint: t('Such as: Academic year 2026/27.'),
    }),
    field(own, {
      name: 'dueAt',
      label: t('Last day to confirm'),
      type: 'date',
      hint: t(
        'Owners are notified now, and 14, 3 and 1 days before unless their club has confirmed. A club that has not confirmed by then is marked as lapsed, and can still do everything.',
      ),
    }),
  ]
  return html`<form class="card stack" method="post" action="${adminPath}">${hidden('do', 'renewal-start')}<div>${titleFields}</div>${checkbox(own, 'requiresCharter', t('Each club has to link its charter'))}<button class="btn">${t('Start renewal and notify owners')}</button></form>`
}

const charterLink = ({ renewal }: Row): Html | string =>
  renewal?.charterUrl
    ? html`<a href="${renewal.charterUrl}" rel="noopener nofollow ugc">${t('Charter')}</a>`
    : ''

const clubTable = (rows: readonly Row[], { query, zone }: Shown): Html =>
  dataTable({
    caption: t('Clubs in the renewal'),
    address: partPath('renewal'),
    values: { filter: query.filter },
    filters: [{ name: 'filter', label: t('State'), choices: translateChoices(filters) }],
    rows,
    empty: [t('No clubs on this page'), t('Choose another state, or continue to the next page.')],
    columns: [
      {
        key: 'name',
        label: t('Club'),
        cell: ({ _id: id, org_name: name }) =>
          html`<a href="${partPath('orgs', { id })}"><bdi>${name}</bdi></a>`,
      },
      { key: 'state', label: t('State'), cell: ({ state }) => stateTag(state) },
      { key: 'at', label: t('Since'), cell: ({ renewal }) => (renewal ? dateElement(renewal.at, zone) : '') },
      { key: 'charter', label: t('Charter'), cell: charterLink },
    ],
  })

const summary = ({ title, dueAt, startedAt, requiresCharter }: Campaign, zone: string, now: Date): Html => {
  const isOver = Date.parse(dueAt) <= now.getTime()
  const dates = { start: dayWords(startedAt, zone), end: moment(dueAt, zone) }
  const times = isOver
    ? t('Started on {start}, ended {end}.', dates)
    : t('Started on {start}, ends {end}.', dates)
  const note = isOver
    ? t('Clubs can still confirm.')
    : t('Clubs that have not confirmed are reminded automatically 14, 3 and 1 days before.')
  return html`<section class="stack-s"><h2><bdi>${title}</bdi> <span class="tag ${isOver ? '' : 'good'}">${isOver ? t('Ended') : t('Open')}</span></h2><p class="soft">${times} ${requiresCharter ? `${t('Each club has to link its charter.')} ` : ''}${note}</p></section>`
}

/** The yearly renewal: clubs by their state, and the form that starts the next one. */
export const renewalPart: PartOf = async (shown, context) => {
  const { query, filled, zone } = shown
  const found = await call(context, 'management', 'getOrgRenewal', {})
  if (!found.ok) return found
  const campaign = found.value
  if (!campaign)
    return html`${empty(t('No renewal yet'), t('Once a year you can ask every club to confirm who leads it. Start the first renewal below.'))}${startForm(filled)}`
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
  return html`${summary(campaign, zone, context.now())}${clubTable(data, shown)}${nextPageLink(partPath('renewal', { filter: query.filter }), nextCursor, t('More clubs'))}${collapsible(t('Start a new renewal'), html`<p class="soft">${t('It replaces {renewal}, and every club has to confirm again.', { renewal: html`<bdi>${campaign.title}</bdi>` })}</p>${startForm(filled)}`, isSent)}`
}

const start: FormAction = async ({ title = '', dueAt = '', requiresCharter }, context: PageContext) => {
  const zone = await readZone(context)
  return call(context, 'management', 'startOrgRenewal', {
    title,
    dueAt: endOfDay(dueAt, zone) ?? dueAt,
    requiresCharter: requiresCharter === 'yes',
  })
}

export const renewalActions: Readonly<Record<string, AreaAction>> = {
  'renewal-start': { part: 'renewal', done: 'renewal-started', run: start },
}
