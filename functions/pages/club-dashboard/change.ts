import { normalForm } from '../../../lib/contract/text/normal-form.ts'
import { changeBudget } from '../budget/change.ts'
import {
  type CallResult,
  call,
  type Files,
  type FormInput as Filled,
  operation,
  type PageContext,
  type FormAction as RunOf,
} from '../call.ts'
import { chosenFiles, chosenNames } from '../layout/files.ts'
import { isOfPage, redirectTo, refusedPage } from '../layout/page.ts'
import { dashboardPage, dashboardPath, type InvitePreview } from './dashboard.ts'
import { changeForm } from './forms.ts'
import { savePage } from './page.ts'
import { permissionWords } from './roles.ts'

export type FormInput = { readonly orgId: string } & Filled

/** What a deed did, and the part of the desk that it belongs to. */
export type Done = {
  readonly part: string
  readonly result: CallResult<unknown>
  readonly done: string
  readonly id?: string | undefined
  /** Query parameters of the part, beside its id. */
  readonly open?: Readonly<Partial<Record<'person' | 'confirm', string | undefined>>>
  /** Values of a refused form that are not as they were sent. */
  readonly values?: Readonly<Record<string, string>>
  /** Another page to go on to. */
  readonly to?: string
  /** Nothing was changed yet: the part shows what the form would do. */
  readonly preview?: InvitePreview
  /** Shown at once, such as a question. */
  readonly page?: ReturnType<typeof dashboardPage> | Awaited<ReturnType<typeof dashboardPage>>
}

type FormAction = RunOf<FormInput>

/** A name for addresses, made of what people call it. */
const nameOf = (displayName: string): string =>
  normalForm(displayName, 'NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40) || 'role'

/** What the form shows is as it was ticked; what else the role permits stays. */
const wanted = (input: FormInput, before: readonly string[]): string[] => {
  const shown = new Set(permissionWords.map(([name]) => name))
  return [
    ...before.filter((name) => !shown.has(name)),
    ...[...shown].filter((name) => input[`may-${name}`] === 'yes'),
  ]
}

const saveRole: FormAction = async (input, context) => {
  const { orgId, role, displayName = '' } = input
  if (role === undefined)
    return call(context, 'members', 'createRole', {
      orgId,
      name: nameOf(displayName),
      displayName,
      permissions: wanted(input, []),
    })
  const known = await call(context, 'members', 'getRolePermissions', { orgId, roleName: role })
  if (!known.ok) return known
  const permissions = wanted(input, known.value.role.permissions)
  return call(context, 'members', 'updateRole', { orgId, roleName: role, displayName, permissions })
}

const readers = ['members_only', 'members_and_followers', 'public'] as const

const post: FormAction = ({ orgId, content = '', visibility, asClub }, context) => {
  const known = readers.find((one) => one === visibility)
  const body = { orgId, content, sendAsOrg: asClub === 'yes', visibility: known || undefined }
  return call(context, 'messages', 'postMessage', body)
}

const actions: Readonly<Record<string, readonly [part: string, done: string, run: FormAction]>> = {
  'give-role': [
    'members',
    'member-roles-saved',
    operation('members', 'assignOrgRole', ({ orgId, userId = '', role = '' }: FormInput) => ({
      orgId,
      userId,
      role,
    })),
  ],
  remove: [
    'members',
    'removed',
    operation('members', 'removeOrgMember', ({ orgId, userId = '' }: FormInput) => ({ orgId, userId })),
  ],
  invite: [
    'members',
    'invited',
    operation('invites', 'invite', ({ orgId, email = '', inviteRole }: FormInput) => {
      return { orgId, email, role: inviteRole || undefined }
    }),
  ],
  approve: [
    'applications',
    'applicant-accepted',
    operation('members', 'approveApplication', ({ orgId, id = '' }: FormInput) => ({
      orgId,
      applicationId: id,
    })),
  ],
  reject: [
    'applications',
    'declined',
    operation('members', 'rejectApplication', ({ orgId, id = '', reason }: FormInput) => {
      return { orgId, applicationId: id, reason: reason || undefined }
    }),
  ],
  'save-role': ['roles', 'role-saved', saveRole],
  'delete-role': [
    'roles',
    'role-deleted',
    operation('members', 'deleteRole', ({ orgId, role = '' }: FormInput) => ({ orgId, roleName: role })),
  ],
  post: ['news', 'posted', post],
  'delete-post': [
    'news',
    'removed',
    operation('messages', 'deleteMessage', ({ orgId, id = '' }: FormInput) => ({ orgId, messageId: id })),
  ],
}

type Change = (input: FormInput, context: PageContext) => Promise<Done>

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

const carriedOut = async (input: FormInput, files: Files, context: PageContext): Promise<Done> => {
  if (input.do === 'save-page')
    return { part: 'page', done: 'club-page-saved', result: await savePage(input, files, context) }
  if (input.do === 'save-form' || input.do === 'delete-form') return changeForm(input, context)
  const area = await areas[input.do.split('-')[0] ?? '']?.()
  if (area) return area(input, context)
  const [part, done, run] = actions[input.do] ?? []
  if (part === undefined || done === undefined || run === undefined) return changeBudget(input, context)
  return { part, done, result: await run(input, context) }
}

/** Does one thing at the desk; what was refused comes back with what was entered. */
export const changeClub = async (
  { files, ...input }: FormInput & { readonly files: Files },
  context: PageContext,
) => {
  const { orgId } = input
  const outcome = await carriedOut(input, chosenFiles(files), context)
  const { part, result, done, id, open, to, page, preview } = outcome
  const shown = { orgId, part, id: id ?? input.budgetId, ...open }
  if (result.ok && page) return page
  if (result.ok) {
    if (preview) return dashboardPage(shown, { values: input, preview }, context)
    return redirectTo(
      to ?? dashboardPath(`/club-dashboard/${orgId}`, part, { id, ...open, confirm: '' }),
      done,
      input.named,
    )
  }
  const { refusal } = result
  if (isOfPage(refusal)) return refusedPage(context, refusal)
  return dashboardPage(
    shown,
    { values: { ...input, ...chosenNames(files), ...outcome.values }, refusal },
    context,
  )
}
