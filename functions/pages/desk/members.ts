import { type Answer, ask, withinOf } from '../ask.ts'
import { momentWords } from '../layout/dates.ts'
import { type Choice, choice, type Filled, field, hidden, refusedForm } from '../layout/forms.ts'
import { deed, empty, face, further, type Html, html, plural, searchForm, unfolded } from '../layout/page.ts'
import type { Desk, PartOf } from './desk.ts'

type Member = Answer<'members', 'listOrgMembers'>['members'][number]

type Role = { readonly name: string; readonly displayName: string }

/** Roles that somebody can be given; ownership goes by another way. */
const choices = (roles: readonly Role[]): Choice[] =>
  roles.filter(({ name }) => name !== 'owner').map(({ name, displayName }) => [name, displayName])

const shownAs = (roles: readonly Role[], name: string): string =>
  roles.find((role) => role.name === name)?.displayName ?? name

const changing = ({ path }: Desk, member: Member, roles: readonly Role[]): Html => {
  const { _id: id, name } = member.user_id
  const field = `role-${id}`
  return unfolded(
    html`Change<span class="vh"> ${name}</span>`,
    html`<form class="row" method="post" action="${path}">${hidden('do', 'give-role')}${hidden('userId', id)}<label class="vh" for="${field}">Role of ${name}</label><select class="short" id="${field}" name="role">${choices(roles).map(([value, text]) => html`<option value="${value}"${value === member.role ? html` selected` : ''}>${text}</option>`)}</select><button class="btn plain small">Give this role</button></form>${deed(path, 'Remove from the club', { do: 'remove', userId: id }, { css: 'bad small', label: name })}`,
  )
}

const item = (desk: Desk, member: Member, roles: readonly Role[], zone: string): Html => {
  const {
    user_id: { name, username, email, picture },
    roles: held,
  } = member
  const managed = desk.may('manage_members') && member.role !== 'owner'
  return html`<li>${face(name, picture)}<div class="stack-s"><h2><bdi>${name}</bdi></h2><p class="soft">@<bdi>${username}</bdi>${email ? html` &middot; <bdi>${email}</bdi>` : ''} &middot; since <time datetime="${member.joinedAt}">${momentWords(member.joinedAt, zone)}</time></p>${managed ? changing(desk, member, roles) : ''}</div><span class="tags">${held.map((role) => html`<span class="tag"><bdi>${shownAs(roles, role)}</bdi></span>`)}</span></li>`
}

const inviting = ({ path }: Desk, filled: Filled, roles: readonly Role[]): Html =>
  unfolded(
    'Invite a person by mail',
    html`<form class="stack" method="post" action="${path}">${hidden('do', 'invite')}${refusedForm(filled, ['email'])}<div>${field(filled, { name: 'email', label: 'Their address', type: 'email', longest: 254, autocomplete: 'off' })}${choice(filled, 'inviteRole', 'As', choices(roles))}</div><button class="btn">Send the invitation</button></form>`,
    filled.refusal !== undefined && filled.values.do === 'invite',
  )

/** Who is in the organization, with their roles, which managers change. */
export const membersPart: PartOf = async (desk, { search = '', cursor }, filled, context) => {
  const { orgId, path } = desk
  const typed = search.trim()
  const [heard, known] = await Promise.all([
    ask(context, 'members', 'listOrgMembers', { orgId, limit: '30', search: typed || undefined, cursor }),
    desk.may('view_roles') ? ask(context, 'members', 'listRoles', { orgId }) : undefined,
  ])
  if (!heard.ok) return heard
  const { roles }: { readonly roles: readonly Role[] } = known?.ok ? known.value : { roles: [] }
  const { members, count, nextCursor } = heard.value
  const zone = withinOf(context).visit.timezone
  const here = `${path}?part=members${typed ? `&search=${encodeURIComponent(typed)}` : ''}`
  const failed = filled.refusal !== undefined && filled.values.do !== 'invite'
  return html`${failed ? refusedForm(filled, []) : ''}${searchForm(path, 'Search members', typed, 'members')}
<p class="soft num">${typed ? plural(members.length, 'person', 'people') : plural(count, 'member')}</p>
${desk.may('manage_members') ? html`<p><a class="btn plain small" href="/org-roles/${orgId}/members/export?format=csv">Export members (CSV)</a></p>` : ''}
${members.length === 0 ? empty('No matches', 'Try the beginning of another word of the name.') : html`<ul class="list">${members.map((member) => item(desk, member, roles, zone))}</ul>`}${further(here, nextCursor)}
${desk.may('manage_members') ? inviting(desk, filled.values.do === 'invite' ? filled : { values: {} }, roles) : ''}`
}
