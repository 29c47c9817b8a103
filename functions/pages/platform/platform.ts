import { adminPath, type PageQuery, type PartOf, refusalAbove } from '../admin/admin.ts'
import { type PageContext, pageScope } from '../call.ts'
import type { Filled } from '../layout/forms.ts'
import { html, pageOf, refusedPage, type Tab, tabs } from '../layout/page.ts'
import { msg, t, translateChoices } from '../locale.ts'

const parts: Readonly<Record<string, () => Promise<PartOf>>> = {
  schools: async () => (await import('./schools.ts')).schoolsPart,
  administrators: async () => (await import('./administrators.ts')).administratorsPart,
  school: async () => (await import('./school.ts')).schoolPart,
}

const shownTabs: readonly Tab[] = [
  ['schools', msg('Schools')],
  ['administrators', msg('Administrators')],
]

/** The console of the platform: schools, and the people who run the platform. */
export const platformPage = async (query: PageQuery, filled: Filled, context: PageContext) => {
  const named = query.part ?? ''
  const part = Object.hasOwn(parts, named) ? named : 'schools'
  const shownPart = await parts[part]?.()
  const zone = pageScope(context).visit.timezone
  const waiting = { events: [], nextCursor: null, isStaff: true }
  const shown = shownPart ? await shownPart({ query, filled, isStaff: true, zone, waiting }, context) : html``
  if ('refusal' in shown) return refusedPage(context, shown.refusal)
  const title = part === 'administrators' ? t('Administrators') : t('Schools')
  const body = html`<div class="stack"><h1>${title}</h1>${tabs(t('Platform'), adminPath, translateChoices(shownTabs), part === 'school' ? 'schools' : part)}${refusalAbove(filled, shown)}${shown}</div>`
  return pageOf(context, { title, body, done: query.done, refusal: filled.refusal })
}
