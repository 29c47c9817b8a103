import { type Answer, call, type PageContext } from '../call.ts'
import { dayWords } from '../layout/dates.ts'
import { type Filled, field, hidden, select, textArea } from '../layout/forms.ts'
import { menu, menuLink } from '../layout/menu.ts'
import {
  actionButton,
  collapsible,
  face,
  type Html,
  html,
  listed,
  nextPageLink,
  plural,
} from '../layout/page.ts'
import { dataTable, orderOf } from '../layout/table.ts'
import { adminPath, type PartOf, partPath, type Shown } from './admin.ts'
import { confirmation } from './confirmation.ts'

type Club = Answer<'management', 'listManagedOrganizations'>['data'][number]
type OneClub = Answer<'management', 'getManagedOrganization'>
type Member = Answer<'management', 'listManagedMembers'>['members'][number]

const filters = [
  ['', 'All clubs'],
  ['pending', 'Waiting for approval'],
  ['rejected', 'Refused'],
  ['verified', 'Verified'],
  ['sunset', 'Closing down'],
  ['inactive', 'Closed'],
] as const

/** A choice of the filter as the operation reads it. */
const filterQuery: Readonly<Record<string, object>> = {
  pending: { status: 'pending' },
  rejected: { status: 'rejected' },
  verified: { verified: 'true' },
  sunset: { lifecycleStatus: 'sunset' },
  inactive: { lifecycleStatus: 'inactive' },
}

type Status = Pick<Club, 'approvalStatus' | 'lifecycleStatus' | 'verified'>

const statusTags = ({ approvalStatus, lifecycleStatus, verified }: Status): Html => {
  const state =
    approvalStatus === 'pending'
      ? ['warn', 'Waiting for approval']
      : approvalStatus === 'rejected'
        ? ['bad', 'Refused']
        : lifecycleStatus === 'inactive'
          ? ['', 'Closed']
          : lifecycleStatus === 'sunset'
            ? ['warn', 'Closing down']
            : ['good', 'Active']
  return html`<span class="tags"><span class="tag ${state[0] ?? ''}">${state[1]}</span>${verified ? html`<span class="tag good">Verified</span>` : ''}</span>`
}

const confirmLink = (id: string, confirm: string, text: string): Html =>
  menuLink(partPath('orgs', { id, confirm }), text)

/** Changes of a club that fit its status, behind one button. */
const clubMenu = ({
  _id: id,
  org_name: name,
  approvalStatus,
  lifecycleStatus: cycle,
}: Club | OneClub): Html =>
  menu(
    [
      menuLink(partPath('org-events', { id }), 'Events and insights'),
      menuLink(partPath('org-group', { id }), 'Approval group'),
      approvalStatus === 'approved' ? '' : confirmLink(id, 'approve', 'Approve club'),
      approvalStatus === 'pending' ? confirmLink(id, 'refuse', 'Refuse club') : '',
      cycle === 'active' ? '' : confirmLink(id, 'reopen', 'Reopen club'),
      cycle === 'active' ? confirmLink(id, 'sunset', 'Start closing down') : '',
      cycle === 'sunset' ? confirmLink(id, 'close', 'Close club') : '',
      confirmLink(id, 'delete', 'Delete club'),
    ],
    `More actions for ${name}`,
  )

const clubsTable = (clubs: readonly Club[], { query, zone }: Shown): Html =>
  dataTable({
    caption: 'Clubs',
    address: partPath('orgs'),
    values: { sort: query.sort, search: query.search, filter: query.filter },
    search: 'Search clubs',
    filters: [{ name: 'filter', label: 'Status', choices: filters }],
    rows: clubs,
    empty:
      query.search || query.filter
        ? ['No club found', 'Try another word or another status.']
        : ['No clubs yet', 'Clubs that students create appear here.'],
    columns: [
      {
        key: 'name',
        label: 'Club',
        sortable: true,
        cell: ({ _id: id, org_name: name }) =>
          html`<a href="${partPath('orgs', { id })}"><bdi>${name}</bdi></a>`,
      },
      { key: 'status', label: 'Status', cell: statusTags },
      {
        key: 'members',
        label: 'Members',
        sortable: true,
        isNumber: true,
        cell: ({ memberCount }) => memberCount,
      },
      {
        key: 'created',
        label: 'Created',
        sortable: true,
        cell: ({ createdAt }) => dayWords(createdAt, zone),
      },
      { key: 'more', label: 'More actions', isHidden: true, cell: clubMenu },
    ],
    bulk: {
      action: adminPath,
      idOf: ({ _id }) => _id,
      nameOf: ({ org_name: name }) => name,
      buttons: [['org-approve-picked', 'Approve']],
    },
    actions: html`<a class="btn plain small" href="/org-management/organizations/export?format=csv">Export clubs (CSV)</a>`,
  })

const sortBy = { name: 'org_name', members: 'memberCount', created: 'createdAt' } as const
type SortKey = keyof typeof sortBy

/** What each change does to a club, for the question before it. */
const questions: Readonly<
  Record<string, { ask: string; consequence: string; button: string; gentle?: true }>
