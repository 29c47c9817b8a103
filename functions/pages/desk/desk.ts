import { ask, type Given, type PageContext, type Refusal } from '../ask.ts'
import type { Filled } from '../layout/forms.ts'
import { face, type Html, html, pageOf, refusedPage, type Tab, tabs } from '../layout/page.ts'

/** Who looks at which desk, and what they may do there, as the organization says. */
export type Desk = {
  readonly orgId: string
  readonly path: string
  readonly name: string
  readonly may: (permission: string) => boolean
}

export type Asked = Given<'showDesk'>

/** What one part shows, or why it does not. */
export type Part = Html | { readonly refusal: Refusal }
export type PartOf = (desk: Desk, asked: Asked, filled: Filled, context: PageContext) => Promise<Part>

type Shelf = readonly [text: string, needs: string | undefined, load: () => Promise<PartOf>]

const parts: Readonly<Record<string, Shelf>> = {
  members: ['Members', undefined, async () => (await import('./members.ts')).membersPart],
  applications: [
    'Applications',
    'manage_members',
    async () => (await import('./applications.ts')).applicationsPart,
  ],
  roles: ['Roles', 'view_roles', async () => (await import('./roles.ts')).rolesPart],
  events: ['Events', 'manage_events', async () => (await import('./events.ts')).eventsPart],
  templates: ['Templates', 'manage_events', async () => (await import('../templates/club.ts')).templatesPart],
  tasks: ['Tasks', 'manage_events', async () => (await import('../tasks/club.ts')).tasksPart],
  forms: ['Forms', 'manage_events', async () => (await import('./forms.ts')).formsPart],
  news: ['News', undefined, async () => (await import('./news.ts')).newsPart],
  page: ['Club page', 'all', async () => (await import('./page.ts')).pagePart],
  budgets: ['Budgets', 'view_finances', async () => (await import('../budget/budgets.ts')).budgetsPart],
}

/** The desk of an organization, as far as its reader may see it. */
export const findDesk = async (
  orgId: string,
  context: PageContext,
): Promise<{ desk: Desk; picture: string } | { refusal: Refusal }> => {
  const [own, found] = await Promise.all([
    ask(context, 'members', 'getMyPermissions', { orgId }),
    ask(context, 'organizations', 'getOrganization', { id: orgId }),
  ])
  if (!own.ok) return { refusal: own.refusal }
  if (!found.ok) return { refusal: found.refusal }
  const [club] = found.value.org
  const given = new Set(own.value.permissions)
  const may = (permission: string) => given.has('all') || given.has(permission)
  return {
    desk: { orgId, path: `/club-dashboard/${orgId}`, name: club?.org_name ?? '', may },
    picture: club?.org_profile_image ?? '',
  }
}

/** The page of a desk; `filled` is what was sent with a form of its part, when that was refused. */
export const deskPage = async (asked: Asked, filled: Filled, context: PageContext) => {
  const found = await findDesk(asked.orgId, context)
  if ('refusal' in found) return refusedPage(context, found.refusal)
  const { desk, picture } = found
  const open = Object.entries(parts).filter(([, [, needs]]) => needs === undefined || desk.may(needs))
  const here = open.some(([name]) => name === asked.part) ? (asked.part ?? 'members') : 'members'
  const partOf = await parts[here]?.[2]()
  const shown: Part = partOf ? await partOf(desk, asked, filled, context) : html``
  if ('refusal' in shown) return refusedPage(context, shown.refusal)
  const all = open.map(([name, [text]]): Tab => [name, text])
  const body = html`<div class="stack"><header class="title">${face(desk.name, picture)}<div class="stack-s"><h1><bdi>${desk.name}</bdi></h1><p class="soft"><a href="/org/${desk.orgId}">Event page</a></p></div></header>${tabs('The desk of the club', desk.path, all, here)}${shown}</div>`
  const { refusal } = filled
  return pageOf(context, { title: `Desk of ${desk.name}`, body, place: 'mine', said: asked.said, refusal })
}

export const showDesk = (asked: Asked, context: PageContext) => deskPage(asked, { values: {} }, context)
