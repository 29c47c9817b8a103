import { backupsSection } from '../approvals/backups.ts'
import { domainKinds } from '../approvals/domain.ts'
import { roleTitle, roleWords } from '../approvals/role-names.ts'
import { type Answer, call, type FormAction, operation, type PageContext } from '../call.ts'
import { type Filled, field, hidden, select, textArea } from '../layout/forms.ts'
import { menu, menuLink } from '../layout/menu.ts'
import {
  actionButton,
  collapsible,
  empty,
  face,
  type Html,
  html,
  listed,
  nobodyFound,
} from '../layout/page.ts'
import { dataTable, sortRows } from '../layout/table.ts'
import { msg, t, translateChoices } from '../locale.ts'
import { type AreaAction, adminPath, type PartOf, partPath, type Shown } from './admin.ts'
import { confirmation } from './confirmation.ts'

type ListedRole = Answer<'stakeholders', 'listStakeholderRoles'>[number]
type Role = Answer<'stakeholders', 'getStakeholderRole'>
type Domain = Answer<'stakeholders', 'listDomains'>[number]
type Holder = Answer<'stakeholders', 'listStakeholderMembers'>['members'][number]

const kinds = [
  ['approver', msg('Approves or rejects events')],
  ['acknowledger', msg('Acknowledges events')],
  ['notifiee', msg('Is notified of events')],
] as const

const kindWords: Readonly<Record<string, string>> = {
  approver: msg('Approves'),
  acknowledger: msg('Acknowledges'),
  notifiee: msg('Is notified'),
}

const stateOf = ({ isActive, activeMembers }: Pick<ListedRole, 'isActive' | 'activeMembers'>): Html =>
  !isActive
    ? html`<span class="tag">${t('Inactive')}</span>`
    : activeMembers === 0
      ? html`<span class="tag warn">${t('Nobody appointed')}</span>`
      : html`<span class="tag good">${t('{count, plural, one {# person} other {# people}}', { count: activeMembers })}</span>`

const rolesTable = (roles: readonly ListedRole[], { query }: Shown): Html => {
  const values = {
    name: (role: ListedRole) => role.stakeholderName.toLowerCase(),
    people: (role: ListedRole) => role.activeMembers,
  }
  return dataTable({
    caption: t('Approver roles'),
    address: partPath('approvers'),
    values: { sort: query.sort },
    rows: sortRows(roles, query.sort, values),
    empty: [t('No roles yet'), t('Roles decide on events in the approval steps.')],
    columns: [
      {
        key: 'name',
        label: t('Role'),
        sortable: true,
        cell: ({ stakeholderId: id, stakeholderName: name }) =>
          html`<a href="${partPath('approvers', { id })}"><bdi>${roleTitle(name)}</bdi></a>`,
      },
      { key: 'kind', label: t('Task'), cell: ({ stakeholderType: kind }) => t(kindWords[kind] ?? kind) },
      { key: 'people', label: t('Appointed'), sortable: true, cell: stateOf },
      {
        key: 'appoint',
        label: t('Appoint'),
        isHidden: true,
        cell: ({ stakeholderId: id, stakeholderName: name }) =>
          html`<a class="btn plain small" href="${partPath('approvers', { id })}" aria-label="${t('Appoint a person as {role}', { role: roleWords(name) })}">${t('Appoint')}</a>`,
      },
    ],
  })
}

const newRole = (filled: Filled, domains: readonly (readonly [string, string])[]): Html | string => {
  const own: Filled = filled.values.do === 'role-create' ? filled : { values: {} }
  if (domains.length === 0) return ''
  const nameFields = [
    field(own, { name: 'name', label: t('Name'), longest: 100, hint: t('Such as Lab safety officer.') }),
    select(own, 'kind', t('Task'), translateChoices(kinds)),
    select(own, 'domain', t('Department or facility'), domains),
  ]
  return collapsible(
    t('Create a role'),
    html`<form class="stack" method="post" action="${adminPath}">${hidden('do', 'role-create')}${nameFields}<button class="btn small">${t('Create role')}</button></form>`,
    own.refusal !== undefined,
  )
}

