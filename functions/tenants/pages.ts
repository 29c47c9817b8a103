import { createHash } from 'node:crypto'
import { type Answer, answer } from '../../lib/contract/reply.ts'
import type { TenantRecord } from '../../lib/identity/person/records.ts'
import { schoolAt } from '../../lib/identity/school/schools.ts'
import { findOwnCopy } from '../../lib/identity/school/tenants.ts'
import type { Operation } from '../../lib/operation.ts'
import type { Settings } from '../../lib/settings.ts'
import type { contract } from './contract.ts'
import { listPublicSchools } from './registry.ts'

type Rows = (typeof contract)['rows']

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

const style =
  'body{font:1.125rem/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem;color:#1a1a1a;' +
  'background:#fff}li{margin:.75rem 0}a{color:#0b4f9c}small{display:block;color:#4a4a4a}:root{color-scheme:light dark}' +
  '@media(prefers-color-scheme:dark){body{color:#ececf1;background:#16161a}a{color:#9cc4ff}small{color:#b5b5bf}}'

const fingerprint = createHash('sha256').update(style).digest('base64')

/** Allows one style sheet, by its fingerprint, and nothing else: no script, image, form or frame. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${fingerprint}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A page that works without script. `body` is HTML with escaped texts. */
export const page = (title: string, body: string): Answer<string> =>
  answer(
    `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title><style>${style}</style></head>
<body><main><h1>${escaped(title)}</h1>
${body}
</main></body>
</html>
`,
    { headers: { 'content-security-policy': policy } },
  )

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
  const details = [school.location, statusNote(school)].filter((text) => text !== '').map(escaped)
  return `<li><a href="${escaped(address)}"><bdi>${escaped(school.name)}</bdi></a><small>${details.join(' · ')}</small></li>`
}

/** Lists the public schools, each with a link to the requested page. */
export const selectSchool: Operation<Rows['selectSchool']> = async ({ next }, { table, settings }) => {
  const schools = await listPublicSchools(table)
  return page(
    'Choose your school',
    schools.length === 0
      ? '<p>No school has opened here yet.</p>'
      : `<ul>\n${schools.map((school) => schoolItem(settings, school, next)).join('\n')}\n</ul>`,
  )
}

/** Shows the status of a school that is closed. */
export const showTenantStatus: Operation<Rows['showTenantStatus']> = async (_, { table, tenant }) => {
  const school = await findOwnCopy(table, tenant.key)
  const name = school?.name ?? 'This school'
  if (!school || school.status === 'active' || school.status === 'hidden')
    return page(`${name} is open`, '<p><a href="/">Go on</a></p>')
  const text = statusNote(school) || statusTexts[school.status]
  return page(
    `${name} is currently unavailable`,
    `<p><bdi>${escaped(text)}</bdi></p>\n<p><a href="/">Try again</a></p>`,
  )
}
