import { ask, type Heard, type PageContext } from '../ask.ts'
import { changeBudget } from '../budget/change.ts'
import { isProofWanted, onwardTo, refusedPage } from '../layout/page.ts'
import { deskPage } from './desk.ts'
import { permissionWords } from './roles.ts'

export type Sent = { readonly orgId: string; readonly do: string } & Readonly<
  Record<string, string | undefined>
>

/** What a deed did, and the part of the desk that it belongs to. */
export type Done = {
  readonly part: string
  readonly heard: Heard<unknown>
  readonly said: string
  readonly id?: string
}

type Run = (sent: Sent, context: PageContext) => Promise<Heard<unknown>>

/** A name for addresses, made of what people call it. */
const nameOf = (displayName: string): string =>
  displayName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40) || 'role'

/** What the form shows is as it was ticked; what else the role permits stays. */
const wanted = (sent: Sent, before: readonly string[]): string[] => {
  const shown = new Set(permissionWords.map(([name]) => name))
  return [
    ...before.filter((name) => !shown.has(name)),
    ...[...shown].filter((name) => sent[`may-${name}`] === 'yes'),
  ]
}

const saveRole: Run = async (sent, context) => {
  const { orgId, role, displayName = '' } = sent
  if (role === undefined)
    return ask(context, 'members', 'createRole', {
      orgId,
      name: nameOf(displayName),
      displayName,
      permissions: wanted(sent, []),
    })
  const known = await ask(context, 'members', 'getRolePermissions', { orgId, roleName: role })
  if (!known.ok) return known
  const permissions = wanted(sent, known.value.role.permissions)
  return ask(context, 'members', 'updateRole', { orgId, roleName: role, displayName, permissions })
}

const readers = ['members_only', 'members_and_followers', 'public'] as const

const post: Run = ({ orgId, content = '', visibility, asClub }, context) => {
  const known = readers.find((one) => one === visibility)
  const body = { orgId, content, sendAsOrg: asClub === 'yes', visibility: known || undefined }
  return ask(context, 'messages', 'postMessage', body)
}

const invite: Run = ({ orgId, email = '', inviteRole }, context) =>
  ask(context, 'invites', 'invite', { orgId, email, role: inviteRole || undefined })

const reject: Run = ({ orgId, id = '', reason }, context) =>
  ask(context, 'members', 'rejectApplication', { orgId, applicationId: id, reason: reason || undefined })

const deeds: Readonly<Record<string, readonly [part: string, said: string, run: Run]>> = {
  'give-role': [
    'members',
    'saved',
    ({ orgId, userId = '', role = '' }, context) =>
      ask(context, 'members', 'assignOrgRole', { orgId, userId, role }),
  ],
  remove: [
    'members',
    'removed',
    ({ orgId, userId = '' }, context) => ask(context, 'members', 'removeOrgMember', { orgId, userId }),
  ],
  invite: ['members', 'invited', invite],
  approve: [
    'applications',
    'let-in',
    ({ orgId, id = '' }, context) =>
      ask(context, 'members', 'approveApplication', { orgId, applicationId: id }),
  ],
  reject: ['applications', 'declined', reject],
  'save-role': ['roles', 'saved', saveRole],
  'delete-role': [
    'roles',
    'removed',
    ({ orgId, role = '' }, context) => ask(context, 'members', 'deleteRole', { orgId, roleName: role }),
  ],
  post: ['news', 'posted', post],
  'delete-post': [
    'news',
    'removed',
    ({ orgId, id = '' }, context) => ask(context, 'messages', 'deleteMessage', { orgId, messageId: id }),
  ],
}

const carriedOut = async (sent: Sent, context: PageContext): Promise<Done> => {
  const [part, said, run] = deeds[sent.do] ?? []
  if (part === undefined || said === undefined || run === undefined) return changeBudget(sent, context)
  return { part, said, heard: await run(sent, context) }
}

/** Does one thing at the desk; what was refused comes back with what was entered. */
export const changeDesk = async (sent: Sent, context: PageContext) => {
  const { orgId } = sent
  const { part, heard, said, id } = await carriedOut(sent, context)
  if (heard.ok) {
    const place = id === undefined ? part : `${part}&id=${encodeURIComponent(id)}`
    return onwardTo(`/club-dashboard/${orgId}?part=${place}`, said)
  }
  const { refusal } = heard
  if (refusal.status === 401 || refusal.status >= 500 || isProofWanted(refusal.code))
    return refusedPage(context, refusal)
  return deskPage({ orgId, part, id: sent.budgetId }, { values: sent, refusal }, context)
}