const holdersList = (role: Role, holders: readonly Holder[]): Html =>
  listed(
    holders.map(
      ({ userId, name, username }) =>
        html`<li>${face(name, undefined)}<div class="stack-s"><strong><bdi>${name}</bdi></strong><span class="soft">@<bdi>${username}</bdi></span></div>${menu([menuLink(partPath('approvers', { id: role.stakeholderId, person: userId, confirm: 'remove' }), t('Remove {name}', { name }))], t('More actions for {name}', { name }))}</li>`,
    ),
    [
      t('Nobody is appointed'),
      t(
        'Events that need the role {role} wait for an administrator. Search for a person above to appoint them.',
        { role: roleWords(role.stakeholderName) },
      ),
    ],
  )

/** A search for a person, with a button beside each result. */
const appointSection = async (
  role: Role,
  holders: readonly Holder[],
  { query }: Shown,
  context: PageContext,
) => {
  const id = role.stakeholderId
  const typed = (query.search ?? '').trim()
  const found = typed === '' ? undefined : await call(context, 'operators', 'findSchoolUsers', { q: typed })
  const users = found?.ok ? found.value.users : []
  const held = new Set(holders.map(({ userId }) => userId))
  const isBackup = (person: string) =>
    role.backupAssignees.some(({ userId, isActive }) => isActive && userId === person)
  const results = users.map((user) => {
    const { _id: person, name, username, email, picture } = user
    const action = held.has(person)
      ? html`<span class="tag good">${t('Appointed')}</span>`
      : actionButton(
          adminPath,
          t('Appoint'),
          { do: 'role-appoint', id, person, named: name },
          { css: 'small', label: name },
        )
    const backup = isBackup(person)
      ? html`<span class="tag">${t('Backup')}</span>`
      : actionButton(
          adminPath,
          t('Add as backup'),
          { do: 'role-backup', id, person, name, version: String(role.version) },
          { label: name },
        )
    return html`<li>${face(name, picture)}<div class="stack-s"><strong><bdi>${name}</bdi></strong><span class="soft">@<bdi>${username}</bdi> &middot; <bdi>${email}</bdi></span></div><div class="row">${action}${backup}</div></li>`
  })
  const none = empty(...nobodyFound(typed))
  return html`<section class="stack" id="appoint"><h2>${t('Appoint a person as {role}', { role: roleWords(role.stakeholderName) })}</h2><form class="find" role="search" action="${adminPath}#appoint">${hidden('part', 'approvers')}${hidden('id', id)}<label class="vh" for="search">${t('Search people')}</label><input id="search" name="search" type="search" value="${typed}" placeholder="${t('Search people')}" maxlength="100" dir="auto"><button class="btn plain">${t('Search')}</button></form>${typed === '' ? '' : results.length === 0 ? none : html`<ul class="list">${results}</ul>`}</section>`
}

const removal = (role: Role, { userId, name }: Pick<Holder, 'userId' | 'name'>, left: number): Html => {
  const id = role.stakeholderId
  const values = { name: html`<bdi>${name}</bdi>`, role: html`<bdi>${roleWords(role.stakeholderName)}</bdi>` }
  const nobody =
    left === 0
      ? t('Nobody is then appointed as {role}, so administrators decide in their place.', values)
      : ''
  return confirmation({
    title: t('Remove {name} as {role}?', values),
    consequence: html`${t('{name} can no longer decide on events for this role. Earlier decisions stay. You can appoint them again at any time.', values)} ${nobody}`,
    button: t('Remove person'),
    carried: { do: 'role-remove', id, person: userId, named: name },
    back: partPath('approvers', { id }),
  })
}

