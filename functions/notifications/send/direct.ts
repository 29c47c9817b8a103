import type { Audience } from '../../../lib/audience.ts'
import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import type { MessageOrigin } from '../../../lib/contract/notification.ts'
import { OrgPendingApproval } from '../../../lib/contract/org-rules.ts'
import type { OrgAccess } from '../../../lib/contract/permissions.ts'
import type { AuditAction } from '../../../lib/identity/audit/actions.ts'
import { audit } from '../../../lib/identity/audit/audit.ts'
import { spend } from '../../../lib/identity/limit/limits.ts'
import {
  requireProvenAddress,
  spendMails,
  spendNotifications,
} from '../../../lib/identity/limit/mail-budget.ts'
import type { OrgRole } from '../../../lib/identity/org/organizations.ts'
import { organization, orgRoleCount } from '../../../lib/identity/org/records.ts'
import { tenantUser } from '../../../lib/identity/person/records.ts'
import { type NotificationDue, notificationDue, notificationRow } from '../../../lib/outbox.ts'
import { schoolTexts } from '../../../lib/school-texts.ts'
import { key } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import type { Write } from '../../../lib/table/write.ts'
import { campus, countIn, orgStat, totalRow } from '../../management/index.ts'
import { isHeldBack, managementConfig } from '../../policies/index.ts'
import { organizationLimits } from '../contract/announcing-rows.ts'
import { RecipientNotFound, RoleNotFound, UnknownOperation, WordsRequired } from '../contract/failures.ts'
import type { Sender } from '../contract/kinds.ts'
import type { NewOrganizationNotification, NotificationText } from '../contract/shapes.ts'
import { actionOperations } from '../inbox/actions.ts'
import { viewOf } from '../inbox/list.ts'
import { idFor } from '../notification-id.ts'
import { findNotification } from '../repository.ts'
import { findTemplate } from '../templates/templates.ts'
import { draftOf, placeNotifications } from './placement.ts'

type DirectContext = Context<'admin'>

/** The sender as readers see them. Undefined when they are no member of this school. */
const senderOf = async (table: Table, id: string | null): Promise<Sender | undefined> => {
  const user = id === null ? undefined : await table.get(tenantUser, { id })
  if (!user) return undefined
  const { name, username, picture } = user
  return { _id: user.id, name, username, ...(picture ? { picture } : {}) }
}

const templateTextOf = ({ title, message, template }: NotificationText, usual: 'system' | 'custom') => {
  if (template) return { template: template.name, params: { ...template.variables } }
  if (title === undefined || message === undefined) fail(WordsRequired)
  return { template: usual, params: { title, message } }
}

const refuseUnknownOperations = ({ actions = [] }: NotificationText): void => {
  const known = actionOperations.map(({ name }) => name)
  const calls = actions.filter(({ type }) => type === 'api_call')
  if (calls.some(({ operation = '' }) => !known.includes(operation))) fail(UnknownOperation)
}

/** Text by the school. */
const ofSchool: MessageOrigin = {}

type SendRequest = {
  readonly to: Audience | readonly Audience[]
  readonly usual: 'system' | 'custom'
  readonly action: AuditAction
  readonly detail?: Readonly<Record<string, string>>
  readonly origin: MessageOrigin
  /** Takes its mails off their budget, or fails. */
  spend(): Promise<void>
}

const rowOf = (write: Write): NotificationDue => {
  if (write.does !== 'put' || write.entity.name !== notificationRow.name) throw new Error('not an outbox row')
  return write.value as NotificationDue
}

const goesByMail = ({ channels }: NotificationText, template: string): boolean =>
  (channels ?? findTemplate(template)?.channels ?? []).includes('email')

/** Schedules a notification that a person with the right to it wrote, and audits it. */
export const queueNotification = async (
  words: NotificationText,
  { to, usual, action, detail, origin, spend }: SendRequest,
  context: DirectContext,
): Promise<NotificationDue> => {
  refuseUnknownOperations(words)
  const { table, caller, newId } = context
  const batchId = newId()
  const { type, category, priority, channels, actions, metadata } = words
  const chosen = templateTextOf(words, usual)
  await requireProvenAddress(context)
  if (goesByMail(words, chosen.template)) await spend()
  const sender = await senderOf(table, caller.tenantUserId)
  const write = notificationDue(
    { ...context, newId: () => batchId },
    {
      ...chosen,
      to,
      batchId,
      // Security notifications cannot be muted, so text of people never goes out as one.
      type: type === 'security' ? usual : type,
      category,
      priority,
      channels,
      actions,
      metadata,
      sender,
      origin,
    },
  )
  const target = { targetType: 'notification', targetId: batchId }
  const audited = { action, actor: caller, ...target, ...(detail ? { detail } : {}) }
  await table.write([write, audit(context, audited)])
  return rowOf(write)
}

/**
 * Notifies one person. The notification is in the inbox when this returns. Mail and push go out from the outbox row,
 * which also places the notification if this process dies.
 */
