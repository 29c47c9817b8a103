import { call } from '../call.ts'
import { moment } from '../layout/dates.ts'
import { hidden } from '../layout/forms.ts'
import { type Html, html, nextPageLink, raw } from '../layout/page.ts'
import { dataTable } from '../layout/table.ts'
import { adminPath, type PartOf, partPath } from './admin.ts'

/** Recorded actions in words. Other actions are shown by their own name. */
const actions: Readonly<Record<string, string>> = {
  'account.leave': 'Left the school',
  'account.secured': 'Account secured',
  'announcement.send': 'Announcement sent',
  'approvals.delegate': 'Decision delegated',
  'approvals.flow': 'Approval steps changed',
  'approvals.role.assign': 'Approver appointed',
  'approvals.role.create': 'Approver role created',
  'approvals.role.unassign': 'Approver removed',
  'approvals.role.update': 'Approver role changed',
  'approvals.settings': 'Event settings changed',
  'export.finished': 'Export finished',
  'factor.assistance': 'Lost second factor handled',
  'finance.config': 'Budget settings changed',
  'identity.link': 'Sign-in method linked',
  'identity.unlink': 'Sign-in method removed',
  'impersonation.start': 'Impersonation started',
  'impersonation.stop': 'Impersonation ended',
  'management.config': 'Club settings changed',
  'notification.batch': 'Notifications sent',
  'notification.create': 'Notification sent',
  'notification.system': 'Announcement to the school sent',
  'organization.delete': 'Club deleted',
  'organization.restore': 'Club restored',
  'platform_admin.add': 'Platform administrator added',
  'platform_admin.remove': 'Platform administrator removed',
  'saml.configure': 'Identity provider changed',
  'session.break_glass': 'Signed in by an exemption',
  'tenant.door': 'Sign-in rules changed',
  'tenant.email_domain.remove': 'Mail domain removed',
  'tenant.email_domain.verify': 'Mail domain verified',
  'tenant.roster': 'Roster changed',
  'tenant.second_factor': 'Second-factor rules changed',
  'user.access': 'Access suspended or restored',
  'user.roles': 'Role changed',
  'verification.review': 'Verification reviewed',
}

const actionWords = (action: string): string => actions[action] ?? action.replaceAll(/[._]/g, ' ')

type Names = Readonly<Record<string, string>>
const places: Names = { organization: '/org/', event: '/event/' }

/** The name of a person or thing, with a link to its page; its id where the name is unknown. */
const named = (names: Names, id: string, type = ''): Html => {
  const name = names[id]
  const text = name === undefined ? html`<code>${id}</code>` : html`<bdi>${name}</bdi>`
  const people = name && `${adminPath}?part=people&search=${encodeURIComponent(name)}`
  const path = places[type] ? `${places[type]}${id}` : people
  return path ? html`<a href="${path}">${text}</a>` : text
}

const isDay = (typed: string | undefined): typed is string => /^\d{4}-\d{2}-\d{2}$/.test(typed ?? '')

const filterForm = ({ action, from, to }: Readonly<Record<string, string | undefined>>): Html => {
  const known = Object.entries(actions).sort(([, a], [, b]) => a.localeCompare(b, 'en'))
  const all = action && !(action in actions) ? [[action, action] as const, ...known] : known
  const day = (name: string, label: string, value = '') =>
    html`<label for="${name}">${label}</label><input id="${name}" name="${name}" type="date" value="${value}">`
  return html`<form class="filters" role="search" action="${adminPath}">${hidden('part', 'audit')}<label class="vh" for="filter">Action</label><select id="filter" name="filter"><option value="">All actions</option>${all.map(([value, text]) => html`<option value="${value}"${value === action ? raw(' selected') : ''}>${text}</option>`)}</select>${day('from', 'From', from)}${day('to', 'Before', to)}<button class="btn plain small">Filter</button></form>`
}

/** Privileged actions with actor, object, time and network, newest first. */
export const auditPart: PartOf = async ({ query, zone }, context) => {
  const action = query.filter || (query.search ?? '').trim() || undefined
  const from = isDay(query.from) ? query.from : undefined
  const to = isDay(query.to) ? query.to : undefined
  const result = await call(context, 'audit', 'listAuditEntries', {
    limit: '50',
    names: 'true',
    action,
    from,
    to,
    cursor: query.cursor,
  })
  if (!result.ok) return result
  const { entries, nextCursor, names = {} } = result.value
  const table = dataTable({
    caption: 'Audit log',
    rows: entries,
    empty: [
      'No entries',
      'Privileged actions are recorded here permanently. Choose another action or period.',
    ],
    columns: [
      { key: 'at', label: 'Time', cell: ({ at }) => moment(at, zone) },
      { key: 'action', label: 'Action', isHeading: true, cell: (entry) => actionWords(entry.action) },
      {
        key: 'actor',
        label: 'By',
        cell: ({ actor, actingAs }) =>
          html`${named(names, actor)}${actingAs ? html` as ${named(names, actingAs)}` : ''}`,
      },
      {
        key: 'target',
        label: 'Affects',
        cell: ({ targetType, targetId, detail }) =>
          html`${targetType} ${named(names, targetId, targetType)}${Object.entries(detail ?? {}).map(([name, value]) => html`<br><small><bdi>${name}: ${value}</bdi></small>`)}`,
      },
      { key: 'ip', label: 'Network', cell: ({ ipAddress }) => ipAddress },
    ],
  })
  return html`${filterForm({ action, from, to })}${table}${nextPageLink(partPath('audit', { filter: action, from, to }), nextCursor, 'Older')}`
}