const editForm = (role: Role, filled: Filled): Html => {
  const now = {
    name: role.stakeholderName,
    description: role.description,
    hours: String(role.escalationRules.timeout ?? ''),
    needed: String(role.approvalConfig.requiredApprovals ?? ''),
  }
  const own: Filled = filled.values.do === 'role-edit' ? filled : { values: now }
  const state = role.isActive
    ? html`<p><a href="${partPath('approvers', { id: role.stakeholderId, confirm: 'stop' })}">${t('Deactivate role')}</a></p>`
    : actionButton(adminPath, t('Activate role'), { do: 'role-start', id: role.stakeholderId })
  const nameFields2 = [
    field(own, { name: 'name', label: t('Name'), longest: 100 }),
    textArea(own, { name: 'description', label: t('Description'), longest: 500, optional: true }),
  ]
  const hoursFields = [
    field(own, {
      name: 'hours',
      label: t('Hours to decide'),
      inputmode: 'numeric',
      longest: 3,
      optional: true,
      hint: t('1 to 168. Then administrators may decide.'),
    }),
    field(own, {
      name: 'needed',
      label: t('Approvals needed'),
      inputmode: 'numeric',
      longest: 2,
      optional: true,
      hint: t('1 to 20.'),
    }),
  ]
  return collapsible(
    t('Role settings'),
    html`<form class="stack" method="post" action="${adminPath}">${hidden('do', 'role-edit')}${hidden('id', role.stakeholderId)}${nameFields2}<div class="pair">${hoursFields}</div><button class="btn small">${t('Save role')}</button></form>${state}`,
    own.refusal !== undefined,
  )
}

/** One role: its holders, a search to appoint others, and its settings. */
const rolePart = async (role: Role, shown: Shown, context: PageContext) => {
  const { query, filled } = shown
  const id = role.stakeholderId
  const result = await call(context, 'stakeholders', 'listStakeholderMembers', { id, limit: '100' })
  if (!result.ok) return result
  const holders = result.value.members
  const leaving = holders.find(({ userId }) => userId === query.person)
  const asking =
    query.confirm === 'remove' && leaving
      ? removal(role, leaving, holders.length - 1)
      : query.confirm === 'stop'
        ? confirmation({
            title: t('Deactivate {name}?', { name: html`<bdi>${roleTitle(role.stakeholderName)}</bdi>` }),
            consequence: t(
              'New events no longer wait for this role. {count, plural, one {# person keeps} other {# people keep}} the appointment for when you activate the role again.',
              { count: holders.length },
            ),
            button: t('Deactivate role'),
            carried: { do: 'role-stop', id, named: roleTitle(role.stakeholderName) },
            back: partPath('approvers', { id }),
          })
        : ''
  return html`<p><a href="${partPath('approvers')}">${t('All approver roles')}</a></p><div class="row"><h2><bdi>${roleTitle(role.stakeholderName)}</bdi></h2>${stateOf(role)}</div>${role.description ? html`<p class="soft" dir="auto">${role.description}</p>` : ''}${asking}${await appointSection(role, holders, shown, context)}${holdersList(role, holders)}${await backupsSection(role, context)}${editForm(role, filled)}`
}

/** Departments and facilities that roles belong to; one without roles can be deleted. */
const domainsSection = (domains: readonly Domain[], { query, filled }: Shown): Html => {
  const own: Filled = filled.values.do === 'role-domain' ? filled : { values: {} }
  const leaving = query.confirm === 'domain' ? domains.find(({ _id }) => _id === query.id) : undefined
  const asking = leaving
    ? confirmation({
        title: t('Delete {name}?', { name: html`<bdi>${leaving.name}</bdi>` }),
        consequence: t('Its rules for rooms and bookings are deleted. This cannot be undone.'),
        button: t('Delete'),
        carried: { do: 'role-domain-delete', id: leaving._id, named: leaving.name },
        back: partPath('approvers'),
      })
    : ''
  const rows = domains.map(
    ({ _id: id, name, type, stakeholderRoles: roles }) =>
      html`<li><div class="stack-s"><strong><a href="${partPath('domain', { id })}"><bdi>${name}</bdi></a></strong><span class="soft">${t(domainKinds.find(([value]) => value === type)?.[1] ?? type)} &middot; ${t('{count, plural, one {# role} other {# roles}}', { count: roles.length })}</span></div>${roles.length === 0 ? menu([menuLink(partPath('approvers', { id, confirm: 'domain' }), t('Delete {name}', { name }))], t('More actions for {name}', { name })) : ''}</li>`,
  )
  const nameFields22 = [
    field(own, { name: 'name', label: t('Name'), longest: 100, hint: t('Such as Laboratories.') }),
    select(own, 'type', t('Kind'), translateChoices(domainKinds)),
  ]
  return html`<section class="stack"><h2>${t('Departments and facilities')}</h2>${asking}${listed(rows, [t('No departments or facilities yet'), t('Their roles review events, such as those in their rooms. Create one to add roles of your own.')])}${collapsible(
    t('Create a department or facility'),
    html`<form class="stack" method="post" action="${adminPath}">${hidden('do', 'role-domain')}${nameFields22}<button class="btn small">${t('Create')}</button></form>`,
    own.refusal !== undefined,
  )}</section>`
}

