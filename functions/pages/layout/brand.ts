import { contentPolicy, schoolSign } from '../../../lib/html/document.ts'
import type { Settings } from '../../../lib/settings.ts'
import { type PageContext, pageScope } from '../call.ts'
import { t } from '../locale.ts'
import { zoneWords } from './dates.ts'
import { stylePath } from './style.ts'

/** How a school looks on its pages. */
export type Brand = {
  readonly name: string
  readonly about: string
  readonly place: string
  /** Which clock the times of the pages are of. */
  readonly clock: string
  /** HTML of the logo, or of the initials. */
  readonly sign: string
  /** Address of the style sheet, with the school's colour as accent. */
  readonly style: string
  readonly policy: string
}

const local = ({ MEDIA_ORIGIN, production }: Settings): string =>
  MEDIA_ORIGIN ?? (production ? '' : 'http://localhost:3001')

/** Where Google keeps the pictures of people, which come with a sign-in. */
const portraits = ({ GOOGLE_CLIENT_IDS }: Settings): string =>
  GOOGLE_CLIENT_IDS === '' ? '' : 'https://lh3.googleusercontent.com'

/** `picture` is on another site, and the page shows it. */
export const brandOf = (context: PageContext, picture?: string): Brand => {
  const { tenant, settings } = context
  const { school, timezone } = pageScope(context).visit
  const name = tenant.platform ? 'Quad' : (school?.name ?? tenant.key)
  return {
    name,
    about: tenant.platform
      ? t('Campus life of many schools in one place.')
      : t('What is on at {name}: events, clubs and people.', { name }),
    place: school?.location ?? '',
    clock: t('All times in {zone}', { zone: zoneWords(timezone) }),
    sign: schoolSign(name, school?.logo),
    style: stylePath(school?.color),
    policy: contentPolicy(school?.logo, {
      pictures: [local(settings), portraits(settings), picture ? new URL(picture).origin : ''],
      // Without scripts nothing connects, but programs that measure a page request robots.txt from within it.
      rules: ["connect-src 'self'", "form-action 'self'"],
    }),
  }
}
