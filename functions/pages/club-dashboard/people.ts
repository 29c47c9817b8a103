import type { Answer } from '../call.ts'
import type { Choice } from '../layout/forms.ts'
import { type Html, html } from '../layout/page.ts'
import { msg, t } from '../locale.ts'
import { type Desk, dashboardPath } from './dashboard.ts'

export type Member = Answer<'members', 'listOrgMembers'>['members'][number]

export type Role = { readonly name: string; readonly displayName: string }

/** Roles that every club begins with. */
const firstNames: Readonly<Record<string, string>> = {
  owner: msg('Owner'),
  admin: msg('Admin'),
  officer: msg('Officer'),
  member: msg('Member'),
}

/** The name of a role, in the reader's language where nobody has chosen another name. */
export const shownName = ({ name, displayName }: Role): string =>
  firstNames[name] === displayName ? t(displayName) : displayName

/** The roles of the organization, highest first. */
export const rolesFor = ({ club }: Desk): readonly Role[] => club?.positions ?? []

/** Roles that somebody can be given, the one with the fewest rights first; ownership goes by another way. */
export const roleChoices = (roles: readonly Role[]): Choice[] =>
  roles
    .filter(({ name }) => name !== 'owner')
    .map((role): Choice => [role.name, shownName(role)])
    .reverse()

export const roleName = (roles: readonly Role[], name: string): string => {
  const found = roles.find((role) => role.name === name)
  return found ? shownName(found) : name
}

export const roleTags = (roles: readonly Role[], names: readonly string[]): Html =>
  html`<span class="tags">${names.map((name) => html`<span class="tag"><bdi>${roleName(roles, name)}</bdi></span>`)}</span>`

/** The page of one member, or its question before a change. */
export const memberPath = ({ path }: Desk, person: string, confirm?: string): string =>
  dashboardPath(path, 'members', { person, confirm })
