import { type Answer, call, type PageContext, type PageInput, type Refusal } from '../call.ts'
import type { Filled } from '../layout/forms.ts'
import { consoleFrame, type Html, html, logo, pageOf, refusedPage, type Tab, tabs } from '../layout/page.ts'
import { t } from '../locale.ts'
import { dashboardAlerts } from './alerts.ts'
import { everyMember, sections } from './parts.ts'

type Own = Answer<'members', 'getMyPermissions'>
export type DashboardClub = Answer<'organizations', 'getOrganization'>['org'][number]

/** The manage page of a club for one reader: the club, and what the reader may do there. */
export type Desk = {
  readonly orgId: string
  readonly path: string
  readonly name: string
  readonly may: (permission: string) => boolean
  /** Names of the reader's roles. */
  readonly roles: readonly string[]
  readonly own: Own
  readonly club: DashboardClub | undefined
}

export type PageQuery = PageInput<'showClubDashboard'>

/** What one part shows, or why it does not. */
export type Part = Html | { readonly refusal: Refusal }
export type PartOf = (
  desk: Desk,
  query: PageQuery,
  filled: DashboardForm,
  context: PageContext,
) => Promise<Part>

export type InvitePreview = Answer<'invites', 'previewInvites'>
/** What was sent with a form, and what it would do, if the form asks that first. */
export type DashboardForm = Filled & { readonly preview?: InvitePreview | undefined }

/** The address of a part, with other query parameters; empty ones are left out. */
export const dashboardPath = (
  path: string,
  part: string,
  more: Readonly<Record<string, string | undefined>> = {},
): string => {
  const query = Object.entries({ part, ...more }).filter(([, value]) => value)
  return `${path}?${new URLSearchParams(query as [string, string][])}`
}

/** The desk of an organization, as far as its reader may see it. */
export const findDashboard = async (
  orgId: string,
  context: PageContext,
): Promise<{ desk: Desk } | { refusal: Refusal }> => {
  const [own, found] = await Promise.all([
    call(context, 'members', 'getMyPermissions', { orgId }),
    call(context, 'organizations', 'getOrganization', { id: orgId }),
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
export const dashboardPage = async (query: PageQuery, filled: DashboardForm, context: PageContext) => {
  const found = await findDashboard(query.orgId, context)
  if ('refusal' in found) return refusedPage(context, found.refusal)
  const { desk } = found
  const open = openSections(desk)
  const section = open.find(({ parts }) => parts.some(([name]) => name === query.part)) ?? open[0]
  const [here, part] = section?.parts.find(([name]) => name === query.part) ?? section?.parts[0] ?? []
  const [shown, alerts] = await Promise.all([
    part ? (await part.load())(desk, { ...query, part: here }, filled, context) : html``,
    dashboardAlerts(desk, filled, context),
  ])
  if ('refusal' in shown) return refusedPage(context, shown.refusal)
  const manages = open.some(({ parts }) => parts.some(([, { needs }]) => needs !== everyMember))
  const all = (section?.parts ?? []).map(([name, { text }]): Tab => [name, t(text)])
  const body = consoleFrame({
    label: manages ? t('Manage club') : t("Members' page"),
    links: open.map(({ text, icon, parts }) => ({
      href: dashboardPath(desk.path, parts[0]?.[0] ?? ''),
      text: t(text),
      icon,
      isCurrent: text === section?.text,
    })),
    heading: html`<span class="row">${logo({ id: desk.orgId, name: desk.name, picture: desk.club?.org_profile_image, size: 40 })}<bdi>${desk.name}</bdi></span>`,
    about: html`<a href="/org/${desk.orgId}">${t('View club page')}</a>`,
    body: html`${alerts}${all.length > 1 ? tabs(t(section?.text ?? ''), desk.path, all, here ?? '') : ''}${shown}`,
  })
  const { refusal } = filled
  const title = manages
    ? t('Manage {club}', { club: desk.name })
    : t("Members' page of {club}", { club: desk.name })
  return pageOf(context, {
    title,
    body,
    place: 'clubs',
    done: query.done,
    refusal,
    ...(here === 'page' ? { script: 'picture.js' as const } : {}),
    isKept: filled.preview !== undefined,
  })
}

export const showClubDashboard = (query: PageQuery, context: PageContext) =>
  dashboardPage(query, { values: {} }, context)
