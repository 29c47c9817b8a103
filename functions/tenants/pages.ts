import { type Answer, answer } from '../../lib/contract/reply.ts'
import { escapeHtml, htmlPage, htmlPageHeaders } from '../../lib/html-page.ts'
import type { TenantRecord } from '../../lib/identity/person/records.ts'
import { schoolAt } from '../../lib/identity/school/schools.ts'
import { findOwnCopy } from '../../lib/identity/school/tenants.ts'
import type { Operation } from '../../lib/operation.ts'
import type { Settings } from '../../lib/settings.ts'
import type { contract } from './contract.ts'
import { listPublicSchools } from './registry.ts'

type Rows = (typeof contract)['rows']

type Link = { readonly href: string; readonly label: string }

/** A page that works without script. `body` is HTML with escaped texts. */
const page = (title: string, body: string, link: Link): Answer<string> =>
  answer(htmlPage({ title, body, link }), { headers: htmlPageHeaders() })

const longestNext = 2048

/** Address of a link: a path at the school's own address. Any other input leads to the front page. */
export const addressAt = (origin: string, next = '/'): string => {
  const path = next.length <= longestNext && /^\/(?![/\\])/.test(next) ? next : '/'
  const { pathname, search } = new URL(path, origin)
  // Dots in a path can leave two leading slashes, which would name a host.
  return `${origin}${pathname.replace(/^[/\\]+/, '/')}${search}`
}

const statusTexts: Readonly<Record<TenantRecord['status'], string>> = {
  active: '',
  hidden: '',
  coming_soon: 'Opens soon.',
  maintenance: 'Closed for maintenance.',
}

const statusNote = ({ status, statusMessage }: TenantRecord): string => statusMessage || statusTexts[status]

const schoolItem = (settings: Settings, school: TenantRecord, next: string | undefined): string => {
  const address = addressAt(schoolAt(settings, school.tenantKey).origin, next)
  const details = [school.location, statusNote(school)].filter((text) => text !== '').map(escapeHtml)
  return `<li><a href="${escapeHtml(address)}"><bdi>${escapeHtml(school.name)}</bdi></a><small>${details.join(' · ')}</small></li>`
}

/** Lists the public schools, each with a link to the requested page. */
export const selectSchool: Operation<Rows['selectSchool']> = async ({ next }, { table, settings }) => {
  const schools = await listPublicSchools(table)
  return page(
    'Choose your school',
    schools.length === 0
      ? '<p>No school has opened here yet.</p>'
      : `<ul>\n${schools.map((school) => schoolItem(settings, school, next)).join('\n')}\n</ul>`,
    { href: '/docs', label: 'Documentation' },
  )
}

/** Shows the status of a school that is closed. */
export const showTenantStatus: Operation<Rows['showTenantStatus']> = async (_, { table, tenant }) => {
  const school = await findOwnCopy(table, tenant.key)
  const name = school?.name ?? 'This school'
  if (!school || school.status === 'active' || school.status === 'hidden')
    return page(`${name} is open`, '', { href: '/', label: 'Continue' })
  const text = statusNote(school) || statusTexts[school.status]
  return page(`${name} is currently unavailable`, `<p><bdi>${escapeHtml(text)}</bdi></p>`, {
    href: '/',
    label: 'Try again',
  })
}
