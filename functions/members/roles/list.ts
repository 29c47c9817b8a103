import { fail } from '../../../lib/contract/failure.ts'
import {
  memberRole,
  type OrgRole,
  type OrgStanding,
  ownerRole,
} from '../../../lib/identity/org/organizations.ts'
import { isSystemRole, ranked } from '../../../lib/identity/org/roles.ts'
import { DuplicateRoles, RoleIncomplete, SystemRolesMissing } from '../contract/failures.ts'
import type { NewRole, RoleDraft } from '../contract/shapes.ts'
import { refuseChangedAbove, refuseTooMany, refuseUnheld, roleChanged, roleMade } from './rules.ts'

type Roles = readonly OrgRole[]
type Ids = { newId(): string }

const refuseDuplicates = (roles: Roles): void => {
  const names = roles.map(({ name }) => name.toLowerCase())
  if (new Set(names).size < names.length) fail(DuplicateRoles)
}

/** Orders count from 1 in the order of the ranks; the owner's is 0, the member's the last. */
const renumbered = (roles: Roles): OrgRole[] => ranked(roles).map((role, order) => ({ ...role, order }))

const known = (roles: Roles, { _id, name }: RoleDraft): OrgRole | undefined =>
  roles.find((role) =>
    _id === undefined ? role.name.toLowerCase() === name?.toLowerCase() : role._id === _id,
  )

const complete = ({ name, displayName, permissions = [], ...rest }: RoleDraft): NewRole =>
  name === undefined || displayName === undefined
    ? fail(RoleIncomplete)
    : { ...rest, name, displayName, permissions }

const roleMeant = (draft: RoleDraft, at: number, roles: Roles, { newId }: Ids): OrgRole => {
  const place = { ...draft, order: draft.order ?? at }
  const before = known(roles, draft)
  if (!before) return roleMade(newId(), complete(place), roles)
  return isSystemRole(before) ? before : roleChanged(before, place)
}

/** What a list of all roles makes of the present ones. Roles that are not in it are meant to go. */
export const listMeant = (drafts: readonly RoleDraft[], roles: Roles, ids: Ids): OrgRole[] => {
  const meant = drafts.map((draft, at) => roleMeant(draft, at, roles, ids))
  const present = new Set(meant.map(({ _id }) => _id))
  if (!present.has(ownerRole) || !present.has(memberRole)) fail(SystemRolesMissing)
  if (present.size < meant.length) fail(DuplicateRoles)
  refuseDuplicates(meant)
  refuseTooMany(meant)
  return renumbered(meant)
}

/** The same under the rights of whoever sends it: nothing at or above their own rank changes, nothing unheld is granted. */
export const listAllowed = (drafts: readonly RoleDraft[], standing: OrgStanding, ids: Ids): OrgRole[] => {
  const { roles } = standing.roles
  const after = listMeant(drafts, roles, ids)
  refuseChangedAbove(standing, after)
  for (const role of after)
    refuseUnheld(
      standing,
      roles.find(({ _id }) => _id === role._id),
      role,
    )
  return after
}

const first = (
  name: string,
  order: number,
  displayName: string,
  color: string,
  permissions: string[],
): OrgRole => ({
  _id: name,
  name,
  displayName,
  permissions,
  isDefault: name === memberRole,
  order,
  color,
})

/** The roles of a new organization. */
export const firstRoleList: Roles = [
  first(ownerRole, 0, 'Owner', '#dc2626', ['all']),
  first('admin', 1, 'Admin', '#a855f7', [
    'manage_members',
    'manage_events',
    'view_analytics',
    'view_events',
    'send_announcements',
  ]),
  first('officer', 2, 'Officer', '#2563eb', ['manage_events', 'view_events', 'send_announcements']),
  first(memberRole, 3, 'Member', '#6b7280', ['view_events']),
]

const slug = (title: string): string =>
  title
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '_')
    .replace(/[/?#%\\\p{Cc}]/gu, '')

/** A role of which only the title is known (rules/organizations 8). */
export const roleTitled = (title: string): NewRole => ({
  name: slug(title),
  displayName: title.trim(),
  permissions: ['view_events'],
})

/** The roles of a new organization that brings its own: one named admin or officer takes that role's place. */
export const rolesWith = (custom: readonly NewRole[], { newId }: Ids): OrgRole[] => {
  const own = custom.map((draft, at) => {
    const replaced = firstRoleList.find(({ name }) => name === draft.name.toLowerCase())
    const id = replaced && !isSystemRole(replaced) ? replaced._id : newId()
    const order = replaced?.order ?? firstRoleList.length + (draft.order ?? at)
    return roleMade(id, { ...draft, order }, firstRoleList)
  })
  refuseDuplicates(own)
  const kept = firstRoleList.filter(({ _id }) => !own.some((role) => role._id === _id))
  const all = [...kept, ...own]
  refuseTooMany(all)
  return renumbered(all)
}
