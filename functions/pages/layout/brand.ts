import type { OtherOperations } from '../../../lib/context.ts'
import type { Settings } from '../../../lib/settings.ts'
import { type PageContext, pageScope } from '../call.ts'
import { t } from '../locale.ts'
import { zoneWords } from './dates.ts'
import { type Html, html } from './html.ts'
import { stylePath } from './style.ts'

/** How a school looks on its pages. */
export type Brand = {
  readonly name: string
  readonly about: string
  readonly place: string
  /** Which clock the times of the pages are of. */
  readonly clock: string
  readonly sign: Html
  /** Address of the style sheet, with the school's colour as accent. */
  readonly style: string
  readonly policy: string
}

const local = ({ MEDIA_ORIGIN, production }: Settings): string =>
  MEDIA_ORIGIN ?? (production ? '' : 'http://localhost:3001')

const logoOf = (school: OtherOperations['visit']['school']): URL | undefined =>
  school?.logo && URL.canParse(school.logo) ? new URL(school.logo) : undefined

/** Where Google keeps the pictures of people, which come with a sign-in. */
const portraits = ({ GOOGLE_CLIENT_IDS }: Settings): string =>
  GOOGLE_CLIENT_IDS === '' ? '' : 'https://lh3.googleusercontent.com'

/**
 * The style sheet and forms of this address; pictures of this address, of the media store and of people at Google; nothing
 * else. Without scripts nothing connects, but programs that measure a page request robots.txt from within it.
 */
const policyOf = (settings: Settings, pictures = ''): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    ["img-src 'self' data:", local(settings), portraits(settings), pictures]
      .filter((one) => one !== '')
      .join(' '),
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => /^\p{Lu}/u.test(word))
    .map((word) => [...word][0] ?? '')
    .slice(0, 2)
    .join('') || ([...name][0] ?? 'Q').toUpperCase()

export const brandOf = (context: PageContext): Brand => {
  const { tenant, settings } = context
  const { school, timezone } = pageScope(context).visit
  const logo = logoOf(school)
  const name = tenant.platform ? 'Quad' : (school?.name ?? tenant.key)
  return {
    name,
    about: tenant.platform
      ? t('Campus life of many schools in one place.')
      : t('What is on at {name}: events, clubs and people.', { name }),
    place: school?.location ?? '',
    clock: tenant.platform ? '' : t('All times in {zone}', { zone: zoneWords(timezone) }),
    sign: logo
      ? html`<img src="${logo.href}" alt="" height="36">`
      : html`<span class="crest" aria-hidden="true">${initials(name)}</span>`,
    style: stylePath(school?.color),
    policy: policyOf(settings, logo?.origin),
  }
}
