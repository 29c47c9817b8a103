import { type Answer, ask } from '../ask.ts'
import { type Filled, field, hidden, refusedForm, tick } from '../layout/forms.ts'
import { deed, type Html, html, plural } from '../layout/page.ts'
import type { Desk, PartOf } from './desk.ts'

/** What a role permits, in the words of people. Others are set by programs and kept as they are. */
export const permissionWords: readonly (readonly [permission: string, words: string])[] = [
  ['manage_members', 'Let people in, invite and remove them'],
  ['manage_roles', 'Make and change roles'],
  ['view_roles', 'See roles and what they permit'],
  ['manage_events', 'Plan events and run check-in'],
  ['approve_events', 'Decide about events, where the club is asked'],
  ['send_announcements', 'Write to the people of an event'],
  ['manage_communications', 'Post and moderate news'],
  ['manage_content', 'Change what the page says'],
  ['manage_settings', 'Change settings of the club'],
  ['view_finances', 'See budgets'],
  ['manage_finances', 'Make budgets and decide about them'],
  ['view_analytics', 'See numbers'],
]

type Role = Answer<'members', 'listRoles'>['roles'][number]

const fields = ['displayName']

const wordsOf = (permission: string): string =>
  permissionWords.find(([name]) => name === permission)?.[1] ??
  `${permission.charAt(0).toUpperCase()}${permission.slice(1).replaceAll('_', ' ')}`

const told = ({ permissions }: Role): Html => {
  if (permissions.includes('all')) return html`<p class="soft">Everything</p>`
  if (permissions.length === 0) return html`<p class="soft">Nothing more than reading</p>`
  return html`<ul class="soft">${permissions.map((one) => html`<li>${wordsOf(one)}</li>`)}</ul>`
}

const roleForm = ({ path }: Desk, role: Role | undefined, filled: Filled): Html => {
  const values: Record<string, string | undefined> = {
    ...(role ? { displayName: role.displayName } : {}),
    ...Object.fromEntries((role?.permissions ?? []).map((one) => [`may-${one}`, 'yes'])),
    ...filled.values,
  }
  const own: Filled = { values, refusal: filled.refusal }
  return html`<form class="card stack" method="post" action="${path}"><h2>${role ? html`Change <bdi>${role.displayName}</bdi>` : 'A new role'}</h2>${hidden('do', 'save-role')}${role ? hidden('role', role.name) : ''}${refusedForm(own, fields)}${field(own, { name: 'displayName', label: 'Name', longest: 50 })}<fieldset><legend>Who holds it may</legend>${permissionWords.map(([name, text]) => tick(own, `may-${name}`, text))}</fieldset><div class="row"><button class="btn">${role ? 'Save the role' : 'Make the role'}</button>${role ? html`<a class="btn plain" href="${path}?part=roles">Back</a>` : ''}</div></form>`
}

/** The roles of an organization, highest first, and what each permits. */
export const rolesPart: PartOf = async (desk, { id }, filled, context) => {
  const heard = await ask(context, 'members', 'listRoles', { orgId: desk.orgId })
  if (!heard.ok) return heard
  const { roles, roleManagement } = heard.value
  const changes = desk.may('manage_roles')
  const chosen = roles.find(({ name }) => name === (filled.values.role ?? id))
  if (chosen && changes) return roleForm(desk, chosen, filled)
  const kept = (role: Role): Html | string =>
    changes && role.name !== 'owner'
      ? html`<div class="row"><a class="btn plain small" href="${desk.path}?part=roles&amp;id=${encodeURIComponent(role.name)}">Change<span class="vh"> ${role.displayName}</span></a>${role.isDefault ? '' : deed(desk.path, 'Delete', { do: 'delete-role', role: role.name }, { css: 'bad small', label: role.displayName })}</div>`
      : ''
  const making = filled.values.do === 'save-role' ? filled : { values: {} }
  return html`${filled.values.do === 'delete-role' ? refusedForm(filled, []) : ''}<ul class="list">${roles.map((role) => html`<li><div class="stack-s"><h2><bdi>${role.displayName}</bdi></h2>${told(role)}</div>${kept(role)}</li>`)}</ul>
${changes && roleManagement.allowCustomRoles ? html`<p class="soft">A club has at most ${plural(roleManagement.maxCustomRoles, 'role')} besides the standard roles.</p>${roleForm(desk, undefined, making)}` : ''}`
}
