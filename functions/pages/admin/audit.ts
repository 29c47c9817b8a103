import { call } from '../call.ts'
import { moment } from '../layout/dates.ts'
import { hidden } from '../layout/forms.ts'
import { type Html, html, nextPageLink, raw } from '../layout/page.ts'
import { dataTable } from '../layout/table.ts'
import { currentLocale, msg, t } from '../locale.ts'
import { adminPath, type PartOf, partPath } from './admin.ts'

type Names = Readonly<Record<string, string>>

/** Recorded actions in words. Other actions are shown by their own name. */
const actions: Names = {
  'account.leave': msg('Left the school'),
  'account.secured': msg('Account secured'),
  'announcement.send': msg('Announcement sent'),
  'approvals.delegate': msg('Decision delegated'),
  'approvals.flow': msg('Approval steps changed'),
  'approvals.role.assign': msg('Approver appointed'),
  'approvals.role.create': msg('Approver role created'),
  'approvals.role.unassign': msg('Approver removed'),
  'approvals.role.update': msg('Approver role changed'),
  'approvals.settings': msg('Event settings changed'),
  'export.finished': msg('Export finished'),
  'factor.assistance': msg('Lost second factor handled'),
  'finance.config': msg('Budget settings changed'),
  'identity.link': msg('Sign-in method linked'),
  'identity.unlink': msg('Sign-in method removed'),
  'impersonation.start': msg('Impersonation started'),
  'impersonation.stop': msg('Impersonation ended'),
  'management.config': msg('Club settings changed'),
  'notification.batch': msg('Notifications sent'),
  'notification.create': msg('Notification sent'),
  'notification.system': msg('Announcement to the school sent'),
  'organization.delete': msg('Club deleted'),
  'organization.restore': msg('Club restored'),
  'platform_admin.add': msg('Platform administrator added'),
  'platform_admin.remove': msg('Platform administrator removed'),
  'saml.configure': msg('Identity provider changed'),
  'session.break_glass': msg('Signed in by an exemption'),
  'tenant.door': msg('Sign-in rules changed'),
  'tenant.email_domain.remove': msg('Mail domain removed'),
  'tenant.email_domain.verify': msg('Mail domain verified'),
  'tenant.roster': msg('Roster changed'),
  'tenant.second_factor': msg('Second-factor rules changed'),
  'user.access': msg('Access suspended or restored'),
  'user.roles': msg('Role changed'),
  'verification.submit': msg('Verification requested'),
  'verification.review': msg('Verification reviewed'),
}

const actionWords = (action: string): string => {
  const text = actions[action]
  return text === undefined ? action.replaceAll(/[._]/g, ' ') : t(text)
}

/** Kinds of things that an action affects. */
const targets: Names = {
  budget: msg('Budget'),
  domain: msg('Domain'),
  event: msg('Event'),
  export: msg('Export'),
  finance: msg('Budget settings'),
  form: msg('Form'),
  globalUser: msg('Account'),
  notification: msg('Notification'),
  organization: msg('Club'),
  renewal: msg('Renewal'),
  room: msg('Room'),
  saml: msg('Identity provider'),
  session: msg('Session'),
  tenant: msg('School'),
  user: msg('Person'),
}

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
  const { language } = currentLocale()
  const known = Object.entries(actions)
    .map(([value, text]) => [value, t(text)] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, language))
  const all = action && !(action in actions) ? [[action, action] as const, ...known] : known
  const day = (name: string, label: string, value = '') =>
    html`<label for="${name}">${label}</label><input id="${name}" name="${name}" type="date" value="${value}">`
  return html`<form class="filters" role="search" action="${adminPath}">${hidden('part', 'audit')}<label class="vh" for="filter">${t('Action')}</label><select id="filter" name="filter"><option value="">${t('All actions')}</option>${all.map(([value, text]) => html`<option value="${value}"${value === action ? raw(' selected') : ''}>${text}</option>`)}</select>${day('from', t('From'), from)}${day('to', t('Before'), to)}<button class="btn plain small">${t('Filter')}</button></form>`
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
    caption: t('Audit log'),
    rows: entries,
    empty: [
      t('No entries'),
      t('Privileged actions are recorded here permanently. Choose another action or period.'),
    ],
    columns: [
      { key: 'at', label: t('Time'), cell: ({ at }) => moment(at, zone) },
      { key: 'action', label: t('Action'), isHeading: true, cell: (entry) => actionWords(entry.action) },
      {
        key: 'actor',
        label: t('By'),
        cell: ({ actor, actingAs }) =>
          actingAs
            ? t('{actor} as {person}', { actor: named(names, actor), person: named(names, actingAs) })
            : named(names, actor),
      },
      {
        key: 'target',
        label: t('Affects'),
        cell: ({ targetType, targetId, detail }) =>
          html`${t(targets[targetType] ?? targetType)} ${named(names, targetId, targetType)}${Object.entries(detail ?? {}).map(([name, value]) => html`<br><small><bdi>${name}: ${value}</bdi></small>`)}`,
      },
      { key: 'ip', label: t('Network'), cell: ({ ipAddress }) => ipAddress },
    ],
  })
  return html`${filterForm({ action, from, to })}${table}${nextPageLink(partPath('audit', { filter: action, from, to }), nextCursor, t('Older'))}`
}
