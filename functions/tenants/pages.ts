import type { Answer } from '../../lib/contract/reply.ts'
import type { TenantRecord } from '../../lib/identity/person/records.ts'
import { schoolAt } from '../../lib/identity/school/schools.ts'
import type { Settings } from '../../lib/settings.ts'
import { escaped, page } from './page.ts'

const longestNext = 2048

/**
 * Where a link leads: a path at the school's own address, whatever was asked for. What is no such path is its front page.
 */
export const addressAt = (origin: string, next = '/'): string => {
  const path = next.length <= longestNext && /^\/(?![/\\])/.test(next) ? next : '/'
  const { pathname, search } = new URL(path, origin)
  // Dots in a path can leave two slashes in front, which would name a host.
  return `${origin}${pathname.replace(/^[/\\]+/, '/')}${search}`
}

const words: Readonly<Record<TenantRecord['status'], string>> = {
  active: '',
  hidden: '',
  coming_soon: 'Opens soon.',
  maintenance: 'Closed for maintenance.',
}

const note = ({ status, statusMessage }: TenantRecord): string => statusMessage || words[status]

const line = (settings: Settings, school: TenantRecord, next: string | undefined): string => {
  const address = addressAt(schoolAt(settings, school.tenantKey).origin, next)
  const details = [school.location, note(school)].filter((text) => text !== '').map(escaped)
  return `<li><a href="${escaped(address)}"><bdi>${escaped(school.name)}</bdi></a><small>${details.join(' · ')}</small></li>`
}

/** The schools that everybody may know of, each with a link to the page that was asked for. */
export const schoolsPage = (
  settings: Settings,
  schools: readonly TenantRecord[],
  next: string | undefined,
): Answer<string> =>
  page(
    'Choose your school',
    schools.length === 0
      ? '<p>No school has opened here yet.</p>'
      : `<ul>\n${schools.map((school) => line(settings, school, next)).join('\n')}\n</ul>`,
  )

/** What a school says of itself while it is closed. */
export const statusPage = (school: TenantRecord | undefined): Answer<string> => {
  const name = school?.name ?? 'This school'
  if (!school || school.status === 'active' || school.status === 'hidden')
    return page(`${name} is open`, '<p><a href="/">Go on</a></p>')
  const text = note(school) || words[school.status]
  return page(
    `${name} is currently unavailable`,
    `<p><bdi>${escaped(text)}</bdi></p>\n<p><a href="/">Try again</a></p>`,
  )
}
