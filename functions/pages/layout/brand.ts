import type { OtherOperations } from '../../../lib/context.ts'
import type { Settings } from '../../../lib/settings.ts'
import { type PageContext, withinOf } from '../ask.ts'
import { zoneWords } from './dates.ts'
import { type Html, html } from './html.ts'
import { fingerprintOf, styleFingerprint } from './style.ts'

/** How a school looks on its pages. */
export type Brand = {
  readonly name: string
  readonly about: string
  readonly place: string
  /** Which clock the times of the pages are of. */
  readonly clock: string
  readonly sign: Html
  /** Colours of its own, beside the style sheet. */
  readonly style: string
  readonly policy: string
}

const local = ({ MEDIA_ORIGIN, production }: Settings): string =>
  MEDIA_ORIGIN ?? (production ? '' : 'http://localhost:3001')

const channel = (hex: string, at: number): number => {
  const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** White on dark colours, black on light ones: whichever is easier to read (WCAG 2.2, relative luminance). */
const inkOn = (hex: string): string => {
  const light = 0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5)
  return (light + 0.05) / 0.05 > 1.05 / (light + 0.05) ? '#000' : '#fff'
}

const isColor = (given: string | undefined): given is string => /^#[0-9a-f]{6}$/i.test(given ?? '')

const styleFor = (color: string | undefined): string =>
  isColor(color) ? `:root{--brand:${color};--on-brand:${inkOn(color)}}` : ''

const logoOf = (school: OtherOperations['visit']['school']): URL | undefined =>
  school?.logo && URL.canParse(school.logo) ? new URL(school.logo) : undefined

/** Where Google keeps the pictures of people, which come with a sign-in. */
const portraits = ({ GOOGLE_CLIENT_IDS }: Settings): string =>
  GOOGLE_CLIENT_IDS === '' ? '' : 'https://lh3.googleusercontent.com'

/**
 * Pictures of this address, of the media store and of Google's people, the style sheet, forms to this address; nothing else.
 * Without scripts nothing connects, but who measures a page looks for robots.txt from within it.
 */
const policyOf = (settings: Settings, styles: readonly string[], pictures = ''): string =>
  [
    "default-src 'none'",
    `style-src ${[styleFingerprint, ...styles].join(' ')}`,
    ["img-src 'self' data:", local(settings), portraits(settings), pictures]
      .filter((one) => one !== '')
      .join(' '),
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const policies = new WeakMap<Settings, string>()
const plainPolicy = (settings: Settings): string => {
  const policy = policies.get(settings) ?? policyOf(settings, [])
  policies.set(settings, policy)
  return policy
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => /^\p{Lu}/u.test(word))
    .map((word) => [...word][0] ?? '')
    .slice(0, 2)
    .join('') || ([...name][0] ?? 'Q').toUpperCase()

export const brandOf = (context: PageContext): Brand => {
  const { tenant, settings } = context
  const { school, timezone } = withinOf(context).visit
  const style = styleFor(school?.color)
  const logo = logoOf(school)
  const name = tenant.platform ? 'Quad' : (school?.name ?? tenant.key)
  return {
    name,
    about: tenant.platform
      ? 'Campus life of many schools in one place.'
      : `What is on at ${name}: events, clubs and people.`,
    place: school?.location ?? '',
    clock: tenant.platform ? '' : `Times of ${zoneWords(timezone)}`,
    sign: logo
      ? html`<img src="${logo.href}" alt="" height="32">`
      : html`<span class="crest" aria-hidden="true">${initials(name)}</span>`,
    style,
    policy:
      style === '' && logo === undefined
        ? plainPolicy(settings)
        : policyOf(settings, style === '' ? [] : [fingerprintOf(style)], logo?.origin),
  }
}
