import { type Answer, ask, type Given, type PageContext, type Refusal } from '../ask.ts'
import type { Filled } from '../layout/forms.ts'
import { consoleFrame, type Html, html, logo, pageOf, refusedPage, type Tab, tabs } from '../layout/page.ts'
import { deskAlerts } from './alerts.ts'
import { sections } from './parts.ts'

type Own = Answer<'members', 'getMyPermissions'>
export type DeskClub = Answer<'organizations', 'getOrganization'>['org'][number]

/** The manage page of a club for one reader: the club, and what the reader may do there. */
export type Desk = {
  readonly orgId: string
  readonly path: string
  readonly name: string
  readonly may: (permission: string) => boolean
  /** Names of the reader's roles. */
  readonly roles: readonly string[]
  readonly own: Own
  readonly club: DeskClub | undefined
}

export type Asked = Given<'showDesk'>

/** What one part shows, or why it does not. */
export type Part = Html | { readonly refusal: Refusal }
export type PartOf = (desk: Desk, asked: Asked, filled: DeskFilled, context: PageContext) => Promise<Part>

export type InvitePreview = Answer<'invites', 'previewInvites'>
/** What was sent with a form, and what it would do, if the form asks that first. */
export type DeskFilled = Filled & { readonly preview?: InvitePreview | undefined }

/** The address of a part, with other query parameters; empty ones are left out. */
export const deskPath = (
  path: string,
  part: string,
  more: Readonly<Record<string, string | undefined>> = {},
): string => {
  const query = Object.entries({ part, ...more }).filter(([, value]) => value)
  return `${path}?${new URLSearchParams(query as [string, string][])}`
}

/** The desk of an organization, as far as its reader may see it. */
export const findDesk = async (
  orgId: string,
  context: PageContext,
): Promise<{ desk: Desk } | { refusal: Refusal }> => {
  const [own, found] = await Promise.all([
    ask(context, 'members', 'getMyPermissions', { orgId }),
    ask(context, 'organizations', 'getOrganization', { id: orgId }),
  ])
  if (!own.ok) return { refusal: own.refusal }
  if (!found.ok) return { refusal: found.refusal }
  const [club] = found.value.org
  const { roles } = own.value
  const permissions = new Set(own.value.permissions)
  const may = (permission: string) => permissions.has('all') || permissions.has(permission)
  const path = `/club-dashboard/${orgId}`
  return {
    desk: { orgId, path, name: club?.org_name ?? '', may, roles, own: own.value, club },
  }
}

/** The sections that the reader may open, each with its parts. */
const openSections = (desk: Desk) =>
  sections
    .map(({ parts, ...section }) => ({
      ...section,
      parts: Object.entries(parts).filter(([, { needs }]) => needs(desk)),
    }))
    .filter(({ parts }) => parts.length > 0)

/** The page of a desk; `filled` is what was sent with a form of its part, when that was refused. */
export const deskPage = async (asked: Asked, filled: DeskFilled, context: PageContext) => {
  const found = await findDesk(asked.orgId, context)
  if ('refusal' in found) return refusedPage(context, found.refusal)
  const { desk } = found
  const open = openSections(desk)
  const section = open.find(({ parts }) => parts.some(([name]) => name === asked.part)) ?? open[0]
  const [here, part] = section?.parts.find(([name]) => name === asked.part) ?? section?.parts[0] ?? []
  const [shown, alerts] = await Promise.all([
    part ? (await part.load())(desk, { ...asked, part: here }, filled, context) : html``,
    deskAlerts(desk, filled, context),
  ])
  if ('refusal' in shown) return refusedPage(context, shown.refusal)
  const all = (section?.parts ?? []).map(([name, { text }]): Tab => [name, text])
  const body = consoleFrame({
    label: 'Manage club',
    links: open.map(({ text, icon, parts }) => ({
      href: deskPath(desk.path, parts[0]?.[0] ?? ''),
      text,
      icon,
      isCurrent: text === section?.text,
    })),
    heading: html`<span class="row">${logo({ id: desk.orgId, name: desk.name, picture: desk.club?.org_profile_image, size: 40 })}<bdi>${desk.name}</bdi></span>`,
    about: html`<a href="/org/${desk.orgId}">View club page</a>`,
    body: html`${alerts}${all.length > 1 ? tabs(section?.text ?? '', desk.path, all, here ?? '') : ''}${shown}`,
  })
  const { refusal } = filled
  return pageOf(context, { title: `Manage ${desk.name}`, body, place: 'clubs', said: asked.said, refusal })
}

export const showDesk = (asked: Asked, context: PageContext) => deskPage(asked, { values: {} }, context)
