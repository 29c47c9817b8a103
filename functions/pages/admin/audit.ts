import { dayMs } from '../../../lib/contract/time.ts'
import { call } from '../call.ts'
import { moment } from '../layout/dates.ts'
import { hidden } from '../layout/forms.ts'
import { type Html, html, nextPageLink, raw } from '../layout/page.ts'
import { dataTable } from '../layout/table.ts'
import { currentLocale, t } from '../locale.ts'
import { actionWords, auditActions, detailWords, targetWords } from '../school/audit-words.ts'
import { adminPath, type PartOf, partPath } from './admin.ts'

type Names = Readonly<Record<string, string>>

const places: Names = { organization: '/org/', event: '/event/' }

/** Things of which a school has one, so that an id says nothing. */
const hidesId = new Set([
  'approvalFlow',
  'eventSystemConfig',
  'managementConfig',
  'tenant',
  'saml',
  'finance',
  'renewal',
  'session',
  'notification',
  'export',
])

/** The beginning of an id, as far as people compare it. */
const shortId = (id: string): string => (id.length > 12 ? `${id.slice(0, 10)}\u2026` : id)

/** `isPlatform`: read on the platform host, which has pages of schools and of no club, event or person. */
type Reader = { readonly names: Names; readonly isPlatform: boolean }

/** The name of a person or thing, with a link to its page; its id where the name is unknown. */
const named = ({ names, isPlatform }: Reader, id: string, type = '', orgId?: string): Html => {
  if (id === 'system') return html`${t('The platform')}`
  const name = names[id]
  if (isPlatform && type === 'tenant') return html`<a href="${partPath('school', { id })}">${id}</a>`
  if (name === undefined && hidesId.has(type)) return html``
  if (isPlatform) return name === undefined ? html`<code>${id}</code>` : html`<bdi>${name}</bdi>`
  if (type === 'stakeholderRole')
    return html`<a href="${partPath('approvers', { id })}"><bdi>${id.replaceAll('-', ' ')}</bdi></a>`
  if (type === 'room') return html`<a href="${partPath('rooms', { id })}"><bdi>${id}</bdi></a>`
  const text = name === undefined ? html`<code>${shortId(id)}</code>` : html`<bdi>${name}</bdi>`
  if (type === 'domain')
    return name === undefined ? text : html`<a href="${partPath('domain', { id })}">${text}</a>`
  if (type === 'budget' && orgId)
    return html`<a href="/club-dashboard/${orgId}?part=budgets&amp;id=${id}">${text}</a>`
  const people = name && `${adminPath}?part=people&search=${encodeURIComponent(name)}`
  const path = places[type] ? `${places[type]}${id}` : people
  return path ? html`<a href="${path}">${text}</a>` : text
}

type Filter = Readonly<Record<'action' | 'from' | 'to' | 'school', string | undefined>>

const isDay = (typed: string | undefined): typed is string =>
  /^\d{4}-\d{2}-\d{2}$/.test(typed ?? '') && !Number.isNaN(Date.parse(`${typed}T00:00:00.000Z`))

/** The operation leaves out its last moment, and the filter includes its last day. */
const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + dayMs).toISOString().slice(0, 10)

/** Actions on the platform host: everything else is done at a school. */
const platformActions =
  /^(?:platform_admin|factor\.(?!assistance)|password|email\.verify|session\.(?!break_glass))/

const filterForm = ({ action, from, to, school }: Filter, isPlatform: boolean): Html => {
  const { language } = currentLocale()
  const known = Object.entries(auditActions)
    .filter(([value]) => !isPlatform || platformActions.test(value))
    .map(([value, text]) => [value, t(text)] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, language))
  const all = action && !(action in auditActions) ? [[action, actionWords(action)] as const, ...known] : known
  const day = (name: string, label: string, value = '') =>
    html`<span class="row"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="date" value="${value}"></span>`
  return html`<form class="filters" role="search" action="${adminPath}">${hidden('part', 'audit')}${school ? hidden('id', school) : ''}<label class="vh" for="filter">${t('Action')}</label><select id="filter" name="filter"><option value="">${t('All actions')}</option>${all.map(([value, text]) => html`<option value="${value}"${value === action ? raw(' selected') : ''}>${text}</option>`)}</select>${day('from', t('From'), from)}${day('to', t('Until'), to)}<button class="btn plain small">${t('Filter')}</button></form>`
}

/** Privileged actions with actor, object, time and network, newest first. */
export const auditPart: PartOf = async ({ query, zone }, context) => {
  const action = query.filter || (query.search ?? '').trim() || undefined
  const from = isDay(query.from) ? query.from : undefined
  const to = isDay(query.to) ? query.to : undefined
  const { platform: isPlatform } = context.tenant
  const school = isPlatform ? query.id || undefined : undefined
  const filter = filterForm({ action, from, to, school }, isPlatform && school === undefined)
  if (from && to && to < from)
    return html`${filter}<p class="tell bad" role="alert">${t('The last day is before the first day.')}</p>`
  const result = await call(context, 'audit', 'listAuditEntries', {
    limit: '50',
    names: 'true',
    action,
    from,
    to: to && dayAfter(to),
    cursor: query.cursor,
    tenant: school,
  })
  if (!result.ok) return result
  const { entries, nextCursor, names = {} } = result.value
  const reader = { names, isPlatform }
  const table = dataTable({
    caption: t('Audit log'),
    rows: entries,
    empty: [
      t('No entries'),
      action || from || to
        ? t('Privileged actions are recorded here permanently. Choose another action or period.')
        : t('Privileged actions are recorded here permanently.'),
    ],
    columns: [
      { key: 'at', label: t('Time'), cell: ({ at }) => moment(at, zone) },
      { key: 'action', label: t('Action'), isHeading: true, cell: (entry) => actionWords(entry.action) },
      {
        key: 'actor',
        label: t('By'),
        cell: ({ actor, actingAs }) =>
          actingAs
            ? t('{actor} as {person}', { actor: named(reader, actor), person: named(reader, actingAs) })
            : named(reader, actor),
      },
      {
        key: 'target',
        label: t('Affects'),
        cell: ({ action, targetType, targetId, detail }) =>
          html`${targetWords(targetType)} ${named(reader, targetId, targetType, detail?.orgId)}${detailWords(detail, action).map(([name, value]) => html`<br><small>${name}: <bdi>${value}</bdi></small>`)}`,
      },
      {
        key: 'ip',
        label: t('Network'),
        cell: ({ ipAddress }) => html`<span class="num">${ipAddress}</span>`,
      },
    ],
  })
  const scope = isPlatform
    ? ''
    : html`<p class="soft">${t('What members and officers do in their clubs is not in this log. Each budget shows its own history.')}</p>`
  return html`${scope}${filter}${table}${nextPageLink(partPath('audit', { id: school, filter: action, from, to }), nextCursor, t('Older'))}`
}
