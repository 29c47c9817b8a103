import { call, pageScope } from '../call.ts'
import { dateWords } from '../layout/dates.ts'
import { type Filled, field, hidden, refusedForm, select } from '../layout/forms.ts'
import {
  collapsible,
  emailWords,
  empty,
  face,
  type Html,
  html,
  menu,
  menuLink,
  nextPageLink,
  raw,
  searchForm,
} from '../layout/page.ts'
import { currentLocale, t } from '../locale.ts'
import { type Desk, dashboardPath, type PartOf } from './dashboard.ts'
import { memberPart } from './member.ts'
import { type Member, memberPath, type Role, roleChoices, rolesFor, roleTags } from './people.ts'

/** The role, quickly; what else can be changed is on the page of the member. */
const memberMenu = (desk: Desk, member: Member, roles: readonly Role[]): Html => {
  const { _id: id, name } = member.user_id
  const select = `role-${id}`
  return menu(
    [
      html`<form class="row" method="post" action="${desk.path}">${hidden('do', 'give-role')}${hidden('userId', id)}<label class="vh" for="${select}">${t('Role of {name}', { name })}</label><select class="short" id="${select}" name="role">${roleChoices(roles).map(([value, text]) => html`<option value="${value}"${value === member.role ? raw(' selected') : ''}>${text}</option>`)}</select><button class="btn plain small">${t('Set role')}</button></form>`,
      menuLink(memberPath(desk, id), t('Edit roles and view history')),
      menuLink(memberPath(desk, id, 'remove'), t('Remove member')),
    ],
    t('More actions for {name}', { name }),
  )
}

const since = ({ joinedAt }: Member, zone: string): Html =>
  t('since {date}', { date: html`<time datetime="${joinedAt}">${dateWords(joinedAt, zone)}</time>` })

const item = (desk: Desk, member: Member, roles: readonly Role[], zone: string): Html => {
  const { user_id, roles: names } = member
  const { name, username, email, picture } = user_id
  const manages = desk.may('manage_members')
  const title = manages
    ? html`<a href="${memberPath(desk, member.user_id._id)}"><bdi>${name}</bdi></a>`
    : html`<bdi>${name}</bdi>`
  return html`<li>${face(name, picture)}<div class="stack-s"><h2>${title}</h2><p class="soft">${email ? html`${emailWords(email)}` : html`@<bdi>${username}</bdi>`} &middot; ${since(member, zone)}</p></div>${roleTags(roles, names)}${manages && member.role !== 'owner' ? memberMenu(desk, member, roles) : ''}</li>`
}

const inviting = (desk: Desk, filled: Filled, roles: readonly Role[]): Html => {
  const several = t('To invite several people at once, use {invitations}.', {
    invitations: html`<a href="${dashboardPath(desk.path, 'invites')}">${t('Invitations')}</a>`,
  })
  return collapsible(
    t('Invite a person by email'),
    html`<p class="soft">${several}</p><form class="stack" method="post" action="${desk.path}">${hidden('do', 'invite')}${refusedForm(filled, ['email'])}<div>${field(filled, { name: 'email', label: t('Their address'), type: 'email', longest: 254, autocomplete: 'off' })}${select(filled, 'inviteRole', t('As'), roleChoices(roles))}</div><button class="btn">${t('Send the invitation')}</button></form>`,
    filled.refusal !== undefined && filled.values.do === 'invite',
  )
}

/** By role and name, if all of them are on the page: later pages would begin with the owner again. */
const inOrder = (members: readonly Member[], roles: readonly Role[], isComplete: boolean) => {
  const rankOf = ({ role }: Member): number => roles.findIndex(({ name }) => name === role)
  const { language } = currentLocale()
  return isComplete
    ? [...members].sort(
        (a, b) => rankOf(a) - rankOf(b) || a.user_id.name.localeCompare(b.user_id.name, language),
      )
    : members
}

/** The members of the organization with their roles, or one of them, for people who manage members. */
export const membersPart: PartOf = async (desk, query, filled, context) => {
  if (query.person && desk.may('manage_members')) return memberPart(desk, query, filled, context)
  const { search = '', cursor } = query
  const { orgId, path } = desk
  const typed = search.trim()
  const roles = rolesFor(desk)
  const result = await call(context, 'members', 'listOrgMembers', {
    orgId,
    limit: '30',
    search: typed || undefined,
    cursor,
  })
  if (!result.ok) return result
  const { members, count, nextCursor } = result.value
  const zone = pageScope(context).visit.timezone
  const here = dashboardPath(path, 'members', { search: typed })
  const failed = filled.values.do === 'give-role'
  return html`${failed ? refusedForm(filled, []) : ''}${searchForm(path, t('Search members'), typed, 'members')}
${desk.may('manage_members') ? inviting(desk, filled.values.do === 'invite' ? filled : { values: {} }, roles) : ''}<p class="soft num">${typed ? t('{count, plural, one {# person} other {# people}}', { count: members.length }) : t('{count, plural, one {# member} other {# members}}', { count })}</p>
${desk.may('manage_members') ? html`<p><a class="btn plain small" href="/org-roles/${orgId}/members/export?format=csv">${t('Export members (CSV)')}</a></p>` : ''}
${members.length === 0 ? empty(t('No matches'), t('Try the beginning of another word of the name.')) : html`<ul class="list">${inOrder(members, roles, !cursor && !nextCursor).map((member) => item(desk, member, roles, zone))}</ul>`}${nextPageLink(here, nextCursor)}`
}
