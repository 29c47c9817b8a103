import { normalForm } from '../../../lib/contract/text/normal-form.ts'
import {
  ask,
  by,
  type Files,
  type Sent as Filled,
  type Heard,
  type PageContext,
  type Run as RunOf,
} from '../ask.ts'
import { changeBudget } from '../budget/change.ts'
import { chosenFiles } from '../layout/files.ts'
import { isOfPage, onwardTo, refusedPage } from '../layout/page.ts'
import { deskPage, deskPath, type InvitePreview } from './desk.ts'
import { changeForm } from './forms.ts'
import { savePage } from './page.ts'
import { permissionWords } from './roles.ts'

export type Sent = { readonly orgId: string } & Filled

/** What a deed did, and the part of the desk that it belongs to. */
export type Done = {
  readonly part: string
  readonly heard: Heard<unknown>
  readonly said: string
  readonly id?: string | undefined
  /** Query parameters of the part, beside its id. */
  readonly open?: Readonly<Partial<Record<'person' | 'confirm', string | undefined>>>
  /** Another page to go on to. */
  readonly to?: string
  /** Nothing was changed yet: the part shows what the form would do. */
  readonly preview?: InvitePreview
  /** Shown at once, such as a question. */
  readonly page?: ReturnType<typeof deskPage> | Awaited<ReturnType<typeof deskPage>>
}

type Run = RunOf<Sent>

/** A name for addresses, made of what people call it. */
const nameOf = (displayName: string): string =>
  normalForm(displayName, 'NFKD')
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

const deeds: Readonly<Record<string, readonly [part: string, said: string, run: Run]>> = {
  'give-role': [
    'members',
    'saved',
    by('members', 'assignOrgRole', ({ orgId, userId = '', role = '' }: Sent) => ({ orgId, userId, role })),
  ],
  remove: [
    'members',
    'removed',
    by('members', 'removeOrgMember', ({ orgId, userId = '' }: Sent) => ({ orgId, userId })),
  ],
  invite: [
    'members',
    'invited',
    by('invites', 'invite', ({ orgId, email = '', inviteRole }: Sent) => {
      return { orgId, email, role: inviteRole || undefined }
    }),
  ],
  approve: [
    'applications',
    'let-in',
    by('members', 'approveApplication', ({ orgId, id = '' }: Sent) => ({ orgId, applicationId: id })),
  ],
  reject: [
    'applications',
    'declined',
    by('members', 'rejectApplication', ({ orgId, id = '', reason }: Sent) => {
      return { orgId, applicationId: id, reason: reason || undefined }
    }),
  ],
  'save-role': ['roles', 'saved', saveRole],
  'delete-role': [
    'roles',
    'removed',
    by('members', 'deleteRole', ({ orgId, role = '' }: Sent) => ({ orgId, roleName: role })),
  ],
  post: ['news', 'posted', post],
  'delete-post': [
    'news',
    'removed',
    by('messages', 'deleteMessage', ({ orgId, id = '' }: Sent) => ({ orgId, messageId: id })),
  ],
}

type Change = (sent: Sent, context: PageContext) => Promise<Done>

/** Forms of a part, by the beginning of their name. */
const areas: Readonly<Record<string, () => Promise<Change>>> = {
  alert: async () => (await import('./alerts.ts')).changeAlert,
  batch: async () => (await import('./batch.ts')).changeBatch,
  join: async () => (await import('./join-form.ts')).changeJoinForm,
  member: async () => (await import('./member.ts')).changeMember,
  message: async () => (await import('./message.ts')).changeMessage,
  notice: async () => (await import('./notices.ts')).sendNotice,
  order: async () => (await import('./role-order.ts')).orderRoles,
  renewal: async () => (await import('./renewal.ts')).confirmRenewal,
  verification: async () => (await import('./verification.ts')).requestVerification,
  bulk: async () => (await import('./bulk.ts')).changeEvents,
  task: async () => (await import('../tasks/club.ts')).changeTasks,
  template: async () => (await import('../templates/club.ts')).changeTemplates,
}

const carriedOut = async (sent: Sent, files: Files, context: PageContext): Promise<Done> => {
  if (sent.do === 'save-page')
    return { part: 'page', said: 'saved', heard: await savePage(sent, files, context) }
  if (sent.do === 'save-form' || sent.do === 'delete-form') return changeForm(sent, context)
  const area = await areas[sent.do.split('-')[0] ?? '']?.()
  if (area) return area(sent, context)
  const [part, said, run] = deeds[sent.do] ?? []
  if (part === undefined || said === undefined || run === undefined) return changeBudget(sent, context)
  return { part, said, heard: await run(sent, context) }
}

/** Does one thing at the desk; what was refused comes back with what was entered. */
export const changeDesk = async (
  { files, ...sent }: Sent & { readonly files: Files },
  context: PageContext,
) => {
  const { orgId } = sent
  const done = await carriedOut(sent, chosenFiles(files), context)
  const { part, heard, said, id, open, to, page, preview } = done
  const shown = { orgId, part, id: id ?? sent.budgetId, ...open }
  if (heard.ok && page) return page
  if (heard.ok) {
    if (preview) return deskPage(shown, { values: sent, preview }, context)
    return onwardTo(to ?? deskPath(`/club-dashboard/${orgId}`, part, { id, ...open, confirm: '' }), said)
  }
  const { refusal } = heard
  if (isOfPage(refusal)) return refusedPage(context, refusal)
  return deskPage(shown, { values: sent, refusal }, context)
}
