import type { Audience } from '../../../lib/audience.ts'
import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { audit } from '../../../lib/identity/audit/audit.ts'
import { requireProvenAddress, spendNotices } from '../../../lib/identity/limit/mail-budget.ts'
import { tenantUser } from '../../../lib/identity/person/records.ts'
import { type NotificationDue, notificationDue, notificationRow } from '../../../lib/outbox.ts'
import type { Table } from '../../../lib/table/table.ts'
import type { Write } from '../../../lib/table/write.ts'
import { campus, countIn, orgStat, totalRow } from '../../management/index.ts'
import type { Words } from '../contract/bodies.ts'
import { RecipientNotFound, UnknownOperation, WordsRequired } from '../contract/failures.ts'
import type { Sender } from '../contract/kinds.ts'
import { operationsOfActions } from '../inbox/action-operations.ts'
import { viewOf } from '../inbox/view.ts'
import { findNotification } from '../repository.ts'
import { templateNamed } from '../templates/templates.ts'
import { draftOf, idFor } from './draft.ts'
import { place } from './placement.ts'

type World = Context<'admin'>

/** Whoever sends it as readers see them; nobody where they are no member of this school. */
const senderOf = async (table: Table, id: string | null): Promise<Sender | undefined> => {
  const user = id === null ? undefined : await table.get(tenantUser, { id })
  if (!user) return undefined
  const { name, username, picture } = user
  return { _id: user.id, name, username, ...(picture ? { picture } : {}) }
}

const wordsOf = ({ title, message, template }: Words, usual: 'system' | 'custom') => {
  if (template) return { template: template.name, params: { ...template.variables } }
  if (title === undefined || message === undefined) fail(WordsRequired)
  return { template: usual, params: { title, message } }
}

const refuseUnknownOperations = ({ actions = [] }: Words): void => {
  const known = operationsOfActions.map(({ name }) => name)
  const calls = actions.filter(({ type }) => type === 'api_call')
  if (calls.some(({ operation = '' }) => !known.includes(operation))) fail(UnknownOperation)
}

type Deed = {
  readonly to: Audience | readonly Audience[]
  readonly usual: 'system' | 'custom'
  readonly action: string
  readonly detail?: Readonly<Record<string, string>>
  /** Takes its mails off their budget, or fails. */
  spend(): Promise<void>
}

const rowOf = (write: Write): NotificationDue => {
  if (write.does !== 'put' || write.entity.name !== notificationRow.name) throw new Error('not an outbox row')
  return write.value as NotificationDue
}

const goesByMail = ({ channels }: Words, template: string): boolean =>
  (channels ?? templateNamed(template)?.channels ?? []).includes('email')

/** Writes what somebody with the right to it, and an address of their own, wants to be known, and that they did. */
export const announce = async (
  words: Words,
  { to, usual, action, detail, spend }: Deed,
  context: World,
): Promise<NotificationDue> => {
  refuseUnknownOperations(words)
  const { table, caller, newId } = context
  const batchId = newId()
  const { type, category, priority, channels, actions, metadata } = words
  const chosen = wordsOf(words, usual)
  await requireProvenAddress(context)
  if (goesByMail(words, chosen.template)) await spend()
  const sender = await senderOf(table, caller.tenantUserId)
  const write = notificationDue(context, {
    ...chosen,
    to,
    cause: batchId,
    batchId,
    type,
    category,
    priority,
    channels,
    actions,
    metadata,
    sender,
  })
  const target = { targetType: 'notification', targetId: batchId }
  const deed = { action, actor: caller, ...target, ...(detail ? { detail } : {}) }
  await table.write([write, audit(context, deed)])
  return rowOf(write)
}

/**
 * Notifies one person. The notification is there when this answers; mail and push go out from the outbox row, which would
 * also put it there had this process died.
 */
export const notifyOne = async ({ recipient, ...words }: Words & { recipient: string }, context: World) => {
  const { table } = context
  if (!(await table.get(tenantUser, { id: recipient }))) fail(RecipientNotFound)
  const to = { kind: 'users' as const, ids: [recipient] }
  const spend = () => spendNotices(context, 1)
  const due = await announce(words, { to, usual: 'custom', action: 'notification.create', spend }, context)
  const draft = draftOf(due)
  if (!draft) throw new Error(`there is no template ${due.template}`)
  await place(table, draft, [recipient])
  const id = idFor(draft, recipient)
  const [row, box] = await findNotification(table, recipient, id)
  // Nothing is stored for somebody who has muted all of it, which is nobody else's business.
  return viewOf(row ?? { id, to: recipient, ...draft.told }, box)
}

/** Notifies some people, page by page after this has answered. */
export const notifySome = async (
  { recipients, ...words }: Words & { recipients: readonly string[] },
  context: World,
) => {
  const ids = [...new Set(recipients)]
  const to = { kind: 'users' as const, ids }
  const spend = () => spendNotices(context, ids.length)
  const deed = { to, usual: 'custom', action: 'notification.batch', spend } as const
  const { cause: batchId } = await announce(words, deed, context)
  return { batchId, count: ids.length }
}

/** How many people the school has. Counted by the stream, so somebody who came a moment ago may be missing. */
const peopleOf = async ({ table }: World): Promise<number> =>
  Math.max(1, countIn(await table.get(orgStat, { subject: campus, month: totalRow }), 'people'))

/** Notifies everybody of the school, page by page after this has answered. */
export const notifyEverybody = async (words: Words, context: World) => {
  const to = { kind: 'tenant' as const }
  const spend = async () => spendNotices(context, await peopleOf(context))
  const deed = { to, usual: 'system', action: 'notification.system', spend } as const
  return { batchId: (await announce(words, deed, context)).cause }
}
