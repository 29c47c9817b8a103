import { type Answer, call, type PageContext } from '../call.ts'
import { addSection, memberQuestion, membersTable, type OneClub } from '../club-admin/members.ts'
import { dateElement, dayWords } from '../layout/dates.ts'
import { type Filled, field, hidden, select, textArea } from '../layout/forms.ts'
import { menu, menuLink } from '../layout/menu.ts'
import { collapsible, face, type Html, html, nextPageLink } from '../layout/page.ts'
import { dataTable, orderOf } from '../layout/table.ts'
import { msg, t, translateChoices } from '../locale.ts'
import { adminPath, type PartOf, partPath, type Shown } from './admin.ts'
import { confirmation } from './confirmation.ts'

type Club = Answer<'management', 'listManagedOrganizations'>['data'][number]

const filters = [
  ['', msg('All clubs')],
  ['pending', msg('Waiting for approval')],
  ['rejected', msg('Refused')],
  ['verified', msg('Verified')],
  ['sunset', msg('Closing down')],
  ['inactive', msg('Closed')],
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
      ? ['warn', t('Waiting for approval')]
      : approvalStatus === 'rejected'
        ? ['bad', t('Refused')]
        : lifecycleStatus === 'inactive'
          ? ['', t('Closed')]
          : lifecycleStatus === 'sunset'
            ? ['warn', t('Closing down')]
            : ['good', t('Active')]
  return html`<span class="tags"><span class="tag ${state[0] ?? ''}">${state[1]}</span>${verified ? html`<span class="tag good">${t('Verified')}</span>` : ''}</span>`
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
      menuLink(partPath('org-events', { id }), t('Events and insights')),
      menuLink(partPath('org-group', { id }), t('Approval group')),
      approvalStatus === 'approved' ? '' : confirmLink(id, 'approve', t('Approve club')),
      approvalStatus === 'pending' ? confirmLink(id, 'refuse', t('Refuse club')) : '',
      cycle === 'active' ? '' : confirmLink(id, 'reopen', t('Reopen club')),
      cycle === 'active' ? confirmLink(id, 'sunset', t('Start closing down')) : '',
      cycle === 'sunset' ? confirmLink(id, 'close', t('Close club')) : '',
      confirmLink(id, 'delete', t('Delete club')),
    ],
    t('More actions for {name}', { name }),
  )

const clubsTable = (clubs: readonly Club[], { query, zone }: Shown): Html =>
  dataTable({
    caption: t('Clubs'),
    address: partPath('orgs'),
    values: { sort: query.sort, search: query.search, filter: query.filter },
    search: t('Search clubs'),
    filters: [{ name: 'filter', label: t('Status'), choices: translateChoices(filters) }],
    rows: clubs,
    empty:
      query.search || query.filter
        ? [t('No clubs found'), t('Try another word or another status.')]
        : [
            t('No clubs yet'),
            t('Clubs that people create appear here. You can create the first one.'),
            { href: '/clubs?new=yes', text: t('Create club') },
          ],
    columns: [
      {
        key: 'name',
        label: t('Club'),
        sortable: true,
        cell: ({ _id: id, org_name: name }) =>
          html`<a href="${partPath('orgs', { id })}"><bdi>${name}</bdi></a>`,
      },
      { key: 'status', label: t('Status'), cell: statusTags },
      {
        key: 'members',
        label: t('Members'),
        sortable: true,
        isNumber: true,
        cell: ({ memberCount }) => memberCount,
      },
      {
        key: 'created',
        label: t('Created'),
        sortable: true,
        cell: ({ createdAt }) => dateElement(createdAt, zone),
      },
      { key: 'more', label: t('More actions'), isHidden: true, cell: clubMenu },
    ],
    bulk: {
      action: adminPath,
      idOf: ({ _id }) => _id,
      nameOf: ({ org_name: name }) => name,
      isPickable: ({ approvalStatus }) => approvalStatus !== 'approved',
      buttons: [['org-approve-picked', t('Approve')]],
    },
    actions: html`<a class="btn plain small" href="/org-management/organizations/export?format=csv">${t('Export clubs (CSV)')}</a>`,
  })

const sortBy = { name: 'org_name', members: 'memberCount', created: 'createdAt' } as const
type SortKey = keyof typeof sortBy

/** What each change does to a club, for the question before it. */
const questions: Readonly<
  Record<string, { title: string; consequence: string; button: string; gentle?: true }>
