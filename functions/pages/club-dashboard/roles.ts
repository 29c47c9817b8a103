import { type Answer, call, type PageContext } from '../call.ts'
import { checkbox, type Filled, field, hidden, refusedForm } from '../layout/forms.ts'
import {
  actionButton,
  confirmedMenuAction,
  face,
  type Html,
  html,
  listed,
  menu,
  menuLink,
  nextPageLink,
} from '../layout/page.ts'
import { msg, sentenceCase, t } from '../locale.ts'
import { type Desk, dashboardPath, type PartOf } from './dashboard.ts'
import { memberPath, shownName } from './people.ts'

/** What a role permits, in the words of people. Others are set by programs and kept as they are. */
export const permissionWords: readonly (readonly [permission: string, words: string])[] = [
  ['manage_members', msg('Accept, invite and remove members')],
  ['manage_roles', msg('Create and edit roles')],
  ['view_roles', msg('View roles and permissions')],
  ['manage_events', msg('Create, edit and cancel events')],
  ['manage_event_registrations', msg('Check people in at events')],
  ['approve_events', msg("Approve events that need the club's decision")],
  ['send_announcements', msg('Message attendees')],
  ['manage_communications', msg('Post and moderate news')],
  ['manage_content', msg('Edit the club page')],
  ['manage_settings', msg('Edit club settings')],
  ['view_finances', msg('View budgets')],
  ['manage_finances', msg('Create and approve budgets')],
  ['view_analytics', msg('View insights')],
]

/** Permissions that the form does not show. */
const otherWords: Readonly<Record<string, string>> = { view_events: msg('View events') }

type RoleList = Answer<'members', 'listRoles'>
type Role = RoleList['roles'][number]

const fields = ['displayName']
const longestName = 50

const wordsOf = (permission: string): string => {
  const [, text = otherWords[permission]] = permissionWords.find(([name]) => name === permission) ?? []
  return text ? t(text) : sentenceCase(permission.replaceAll('_', ' '))
}

const reply = ({ permissions }: Role): Html => {
  if (permissions.includes('all')) return html`<p class="soft">${t('All permissions')}</p>`
  if (permissions.length === 0) return html`<p class="soft">${t('View events')}</p>`
  return html`<ul class="soft">${permissions.map((one) => html`<li>${wordsOf(one)}</li>`)}</ul>`
}

const roleForm = ({ path }: Desk, role: Role | undefined, filled: Filled): Html => {
  const values: Record<string, string | undefined> = {
    ...(role ? { displayName: role.displayName } : {}),
    ...Object.fromEntries((role?.permissions ?? []).map((one) => [`may-${one}`, 'yes'])),
    ...filled.values,
  }
  const own: Filled = { values, refusal: filled.refusal }
  const displayNameField = field(own, {
    name: 'displayName',
    label: t('Name'),
    longest: longestName,
    hint: t('At most {count, number} characters', { count: longestName }),
  })
  return html`<form class="card stack" method="post" action="${path}"><h2>${role ? t('Edit {name}', { name: html`<bdi>${shownName(role)}</bdi>` }) : t('Create role')}</h2>${hidden('do', 'save-role')}${role ? hidden('role', role.name) : ''}${refusedForm(own, fields)}${displayNameField}<fieldset><legend>${t('Members with this role can')}</legend>${permissionWords.map(([name, text]) => checkbox(own, `may-${name}`, t(text)))}</fieldset><div class="row"><button class="btn">${role ? t('Save role') : t('Create role')}</button>${role ? html`<a class="btn plain" href="${path}?part=roles">${t('Cancel')}</a>` : ''}</div></form>`
}

const isFixed = ({ name }: Role): boolean => name === 'owner' || name === 'member'

