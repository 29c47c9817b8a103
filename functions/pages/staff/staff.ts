import { ask, type Given, type PageContext, type Refusal, withinOf } from '../ask.ts'
import { type Filled, refusedForm } from '../layout/forms.ts'
import { type Html, html, pageOf, refusedPage, type Tab, tabs } from '../layout/page.ts'

export const staffPath = '/admin'

export type Asked = Given<'showStaff'>

/** What a part shows. `isStaff`: its reader is an administrator, as the school says. */
export type Shown = {
  readonly asked: Asked
  readonly filled: Filled
  readonly isStaff: boolean
  readonly zone: string
}
export type PartOf = (shown: Shown, context: PageContext) => Promise<Html | { readonly refusal: Refusal }>

const parts: Readonly<Record<string, readonly [text: string, load: () => Promise<PartOf>]>> = {
  waits: ['Waits', async () => (await import('./waits.ts')).waitsPart],
  clubs: ['Clubs', async () => (await import('./clubs.ts')).clubsPart],
  budgets: ['Budgets', async () => (await import('./clubs.ts')).financePart],
  people: ['People', async () => (await import('./people.ts')).peoplePart],
  numbers: ['Numbers', async () => (await import('./numbers.ts')).numbersPart],
  'sign-in': ['Sign-in', async () => (await import('./sign-in.ts')).signInPart],
  identity: ['Identity attribute', async () => (await import('./identity.ts')).identityPart],
  migration: ['Migration window', async () => (await import('./migration.ts')).migrationPart],
  door: ['Door', async () => (await import('./policy.ts')).doorPart],
  roster: ['Roster', async () => (await import('./roster.ts')).rosterPart],
  audit: ['Audit', async () => (await import('./people.ts')).auditPart],
  settings: ['Settings', async () => (await import('./settings.ts')).settingsPart],
}

/** Parts that are opened from another part, and have no tab. */
const openedFrom: Readonly<Record<string, string>> = { identity: 'sign-in', migration: 'sign-in' }

/** The desk of the school. Who is asked about events and is no administrator sees what waits for them. */
export const staffPage = async (asked: Asked, filled: Filled, context: PageContext) => {
  if (context.tenant.platform) return (await import('./platform.ts')).platformPage(asked, filled, context)
  // Administrators alone are told how many people there are.
  const counted = await ask(context, 'operators', 'getUserStats', {})
  if (!counted.ok && counted.refusal.status !== 403) return refusedPage(context, counted.refusal)
  const isStaff = counted.ok
  const here = isStaff && asked.part !== undefined && Object.hasOwn(parts, asked.part) ? asked.part : 'waits'
  const zone = withinOf(context).visit.timezone
  const partOf = await parts[here]?.[1]()
  const shown = partOf ? await partOf({ asked, filled, isStaff, zone }, context) : html``
  if ('refusal' in shown) return refusedPage(context, shown.refusal)
  const all = Object.entries(parts)
    .filter(([name]) => !(name in openedFrom))
    .map(([name, [text]]): Tab => [name, text])
  const body = html`<div class="stack"><h1>${isStaff ? 'The desk of the school' : 'What waits on you'}</h1>${isStaff ? tabs('The desk of the school', staffPath, all, openedFrom[here] ?? here) : ''}${refusedForm(filled, ['url', 'timezone', 'people', 'lastDay'])}${shown}</div>`
  return pageOf(context, {
    title: 'The desk of the school',
    body,
    place: 'account',
    said: asked.said,
    refusal: filled.refusal,
  })
}

export const showStaff = (asked: Asked, context: PageContext) => staffPage(asked, { values: {} }, context)