> = {
  approve: {
    title: msg('Approve {name}?'),
    consequence: msg('It becomes visible to the school and can start events. Its owner is notified.'),
    button: msg('Approve club'),
    gentle: true,
  },
  refuse: {
    title: msg('Refuse {name}?'),
    consequence: msg('It cannot start anything. Its owner reads your reason and can submit it again.'),
    button: msg('Refuse club'),
  },
  sunset: {
    title: msg('Start closing down {name}?'),
    consequence: msg(
      'It keeps its members and events, and its members are notified. After that you can close or reopen it.',
    ),
    button: msg('Start closing down'),
  },
  close: {
    title: msg('Close {name}?'),
    consequence: msg(
      'Its upcoming events are cancelled and their attendees notified. Members stay, and nothing new can start. You can reopen the club, but cancelled events stay cancelled.',
    ),
    button: msg('Close club'),
  },
  reopen: {
    title: msg('Reopen {name}?'),
    consequence: msg('Members can start events again. Cancelled events stay cancelled.'),
    button: msg('Reopen club'),
    gentle: true,
  },
  delete: {
    title: msg('Delete {name}?'),
    consequence: msg(
      'It disappears from every list and its upcoming events are cancelled. You can restore it within 30 days under Requests.',
    ),
    button: msg('Delete club'),
  },
}

/** Questions whose reason the members read. */
const reasonedQuestions = ['sunset', 'close', 'delete']

const reasonField = (confirm: string, filled: Filled): Html | string => {
  if (confirm === 'refuse')
    return textArea(filled, { name: 'reason', label: t('Reason for the owner'), longest: 1000 })
  return reasonedQuestions.includes(confirm)
    ? textArea(filled, { name: 'reason', label: t('Reason for the members'), longest: 1000, optional: true })
    : ''
}

const clubQuestion = (club: OneClub, confirm: string | undefined, filled: Filled): Html | string => {
  const question = confirm && Object.hasOwn(questions, confirm) ? questions[confirm] : undefined
  if (!question) return ''
  const name = html`<bdi>${club.org_name}</bdi>`
  const members = t('{name} has {count, plural, one {# member} other {# members}}.', {
    name,
    count: club.memberCount,
  })
  const own: Filled = filled.values.do === 'org-refuse' ? filled : { values: {} }
  return confirmation({
    title: t(question.title, { name }),
    consequence: html`${t(question.consequence)} ${members}`,
    button: t(question.button),
    carried: { do: `org-${confirm}`, id: club._id, confirm: confirm ?? '', named: club.org_name },
    back: partPath('orgs', { id: club._id }),
    danger: !question.gentle,
    fields: reasonField(confirm ?? '', own),
  })
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
    ['yes', t('Verified')],
    ['no', t('Not verified')],
  ] as const
  const nameFields = [
    field(own, { name: 'name', label: t('Name'), longest: 100 }),
    textArea(own, { name: 'description', label: t('Description'), longest: 5000 }),
    select(own, 'verified', t('Verification'), verified),
    textArea(own, {
      name: 'notes',
      label: t('Notes'),
      longest: 4000,
      optional: true,
      hint: t('Administrators read these notes. The club does not.'),
    }),
  ]
  return collapsible(
    t('Edit club'),
    html`<form class="stack" method="post" action="${adminPath}">${hidden('do', 'org-edit')}${hidden('id', club._id)}${nameFields}<button class="btn small">${t('Save club')}</button></form>`,
    own.refusal !== undefined,
  )
}

const clubFacts = ({ owner, memberCount, totalEventCount, createdAt }: OneClub, zone: string): Html => {
  const name = html`<bdi>${owner.name || t('None')}</bdi>`
  const members = t('{count, plural, one {# member} other {# members}}', { count: memberCount })
  const events = t('{count, plural, one {# event} other {# events}}', { count: totalEventCount })
  const created = t('created {date}', { date: dayWords(createdAt, zone) })
  return html`${t('Owner: {name}', { name })} &middot; ${members} &middot; ${events} &middot; ${created}`
}

/** One club: status, figures, members, and everything that administrators change about it. */
const clubPart = async (orgId: string, shown: Shown, context: PageContext) => {
  const { query, filled, zone } = shown
  const [result, found] = await Promise.all([
    call(context, 'management', 'getManagedOrganization', { orgId }),
    call(context, 'management', 'listManagedMembers', {
      orgId,
      limit: '50',
      cursor: query.cursor,
      search: query.search?.trim() || undefined,
    }),
  ])
  if (!result.ok) return result
  if (!found.ok) return found
  const club = result.value
  const { members, nextCursor } = found.value
  const member = members.find(({ user_id }) => user_id._id === query.person)
  const asking = member ? memberQuestion(club, member, query) : clubQuestion(club, query.confirm, filled)
  const here = partPath('orgs', { id: orgId, search: query.search })
  const isWhole = !nextCursor && !query.cursor
  return html`<p><a href="${partPath('orgs')}">${t('All clubs')}</a></p><div class="row">${face(club.org_name, club.org_profile_image)}<h2><a href="/org/${orgId}"><bdi>${club.org_name}</bdi></a></h2>${statusTags(club)}${clubMenu(club)}</div><p class="soft">${clubFacts(club, zone)}</p>${asking}${editForm(club, filled)}<section class="stack"><h2>${t('Members')}</h2>${membersTable(club, members, query, isWhole)}${nextPageLink(here, nextCursor)}${await addSection(club, shown, context)}</section>`
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