/** The members who hold a role, for people who manage members. */
const holdersOf = async (
  desk: Desk,
  { name: roleName }: Role,
  cursor: string | undefined,
  context: PageContext,
): Promise<Html> => {
  const { orgId, path } = desk
  const found = await call(context, 'members', 'listRoleMembers', { orgId, roleName, limit: '30', cursor })
  if (!found.ok) return html``
  const { members, nextCursor } = found.value
  const rows = members.map(
    ({ user_id: { _id: person, name, username, picture } }) =>
      html`<li>${face(name, picture)}<div class="stack-s"><h3><a href="${memberPath(desk, person)}"><bdi>${name}</bdi></a></h3><p class="soft">@<bdi>${username}</bdi></p></div></li>`,
  )
  return html`<section class="stack"><h2>${t('Members with this role')}</h2>${listed(rows, [t('Nobody holds this role'), t('Give it to a member under All members.'), { href: dashboardPath(path, 'members'), text: t('All members') }])}${nextPageLink(dashboardPath(path, 'roles', { id: roleName }), nextCursor)}</section>`
}

/** Buttons that move a role one place up or down; owner and member stay at the ends. */
const moving = ({ path }: Desk, role: Role, { roles, version }: RoleList): Html => {
  const at = roles.indexOf(role)
  const isMovable = (other: Role | undefined): boolean => other !== undefined && !isFixed(other)
  const button = (verb: 'up' | 'down', other: Role | undefined): Html | string =>
    isMovable(other)
      ? actionButton(
          path,
          verb === 'up' ? t('Move up') : t('Move down'),
          { do: `order-${verb}`, role: role.name, version: String(version) },
          { label: shownName(role) },
        )
      : ''
  return html`${button('up', roles[at - 1])}${button('down', roles[at + 1])}`
}

/** The roles of an organization, highest first, and what each permits; or one of them with its members. */
export const rolesPart: PartOf = async (desk, { id, cursor }, filled, context) => {
  const result = await call(context, 'members', 'listRoles', { orgId: desk.orgId })
  if (!result.ok) return result
  const { roles, roleManagement } = result.value
  const changes = desk.may('manage_roles')
  const counts = desk.may('manage_members')
  const chosen = roles.find(({ name }) => name === (filled.values.role ?? id))
  const isListed = filled.values.do === 'delete-role' || filled.values.do?.startsWith('order-')
  if (chosen && !isListed) {
    const form =
      changes && !isFixed(chosen)
        ? roleForm(desk, chosen, filled)
        : html`<h2><bdi>${shownName(chosen)}</bdi></h2>${reply(chosen)}`
    return html`<p><a href="${dashboardPath(desk.path, 'roles')}">${t('All roles')}</a></p>${form}${counts ? await holdersOf(desk, chosen, cursor, context) : ''}`
  }
  const pathOf = (role: Role): string => dashboardPath(desk.path, 'roles', { id: role.name })
  const actions = (role: Role): Html => {
    const edits = changes && !isFixed(role)
    const open =
      counts || edits ? menuLink(pathOf(role), edits ? t('Edit role') : t('Members with this role')) : ''
    const remove =
      edits && !role.isDefault
        ? confirmedMenuAction(desk.path, {
            text: t('Delete role'),
            consequence: t('The role {name} will be deleted. This cannot be undone.', {
              name: html`<bdi>${shownName(role)}</bdi>`,
            }),
            carried: { do: 'delete-role', role: role.name, named: shownName(role) },
            label: shownName(role),
          })
        : ''
    if (open === '') return html``
    return html`<div class="row">${edits ? moving(desk, role, result.value) : ''}${menu([open, remove], t('More actions for {name}', { name: shownName(role) }))}</div>`
  }
  const holders =
    filled.refusal?.code === 'ROLE_IN_USE' && chosen && counts
      ? html`<p><a href="${pathOf(chosen)}">${t('Members with this role')}</a></p>`
      : ''
  const making = filled.values.do === 'save-role' ? filled : { values: {} }
  return html`${isListed ? html`${refusedForm(filled, [])}${holders}` : ''}<p class="soft">${t('The highest role comes first. Members can change only roles below their own.')}</p><ul class="list">${roles.map((role) => html`<li><div class="stack-s"><h2>${counts || changes ? html`<a href="${pathOf(role)}"><bdi>${shownName(role)}</bdi></a>` : html`<bdi>${shownName(role)}</bdi>`}</h2>${reply(role)}</div>${actions(role)}</li>`)}</ul>
${changes && roleManagement.allowCustomRoles ? html`<p class="soft">${t('A club can have at most {count, plural, one {# custom role} other {# custom roles}}.', { count: roleManagement.maxCustomRoles })}</p>${roleForm(desk, undefined, making)}` : ''}`
}