> = {
  approve: {
    ask: 'Approve',
    consequence: 'It becomes visible to the school and can start events. Its owner is notified.',
    button: 'Approve club',
    gentle: true,
  },
  refuse: {
    ask: 'Refuse',
    consequence: 'It cannot start anything. Its owner reads your reason and can submit it again.',
    button: 'Refuse club',
  },
  sunset: {
    ask: 'Start closing down',
    consequence:
      'It keeps its members and events, and its members are notified. After that you can close or reopen it.',
    button: 'Start closing down',
  },
  close: {
    ask: 'Close',
    consequence:
      'Its upcoming events are cancelled and their attendees notified. Members stay, and nothing new can start. You can reopen the club, but cancelled events stay cancelled.',
    button: 'Close club',
  },
  reopen: {
    ask: 'Reopen',
    consequence: 'Members can start events again. Cancelled events stay cancelled.',
    button: 'Reopen club',
    gentle: true,
  },
  delete: {
    ask: 'Delete',
    consequence:
      'It disappears from every list and its upcoming events are cancelled. You can restore it within 30 days under Requests.',
    button: 'Delete club',
  },
}

/** Questions whose reason the members read. */
const reasonedQuestions = ['sunset', 'close', 'delete']

const reasonField = (confirm: string, filled: Filled): Html | string => {
  if (confirm === 'refuse')
    return textArea(filled, { name: 'reason', label: 'Reason for the owner', longest: 1000 })
  return reasonedQuestions.includes(confirm)
    ? textArea(filled, { name: 'reason', label: 'Reason for the members', longest: 1000, optional: true })
    : ''
}

const clubQuestion = (club: OneClub, confirm: string | undefined, filled: Filled): Html | string => {
  const question = confirm && Object.hasOwn(questions, confirm) ? questions[confirm] : undefined
  if (!question) return ''
  const name = club.org_name
  const own: Filled = filled.values.do === 'org-refuse' ? filled : { values: {} }
  return confirmation({
    title: html`${question.ask} <bdi>${name}</bdi>?`,
    consequence: html`${question.consequence} <bdi>${name}</bdi> has ${plural(club.memberCount, 'member')}.`,
    button: question.button,
    carried: { do: `org-${confirm}`, id: club._id, confirm: confirm ?? '' },
    back: partPath('orgs', { id: club._id }),
    danger: !question.gentle,
    fields: reasonField(confirm ?? '', own),
  })
}

/** What a change of a membership does, for the question before it. */
const memberQuestion = (club: OneClub, member: Member, confirm: string | undefined): Html | string => {
  const { _id: person, name } = member.user_id
  const carried = { id: club._id, person }
  const back = partPath('orgs', { id: club._id })
  if (confirm === 'owner')
    return confirmation({
      title: html`Make <bdi>${name}</bdi> the owner of <bdi>${club.org_name}</bdi>?`,
      consequence: html`<bdi>${name}</bdi> gets every right in the club at once. <bdi>${club.owner.name}</bdi> stays a member without these rights.`,
      button: 'Transfer ownership',
      carried: { do: 'org-owner', ...carried },
      back,
    })
  if (confirm === 'remove')
    return confirmation({
      title: html`Remove <bdi>${name}</bdi> from <bdi>${club.org_name}</bdi>?`,
      consequence: html`<bdi>${name}</bdi> loses all roles in the club and is notified. You can add them again.`,
      button: 'Remove member',
      carried: { do: 'org-remove', ...carried },
      back,
    })
  return ''
}

/** Roles that a person can be given: the one with the fewest rights first. */
const rolesOf = ({ positions }: OneClub) =>
  [...positions]
    .reverse()
    .filter(({ name }) => name !== 'owner')
    .map(({ name, displayName }) => [name, displayName] as const)

const membersTable = (club: OneClub, members: readonly Member[]): Html =>
  dataTable({
    caption: 'Members',
    rows: members,
    empty: ['No members found', 'Members of the club appear here.'],
    columns: [
      {
        key: 'name',
        label: 'Member',
        cell: ({ user_id: { name, username } }) =>
          html`<bdi>${name}</bdi> <span class="soft">@<bdi>${username}</bdi></span>`,
      },
      {
        key: 'roles',
        label: 'Roles',
        cell: ({ roles }) =>
          html`<span class="tags">${roles.map((role) => html`<span class="tag"><bdi>${club.positions.find(({ name }) => name === role)?.displayName ?? role}</bdi></span>`)}</span>`,
      },
      {
        key: 'more',
        label: 'More actions',
        isHidden: true,
        cell: ({ user_id: { _id: person, name }, role }) =>
          role === 'owner'
            ? ''
            : menu(
                [
                  html`<form class="row" method="post" action="${adminPath}">${hidden('do', 'org-role')}${hidden('id', club._id)}${hidden('person', person)}<label class="vh" for="role-${person}">Role of ${name}</label><select class="short" id="role-${person}" name="role">${rolesOf(club).map(([value, text]) => html`<option value="${value}"${value === role ? html` selected` : ''}>${text}</option>`)}</select><button class="btn plain small">Set role</button></form>`,
                  menuLink(partPath('orgs', { id: club._id, person, confirm: 'owner' }), 'Make owner'),
                  menuLink(partPath('orgs', { id: club._id, person, confirm: 'remove' }), 'Remove member'),
                ],
                `More actions for ${name}`,
              ),
      },
    ],
  })