/** Roles that decide on events, and the people who hold them. */
export const approversPart: PartOf = async (shown, context) => {
  const { id, confirm } = shown.query
  const chosen =
    id === undefined || confirm === 'domain'
      ? undefined
      : await call(context, 'stakeholders', 'getStakeholderRole', { id })
  if (chosen?.ok) return rolePart(chosen.value, shown, context)
  const [roles, domains] = await Promise.all([
    call(context, 'stakeholders', 'listStakeholderRoles', {}),
    call(context, 'stakeholders', 'listDomains', {}),
  ])
  if (!roles.ok) return roles
  const places = domains.ok ? domains.value.map(({ _id, name }) => [_id, name] as const) : []
  return html`<p class="soft">${t('Events that need approval wait for the people appointed here. If nobody is appointed, administrators decide.')}</p>${rolesTable(roles.value, shown)}${newRole(shown.filled, places)}${domainsSection(domains.ok ? domains.value : [], shown)}`
}

const numberIn = (typed: string | undefined): number | undefined =>
  typed?.trim() ? Number(typed) : undefined

/** An id from a name, since the id is part of addresses. */
const idFrom = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

const createRole: FormAction = ({ name = '', kind, domain }, context) =>
  call(context, 'stakeholders', 'createStakeholderRole', {
    stakeholderId: idFrom(name) || name,
    stakeholderName: name,
    stakeholderType: kinds.find(([value]) => value === kind)?.[0] ?? 'approver',
    domainId: domain,
  })

const editRole: FormAction = ({ id = '', name, description, hours, needed }, context) =>
  call(context, 'stakeholders', 'updateStakeholderRole', {
    id,
    stakeholderName: name,
    description: description ?? '',
    escalationRules: { timeout: numberIn(hours) },
    approvalConfig: { requiredApprovals: numberIn(needed) },
  })

export const roleActions: Readonly<Record<string, AreaAction>> = {
  'role-create': { part: 'approvers', done: 'role-created', run: createRole },
  'role-edit': { part: 'approvers', done: 'approver-role-saved', run: editRole, opens: 'item' },
  'role-appoint': {
    part: 'approvers',
    done: 'appointed',
    run: operation('stakeholders', 'assignStakeholderRole', ({ id = '', person = '' }) => ({
      id,
      userId: person,
    })),
    opens: 'item',
  },
  'role-remove': {
    part: 'approvers',
    done: 'unappointed',
    run: operation('stakeholders', 'unassignStakeholderRole', ({ id = '', person = '' }) => ({
      id,
      userId: person,
    })),
    opens: 'item',
  },
  'role-domain': {
    part: 'approvers',
    done: 'department-created',
    run: operation('stakeholders', 'createDomain', ({ name = '', type }) => ({
      name,
      type: domainKinds.find(([value]) => value === type)?.[0] ?? 'department',
    })),
  },
  'role-domain-delete': {
    part: 'approvers',
    done: 'department-removed',
    run: operation('stakeholders', 'deleteDomain', ({ id = '' }) => ({ domainId: id })),
  },
  'role-stop': {
    part: 'approvers',
    done: 'approver-role-saved',
    run: operation('stakeholders', 'deactivateStakeholderRole', ({ id = '' }) => ({ id })),
    opens: 'item',
  },
  'role-start': {
    part: 'approvers',
    done: 'approver-role-saved',
    run: operation('stakeholders', 'updateStakeholderRole', ({ id = '' }) => ({ id, isActive: true })),
    opens: 'item',
  },
}