export const createNotification = async (
  { recipient, ...words }: NotificationText & { recipient: string },
  context: DirectContext,
) => {
  const { table } = context
  if (!(await table.get(tenantUser, { id: recipient }))) fail(RecipientNotFound)
  const to = { kind: 'users' as const, ids: [recipient] }
  const spend = () => spendNotifications(context, 1)
  const due = await queueNotification(
    words,
    { to, usual: 'custom', action: 'notification.create', origin: ofSchool, spend },
    context,
  )
  const draft = draftOf(due, await schoolTexts(context.tenant))
  if (!draft) throw new Error(`unknown template ${due.template}`)
  await placeNotifications(context, draft, [recipient])
  const id = idFor(draft, recipient)
  const [row, box] = await findNotification(table, recipient, id)
  // Nothing is stored for a person who has muted all channels. The sender does not learn that.
  return viewOf(row ?? { id, to: recipient, ...draft.told }, box)
}

/** Notifies some people, page by page after the response. */
export const createNotificationBatch = async (
  { recipients, ...words }: NotificationText & { recipients: readonly string[] },
  context: DirectContext,
) => {
  const ids = [...new Set(recipients)]
  const to = { kind: 'users' as const, ids }
  const spend = () => spendNotifications(context, ids.length)
  const sending = { to, usual: 'custom', action: 'notification.batch', origin: ofSchool, spend } as const
  const { cause: batchId } = await queueNotification(words, sending, context)
  return { batchId, count: ids.length }
}

/** The number of people in the school. Counted by the stream, so the newest may be missing. */
const peopleOf = async ({ table }: DirectContext): Promise<number> =>
  Math.max(1, countIn(await table.get(orgStat, { subject: campus, month: totalRow }), 'people'))

/** Notifies everybody in the school, page by page after the response. */
export const createSystemNotification = async (words: NotificationText, context: DirectContext) => {
  const to = { kind: 'tenant' as const }
  const spend = async () => spendNotifications(context, await peopleOf(context))
  const sending = { to, usual: 'system', action: 'notification.system', origin: ofSchool, spend } as const
  return { batchId: (await queueNotification(words, sending, context)).cause }
}

const idOf = (roles: readonly OrgRole[], requested: string): string => {
  const name = requested.toLowerCase()
  const found = roles.find((role) => role.name.toLowerCase() === name || role._id === requested)
  return (found ?? fail(RoleNotFound, { field: 'roles' }))._id
}

/** The sender is not notified. */
const audienceOf = (
  orgId: string,
  requested: readonly string[] | undefined,
  { caller }: Context<OrgAccess>,
): readonly Audience[] => {
  const except = caller.tenantUserId === null ? {} : { except: caller.tenantUserId }
  if (!requested) return [{ kind: 'organization', orgId, who: 'members', ...except }]
  const ids = new Set(requested.map((name) => idOf(caller.org.roles.roles, name)))
  return [...ids].map((roleId) => ({ kind: 'role', orgId, roleId, ...except }))
}

/** Upper limit of recipients: holders of the roles, or all members. */
const countReceivers = async (
  orgId: string,
  to: readonly Audience[],
  { table }: Context<OrgAccess>,
): Promise<number> => {
  const roleIds = to.flatMap((audience) => (audience.kind === 'role' ? [audience.roleId] : []))
  if (roleIds.length === 0) return (await table.get(organization, { orgId }))?.memberCount ?? 0
  const counts = await table.batchGet(roleIds.map((roleId) => key(orgRoleCount, { orgId, roleId })))
  return counts.reduce((sum, role) => sum + (role?.count ?? 0), 0)
}

/** A pending organization may notify its people only where the school allows it messages. */
const refuseWaiting = async (orgId: string, { table }: Context<OrgAccess>): Promise<void> => {
  const card = await table.get(organization, { orgId }, { strong: true })
  if (card?.approvalStatus !== 'pending') return
  const config = await table.get(managementConfig, {}, { strong: true })
  if (isHeldBack(config, 'post_messages', card)) fail(OrgPendingApproval)
}

/** Notifies people of an organization, page by page after the response (rules/notifications 13). */
export const createOrganizationNotification = async (
  { orgId, roles, ...words }: NewOrganizationNotification & { orgId: string },
  context: Context<OrgAccess>,
) => {
  const to = audienceOf(orgId, roles, context)
  const whose = `${context.tenant.key} ${orgId}`
  await Promise.all([
    refuseWaiting(orgId, context),
    spend(context, 'notify-organization', organizationLimits.organization, whose),
  ])
  const spendAll = async () =>
    spendMails(context, 'participants', orgId, await countReceivers(orgId, to, context))
  const action = 'notification.organization'
  const card = await context.table.get(organization, { orgId })
  const origin = { orgName: card?.org_name ?? '' }
  const sending = { to, usual: 'custom', action, detail: { orgId }, origin, spend: spendAll } as const
  return { batchId: (await queueNotification({ ...words, metadata: { orgId } }, sending, context)).cause }
}