/** A search for a person to add, with the role that has the fewest rights chosen. */
const addSection = async (club: OneClub, { query }: Shown, context: PageContext): Promise<Html> => {
  const typed = (query.search ?? '').trim()
  const found = typed === '' ? undefined : await call(context, 'operators', 'findSchoolUsers', { q: typed })
  const users = found?.ok ? found.value.users : []
  const rows = users.map(
    ({ _id: person, name, username, picture }) =>
      html`<li>${face(name, picture)}<div class="stack-s"><strong><bdi>${name}</bdi></strong><span class="soft">@<bdi>${username}</bdi></span></div>${actionButton(adminPath, 'Add member', { do: 'org-add', id: club._id, person }, { css: 'small', label: name })}</li>`,
  )
  return html`<section class="stack"><h3>Add a member</h3><form class="find" role="search" action="${adminPath}">${hidden('part', 'orgs')}${hidden('id', club._id)}<label class="vh" for="search">Search people</label><input id="search" name="search" type="search" value="${typed}" placeholder="Search people" maxlength="100" dir="auto"><button class="btn">Search</button></form>${typed === '' ? '' : listed(rows, ['No person found', 'Enter at least two letters of the first or last name.'])}</section>`
}

const editForm = (club: OneClub, filled: Filled): Html => {
  const now = {
    name: club.org_name,
    description: club.org_description,
    notes: club.adminNotes ?? '',
    verified: club.verified ? 'yes' : 'no',
  }
  const own: Filled = filled.values.do === 'org-edit' ? filled : { values: now }
  const verified = [
    ['yes', 'Verified'],
    ['no', 'Not verified'],
  ] as const
  return collapsible(
    'Edit club',
    html`<form class="stack" method="post" action="${adminPath}">${hidden('do', 'org-edit')}${hidden('id', club._id)}${field(own, { name: 'name', label: 'Name', longest: 100 })}${textArea(own, { name: 'description', label: 'Description', longest: 5000 })}${select(own, 'verified', 'Verification', verified)}${textArea(own, { name: 'notes', label: 'Notes', longest: 4000, optional: true, hint: 'Administrators read these notes. The club does not.' })}<button class="btn small">Save club</button></form>`,
    own.refusal !== undefined,
  )
}

/** One club: status, figures, members, and everything that administrators change about it. */
const clubPart = async (orgId: string, shown: Shown, context: PageContext) => {
  const { query, filled, zone } = shown
  const [result, found] = await Promise.all([
    call(context, 'management', 'getManagedOrganization', { orgId }),
    call(context, 'management', 'listManagedMembers', { orgId, limit: '50', cursor: query.cursor }),
  ])
  if (!result.ok) return result
  if (!found.ok) return found
  const club = result.value
  const { members, nextCursor } = found.value
  const member = members.find(({ user_id }) => user_id._id === query.person)
  const asking = member
    ? memberQuestion(club, member, query.confirm)
    : clubQuestion(club, query.confirm, filled)
  return html`<p><a href="${partPath('orgs')}">All clubs</a></p><div class="row">${face(club.org_name, club.org_profile_image)}<h2><a href="/org/${orgId}"><bdi>${club.org_name}</bdi></a></h2>${statusTags(club)}${clubMenu(club)}</div><p class="soft">Owner: <bdi>${club.owner.name || 'None'}</bdi> &middot; ${plural(club.memberCount, 'member')} &middot; ${plural(club.totalEventCount, 'event')} &middot; created ${dayWords(club.createdAt, zone)}</p>${asking}${editForm(club, filled)}<section class="stack"><h2>Members</h2>${membersTable(club, members)}${nextPageLink(partPath('orgs', { id: orgId }), nextCursor)}${await addSection(club, shown, context)}</section>`
}

/** All clubs of the school, or one of them. */
export const orgsPart: PartOf = async (shown, context) => {
  const { query } = shown
  if (query.id) return clubPart(query.id, shown, context)
  const order = orderOf(query.sort, Object.keys(sortBy))
  const result = await call(context, 'management', 'listManagedOrganizations', {
    limit: '30',
    cursor: query.cursor,
    search: query.search?.trim() || undefined,
    ...(order
      ? { sortBy: sortBy[order.key as SortKey], sortOrder: order.isDescending ? 'desc' : 'asc' }
      : {}),
    ...filterQuery[query.filter ?? ''],
  })
  if (!result.ok) return result
  const { data, nextCursor } = result.value
  const here = partPath('orgs', { search: query.search, sort: query.sort, filter: query.filter })
  return html`${clubsTable(data, shown)}${nextPageLink(here, nextCursor)}`
}
