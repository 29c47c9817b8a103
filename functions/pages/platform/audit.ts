import { partPath } from '../admin/admin.ts'
import { auditPart } from '../admin/audit.ts'
import { type Answer, call } from '../call.ts'
import { moment } from '../layout/dates.ts'
import { dataTable, type Html, html } from '../layout/page.ts'
import { t } from '../locale.ts'
import type { PlatformPartOf } from './platform.ts'

type School = Answer<'tenants', 'getManagedTenants'>['tenants'][number]

const mostSchools = 10

/** The schools that changed last, each with its own log, which has its changes by the platform. */
const schoolLogs = (schools: readonly School[], zone: string): Html => {
  const latest = [...schools].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt)).slice(0, mostSchools)
  const table = dataTable({
    caption: t('Logs of schools'),
    rows: latest,
    empty: [
      t('No schools yet'),
      t('Each school has its own address, people, clubs and events.'),
      { href: partPath('enrol'), text: t('Enroll a school') },
    ],
    columns: [
      { key: 'name', label: t('School'), cell: ({ name }) => html`<bdi>${name}</bdi>` },
      { key: 'changed', label: t('Last changed'), cell: ({ updatedAt }) => moment(updatedAt, zone) },
      {
        key: 'log',
        label: t('Audit log'),
        cell: ({ tenantKey: id, name }) =>
          html`<a href="${partPath('audit', { id })}" aria-label="${t('Open log of {name}', { name })}">${t('Open log')}</a>`,
      },
    ],
  })
  const all =
    schools.length > latest.length
      ? html`<p><a href="${partPath('schools')}">${t('All schools')}</a></p>`
      : ''
  return html`<section class="stack"><h2>${t('Changes of schools')}</h2><p class="soft">${t('When you enroll, change, open or close a school, the entry is in the log of that school.')}</p>${table}${all}</section>`
}

/** The platform's own audit log, or that of a school. */
export const platformAuditPart: PlatformPartOf = async ({ query, filled, zone }, context) => {
  const waiting = { events: [], nextCursor: null, isStaff: true, others: [], hasMoreOthers: false }
  const { id } = query
  const [body, schools] = await Promise.all([
    auditPart({ query, filled, isStaff: true, zone, waiting, openBudgets: 0 }, context),
    call(context, 'tenants', 'getManagedTenants', {}),
  ])
  if ('refusal' in body) return body
  if (!schools.ok) return schools
  const { tenants } = schools.value
  if (!id)
    return {
      about: t('Privileged actions at schools and on this site.'),
      body: html`${schoolLogs(tenants, zone)}<section class="stack"><h2>${t('Changes on this site')}</h2><p class="soft">${t('Platform administrators who were added or removed, and changes of the accounts of people who signed in on this site.')}</p>${body}</section>`,
    }
  const name = tenants.find(({ tenantKey }) => tenantKey === id)?.name ?? id
  return {
    heading: t('Audit log of {name}', { name: html`<bdi>${name}</bdi>` }),
    about: html`<a href="${partPath('school', { id })}">${t('Back to the school')}</a>`,
    body,
  }
}
