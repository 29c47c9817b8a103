import type { Context } from '../../lib/context.ts'
import { type Answer, answer } from '../../lib/contract/reply.ts'
import { escapeHtml } from '../../lib/html/document.ts'
import { frameOf, htmlPage, type Link, type PageFrame } from '../../lib/html/page.ts'
import { msg } from '../../lib/html/texts.ts'
import type { TenantRecord } from '../../lib/identity/person/records.ts'
import { originOf, platformKey, schoolAt } from '../../lib/identity/school/schools.ts'
import { findOwnCopy } from '../../lib/identity/school/tenants.ts'
import type { Operation } from '../../lib/operation.ts'
import type { Settings } from '../../lib/settings.ts'
import type { contract } from './contract.ts'
import { listPublicSchools } from './registry.ts'

type Rows = (typeof contract)['rows']

type Body = { readonly title: string; readonly body: string; readonly link: Link }

/** A page that works without script. `body` is HTML with escaped texts. */
const page = ({ device }: Context<'anyone'>, frame: PageFrame, shown: Body): Answer<string> => {
  const made = htmlPage(frame, { ...shown, query: device.rawQuery ?? '' })
  return answer(made.page, { headers: made.headers })
}

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
  coming_soon: msg('Opens soon.'),
  maintenance: msg('Closed for now.'),
}

const closedTitle = ({ name, status }: TenantRecord, { t }: PageFrame): string =>
  status === 'coming_soon' ? t('{name} opens soon', { name }) : t('{name} is closed for now', { name })

/** A closed school's status, and its own message. */
const statusNote = ({ status, statusMessage }: TenantRecord, { t }: PageFrame): string =>
  statusTexts[status] === '' ? '' : `${t(statusTexts[status])} ${statusMessage}`.trim()

const schoolItem = (
  settings: Settings,
  school: TenantRecord,
  next: string | undefined,
  frame: PageFrame,
): string => {
  const address = addressAt(schoolAt(settings, school.tenantKey).origin, next)
  const details = [school.location, statusNote(school, frame)].filter((text) => text !== '').map(escapeHtml)
  return `<li><div><h2><a href="${escapeHtml(address)}"><bdi>${escapeHtml(school.name)}</bdi></a></h2><p class="soft"><bdi>${details.join(' · ')}</bdi></p></div></li>`
}

/** Lists the public schools, each with a link to the requested page. */
export const selectSchool: Operation<Rows['selectSchool']> = async ({ next }, context) => {
  const { table, settings } = context
  const [schools, frame] = await Promise.all([listPublicSchools(table), frameOf(context)])
  const { t } = frame
  const items = schools.map((school) => schoolItem(settings, school, next, frame))
  return page(context, frame, {
    title: t('Choose your school'),
    body:
      items.length === 0
        ? `<p>${escapeHtml(t('No school has opened here yet.'))}</p>`
        : `<ul class="list">\n${items.join('\n')}\n</ul>`,
    link: { href: '/docs', label: t('Documentation') },
  })
}

/** Shows the status of a school that is closed. */
export const showTenantStatus: Operation<Rows['showTenantStatus']> = async (_, context) => {
  const { table, tenant } = context
  const school = await findOwnCopy(table, tenant.key)
  const frame = await frameOf({ ...context, school })
  const { t } = frame
  const name = school?.name ?? t('This school')
  if (!school || school.status === 'active' || school.status === 'hidden')
    return page(context, frame, {
      title: t('{name} is open', { name }),
      body: '',
      link: { href: '/', label: t('Continue') },
    })
  const platform = originOf(context.settings, platformKey)
  const others =
    platform === tenant.origin
      ? ''
      : `<p><a href="${escapeHtml(platform)}/select-school">${escapeHtml(t('Other schools'))}</a></p>`
  return page(context, frame, {
    title: closedTitle(school, frame),
    body: `${school.statusMessage === '' ? '' : `<p><bdi>${escapeHtml(school.statusMessage)}</bdi></p>`}<p>${escapeHtml(
      school.status === 'coming_soon'
        ? t('Until it opens, only its administrators can use it. Ask them when it opens.')
        : t('Until it opens again, only its administrators can use it. Ask them when it opens.'),
    )}</p>${others}`,
    link: { href: '/', label: t('Try again') },
  })
}
