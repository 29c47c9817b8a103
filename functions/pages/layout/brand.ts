import type { Settings } from '../../../lib/settings.ts'
import { type PageContext, withinOf } from '../ask.ts'
import { zoneWords } from './dates.ts'
import { type Html, html } from './html.ts'
import { styleFingerprint } from './style.ts'

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

/** Pictures of this address and of the media store, the style sheet, forms to this address; nothing else. */
const policyOf = (settings: Settings, styles: readonly string[]): string =>
  [
    "default-src 'none'",
    `style-src ${[styleFingerprint, ...styles].join(' ')}`,
    `img-src 'self' data: ${local(settings)}`.trim(),
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
  const name = tenant.platform ? 'Quad' : (school?.name ?? tenant.key)
  return {
    name,
    about: tenant.platform
      ? 'Campus life of many schools in one place.'
      : `What is on at ${name}: events, clubs and people.`,
    place: school?.location ?? '',
    clock: tenant.platform ? '' : `Times of ${zoneWords(timezone)}`,
    sign: html`<span class="crest" aria-hidden="true">${initials(name)}</span>`,
    style: '',
    policy: plainPolicy(settings),
  }
}
