import { adminPath, type PageQuery, partPath, type Shown } from '../admin/admin.ts'
import { confirmation } from '../admin/confirmation.ts'
import { type Answer, call, type PageContext } from '../call.ts'
import { roleName, shownName } from '../club-dashboard/people.ts'
import { hidden } from '../layout/forms.ts'
import { menu, menuLink } from '../layout/menu.ts'
import { actionButton, face, type Html, html, listed, nobodyFound, raw } from '../layout/page.ts'
import { dataTable, sortRows } from '../layout/table.ts'
import { t } from '../locale.ts'

export type OneClub = Answer<'management', 'getManagedOrganization'>
type Member = Answer<'management', 'listManagedMembers'>['members'][number]

/** What a change of a membership does, for the question before it. */
export const memberQuestion = (
  club: OneClub,
  member: Member,
  { confirm, ...query }: PageQuery,
): Html | string => {
  const { _id: person, name } = member.user_id
  const carried = { id: club._id, person, named: name }
  const back = membersPath(club, query)
  const values = {
    name: html`<bdi>${name}</bdi>`,
    club: html`<bdi>${club.org_name}</bdi>`,
    owner: html`<bdi>${club.owner.name}</bdi>`,
  }
  if (confirm === 'owner')
    return confirmation({
      title: t('Make {name} the owner of {club}?', values),
      consequence: t(
        '{name} gets every right in the club at once. {owner} stays a member without these rights.',
        values,
      ),
      button: t('Transfer ownership'),
      carried: { do: 'org-owner', ...carried },
      back,
    })
  if (confirm === 'remove')
    return confirmation({
      title: t('Remove {name} from {club}?', values),
      consequence: t('{name} loses all roles in the club and is notified. You can add them again.', values),
      button: t('Remove member'),
      carried: { do: 'org-remove', ...carried },
      back,
    })
  return ''
}

/** Roles to choose from, the one with the fewest rights first. */
const rolesOf = ({ positions }: OneClub) =>
  [...positions]
    .reverse()
    .filter(({ name }) => name !== 'owner')
    .map((role) => [role.name, shownName(role)] as const)

/** The address of the members that a page shows, so that a question about one of them finds its person again. */
const membersPath = ({ _id: id }: OneClub, query: PageQuery, more: PageQuery = {}): string =>
  partPath('orgs', { id, search: query.search, sort: query.sort, cursor: query.cursor, ...more })

/** By role and name, unless the address has another order. */
const sortMembers = ({ positions }: OneClub, members: readonly Member[], sort: string | undefined) => {
  const rankOf = ({ role }: Member): number => positions.findIndex(({ name }) => name === role)
  const byName = sortRows(members, 'name', { name: ({ user_id }) => user_id.name })
  return sortRows(byName, sort || 'roles', {
    name: ({ user_id }) => user_id.name,
    roles: rankOf,
  })
}

/** A list of several pages has no other order, which would be that of one page. */
export const membersTable = (
  club: OneClub,
  members: readonly Member[],
  query: PageQuery,
  isWhole: boolean,
): Html => {
  const { search } = query
  const sort = isWhole ? query.sort : undefined
  return dataTable({
    caption: t('Members'),
    address: partPath('orgs', { id: club._id }),
    values: { sort, search },
    search: t('Search members'),
    rows: sortMembers(club, members, sort),
    empty: search
      ? [t('No matches'), t('Try the beginning of another word of the name.')]
      : [t('No members found'), t('Members of the club appear here.')],
    columns: [
      {
        key: 'name',
        label: t('Member'),
        sortable: isWhole,
        cell: ({ user_id: { name, username } }) =>
          html`<bdi>${name}</bdi> <span class="soft">@<bdi>${username}</bdi></span>`,
      },
      {
        key: 'roles',
        label: t('Roles'),
        sortable: isWhole,
        cell: ({ roles }) =>
          html`<span class="tags">${roles.map((role) => html`<span class="tag"><bdi>${roleName(club.positions, role)}</bdi></span>`)}</span>`,
      },
      {
        key: 'more',
        label: t('More actions'),
        isHidden: true,
        cell: ({ user_id: { _id: person, name }, role }) =>
          role === 'owner'
            ? ''
            : menu(
                [
                  html`<form class="row" method="post" action="${adminPath}">${hidden('do', 'org-role')}${hidden('id', club._id)}${hidden('person', person)}<label class="vh" for="role-${person}">${t('Role of {name}', { name })}</label><select class="short" id="role-${person}" name="role">${rolesOf(club).map(([value, text]) => html`<option value="${value}"${value === role ? raw(' selected') : ''}>${text}</option>`)}</select><button class="btn plain small">${t('Set role')}</button></form>`,
                  menuLink(membersPath(club, query, { person, confirm: 'owner' }), t('Make owner')),
                  menuLink(membersPath(club, query, { person, confirm: 'remove' }), t('Remove member')),
                ],
                t('More actions for {name}', { name }),
              ),
      },
    ],
  })
}

/** A search for a person to add, with the role that has the fewest rights chosen. */
export const addSection = async (club: OneClub, { query }: Shown, context: PageContext): Promise<Html> => {
  const typed = (query.find ?? '').trim()
  const found = typed === '' ? undefined : await call(context, 'operators', 'findSchoolUsers', { q: typed })
  const users = found?.ok ? found.value.users : []
  const rows = users.map(
    ({ _id: person, name, username, picture }) =>
      html`<li>${face(name, picture)}<div class="stack-s"><strong><bdi>${name}</bdi></strong><span class="soft">@<bdi>${username}</bdi></span></div>${actionButton(adminPath, t('Add member'), { do: 'org-add', id: club._id, person, named: name }, { css: 'small', label: name })}</li>`,
  )
  return html`<section class="stack"><h3>${t('Add a member')}</h3><form class="find" role="search" action="${adminPath}">${hidden('part', 'orgs')}${hidden('id', club._id)}<label class="vh" for="find">${t('Search people')}</label><input id="find" name="find" type="search" value="${typed}" placeholder="${t('Search people')}" maxlength="100" dir="auto"><button class="btn">${t('Search')}</button></form>${typed === '' ? '' : listed(rows, nobodyFound(typed))}</section>`
}
