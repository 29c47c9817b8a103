import { isReview, type PageQuery, partPath, refusalAbove } from '../admin/admin.ts'
import { type PageContext, pageScope, type Refusal } from '../call.ts'
import type { Filled } from '../layout/forms.ts'
import { type ConsoleLink, consoleFrame, type Html, html, pageOf, refusedPage } from '../layout/page.ts'
import { msg, t } from '../locale.ts'

export type PlatformQuery = {
  readonly query: PageQuery
  readonly filled: Filled
  readonly zone: string
}

/** A part of the console: below a heading of its own, or below the title of its section. */
type PlatformPart = {
  readonly heading?: string | Html
  readonly about?: string | Html
  /** Beside the heading. */
  readonly actions?: Html
  readonly body: Html
  /** Address of a picture on another site that the part shows. */
  readonly picture?: string | undefined
}

export type PlatformPartOf = (
  shown: PlatformQuery,
  context: PageContext,
) => Promise<PlatformPart | { readonly refusal: Refusal }>

const schools = msg('Schools')

/** Parts by the name that their address has, each with its section. */
const parts: Readonly<Record<string, readonly [section: string, load: () => Promise<PlatformPartOf>]>> = {
  schools: [schools, async () => (await import('./schools.ts')).schoolsPart],
  enrol: [schools, async () => (await import('./enrolment.ts')).enrolmentPart],
  school: [schools, async () => (await import('./school.ts')).schoolPart],
  administrators: [
    msg('Administrators'),
    async () => (await import('./administrators.ts')).administratorsPart,
  ],
  audit: [msg('Audit log'), async () => (await import('./audit.ts')).platformAuditPart],
  health: [msg('Platform health'), async () => (await import('./health.ts')).healthPart],
}

const sections: readonly (readonly [part: string, text: string, icon: ConsoleLink['icon']])[] = [
  ['schools', schools, 'host'],
  ['administrators', msg('Administrators'), 'shield'],
  ['audit', msg('Audit log'), 'list'],
  ['health', msg('Platform health'), 'chart'],
]

/** The console of the platform: schools, the people who run the platform, what they did, and how the platform is. */
export const platformPage = async (query: PageQuery, filled: Filled, context: PageContext) => {
  const named = query.part ?? ''
  const [section, load] = (Object.hasOwn(parts, named) ? parts[named] : parts.schools) ?? []
  const zone = pageScope(context).visit.timezone
  const partOf = await load?.()
  const shown = partOf ? await partOf({ query, filled, zone }, context) : { body: html`` }
  if ('refusal' in shown) return refusedPage(context, shown.refusal)
  const title = t(section ?? schools)
  const { heading = title, body, picture, ...more } = shown
  return pageOf(context, {
    title,
    body: consoleFrame({
      label: t('Platform'),
      links: sections.map(([part, text, icon]) => ({
        href: partPath(part),
        text: t(text),
        icon,
        isCurrent: text === section,
      })),
      heading,
      ...more,
      body: html`${refusalAbove(filled, body)}${body}`,
    }),
    done: query.done,
    isKept: isReview(filled),
    refusal: filled.refusal,
    picture,
  })
}
