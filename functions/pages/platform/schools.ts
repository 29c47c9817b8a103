import { partPath } from '../admin/admin.ts'
import { type Answer, call } from '../call.ts'
import { dateWords } from '../layout/dates.ts'
import type { Choice } from '../layout/forms.ts'
import { dataTable, type Html, html, sortRows } from '../layout/page.ts'
import { t, translateChoices } from '../locale.ts'
import type { PlatformPartOf, PlatformQuery } from './platform.ts'
import { statusChoices, statusTag } from './status.ts'

type School = Answer<'tenants', 'listTenants'>['tenants'][number]

const sortValues = {
  name: ({ name }: School) => name,
  status: ({ status }: School) => status,
  created: ({ createdAt }: School) => createdAt,
}

const matches = (school: School, { search = '', filter = '' }: PlatformQuery['query']): boolean => {
  const words = search.trim().toLowerCase()
  const isFound = [school.name, school.tenantKey, school.location, ...school.emailDomains].some((text) =>
    text.toLowerCase().includes(words),
  )
  return isFound && (filter === '' || school.status === filter)
}

const stateOf = ({ status, health }: School): Html =>
  html`<span class="tags">${statusTag(status)}${health.ok ? '' : html`<span class="tag bad">${t('Record damaged')}</span>`}</span>`

const schoolsTable = (schools: readonly School[], { query, zone }: PlatformQuery): Html => {
  const all: Choice = ['', t('All statuses')]
  return dataTable({
    caption: t('Schools'),
    address: partPath('schools'),
    values: { sort: query.sort, search: query.search, filter: query.filter },
    search: t('Search schools'),
    filters: [{ name: 'filter', label: t('Status'), choices: [all, ...translateChoices(statusChoices)] }],
    rows: sortRows(
      schools.filter((school) => matches(school, query)),
      query.sort ?? 'name',
      sortValues,
    ),
    empty:
      query.search || query.filter
        ? [t('No school found'), t('Try another word or another status.')]
        : [
            t('No schools yet'),
            t('Each school has its own address, people, clubs and events.'),
            { href: partPath('enrol'), text: t('Enroll a school') },
          ],
    columns: [
      {
        key: 'name',
        label: t('School'),
        sortable: true,
        cell: ({ tenantKey: id, name }) =>
          html`<a href="${partPath('school', { id })}"><bdi>${name}</bdi></a>`,
      },
      { key: 'status', label: t('Status'), sortable: true, cell: stateOf },
      { key: 'place', label: t('Place'), cell: ({ location }) => html`<bdi>${location}</bdi>` },
      {
        key: 'created',
        label: t('Enrolled'),
        sortable: true,
        cell: ({ createdAt }) => dateWords(createdAt, zone),
      },
      {
        key: 'site',
        label: t('Site'),
        cell: ({ tenantKey, subdomainUrl }) =>
          html`<a href="${subdomainUrl}/" aria-label="${t('Open the site of {key}', { key: tenantKey })}">${tenantKey}</a>`,
      },
    ],
  })
}

/** Every school with its state. */
export const schoolsPart: PlatformPartOf = async (shown, context) => {
  const result = await call(context, 'tenants', 'listTenants', {})
  if (!result.ok) return result
  return {
    actions: html`<a class="btn" href="${partPath('enrol')}">${t('Enroll a school')}</a>`,
    body: schoolsTable(result.value.tenants, shown),
  }
}
