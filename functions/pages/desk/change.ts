import { ask, type Heard, type PageContext } from '../ask.ts'
import { changeBudget } from '../budget/change.ts'
import { onwardTo } from '../layout/layout.ts'
import { isProofWanted, refusedPage } from '../layout/refused.ts'
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

type Deed = (sent: Sent, context: PageContext) => Promise<Done>

const giveRole: Deed = async ({ orgId, userId = '', role = '' }, context) => ({
  part: 'members',
  heard: await ask(context, 'members', 'assignOrgRole', { orgId, userId, role }),
  said: 'saved',
})

const removeMember: Deed = async ({ orgId, userId = '' }, context) => ({
  part: 'members',
  heard: await ask(context, 'members', 'removeOrgMember', { orgId, userId }),
  said: 'removed',
})

const invite: Deed = async ({ orgId, email = '', inviteRole }, context) => ({
  part: 'members',
  heard: await ask(context, 'invites', 'invite', {
    orgId,
    email,
    ...(inviteRole ? { role: inviteRole } : {}),
  }),
  said: 'invited',
})

const approve: Deed = async ({ orgId, id = '' }, context) => ({
  part: 'applications',
  heard: await ask(context, 'members', 'approveApplication', { orgId, applicationId: id }),
  said: 'let-in',
})

const reject: Deed = async ({ orgId, id = '', reason }, context) => ({
  part: 'applications',
  heard: await ask(context, 'members', 'rejectApplication', {
    orgId,
    applicationId: id,
    ...(reason ? { reason } : {}),
  }),
  said: 'declined',
})

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

const saveRole: Deed = async (sent, context) => {
  const { orgId, role, displayName = '' } = sent
  if (role === undefined) {
    const body = { orgId, name: nameOf(displayName), displayName, permissions: wanted(sent, []) }
    return { part: 'roles', heard: await ask(context, 'members', 'createRole', body), said: 'saved' }
  }
  const known = await ask(context, 'members', 'getRolePermissions', { orgId, roleName: role })
  if (!known.ok) return { part: 'roles', heard: known, said: 'saved' }
  const permissions = wanted(sent, known.value.role.permissions)
  const body = { orgId, roleName: role, displayName, permissions }
  return { part: 'roles', heard: await ask(context, 'members', 'updateRole', body), said: 'saved' }
}

const deleteRole: Deed = async ({ orgId, role = '' }, context) => ({
  part: 'roles',
  heard: await ask(context, 'members', 'deleteRole', { orgId, roleName: role }),
  said: 'removed',
})

const readers = ['members_only', 'members_and_followers', 'public'] as const

const post: Deed = async ({ orgId, content = '', visibility, asClub }, context) => {
  const known = readers.find((one) => one === visibility)
  const body = { orgId, content, sendAsOrg: asClub === 'yes', ...(known ? { visibility: known } : {}) }
  return { part: 'news', heard: await ask(context, 'messages', 'postMessage', body), said: 'posted' }
}

const deletePost: Deed = async ({ orgId, id = '' }, context) => ({
  part: 'news',
  heard: await ask(context, 'messages', 'deleteMessage', { orgId, messageId: id }),
  said: 'removed',
})

const deeds: Readonly<Record<string, Deed>> = {
  'give-role': giveRole,
  remove: removeMember,
  invite,
  approve,
  reject,
  'save-role': saveRole,
  'delete-role': deleteRole,
  post,
  'delete-post': deletePost,
}

/** Does one thing at the desk; what was refused comes back with what was entered. */
export const changeDesk = async (sent: Sent, context: PageContext) => {
  const { orgId } = sent
  const { part, heard, said, id } = await (deeds[sent.do] ?? changeBudget)(sent, context)
  if (heard.ok) {
    const place = id === undefined ? part : `${part}&id=${encodeURIComponent(id)}`
    return onwardTo(`/club-dashboard/${orgId}?part=${place}`, said)
  }
  const { refusal } = heard
  if (refusal.status === 401 || refusal.status >= 500 || isProofWanted(refusal.code))
    return refusedPage(context, refusal)
  return deskPage({ orgId, part, id: sent.budgetId }, { values: sent, refusal }, context)
}
