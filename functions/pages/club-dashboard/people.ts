import type { Answer } from '../call.ts'
import type { Choice } from '../layout/forms.ts'
import { type Html, html } from '../layout/page.ts'
import { type Desk, dashboardPath } from './dashboard.ts'

export type Member = Answer<'members', 'listOrgMembers'>['members'][number]

export type Role = { readonly name: string; readonly displayName: string }

/** The roles of the organization, highest first. */
export const rolesFor = ({ club }: Desk): readonly Role[] => club?.positions ?? []

/** Roles that somebody can be given, the one with the fewest rights first; ownership goes by another way. */
export const roleChoices = (roles: readonly Role[]): Choice[] =>
  roles
    .filter(({ name }) => name !== 'owner')
    .map(({ name, displayName }): Choice => [name, displayName])
    .reverse()

export const roleName = (roles: readonly Role[], name: string): string =>
  roles.find((role) => role.name === name)?.displayName ?? name

export const roleTags = (roles: readonly Role[], names: readonly string[]): Html =>
  html`<span class="tags">${names.map((name) => html`<span class="tag"><bdi>${roleName(roles, name)}</bdi></span>`)}</span>`

/** The page of one member, or its question before a change. */
export const memberPath = ({ path }: Desk, person: string, confirm?: string): string =>
  dashboardPath(path, 'members', { person, confirm })
