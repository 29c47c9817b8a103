import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import type { Table } from '../../../lib/table/table.ts'
import { acceptInvitation, declineInvitation, inviteeContextOf } from '../../invites/index.ts'
import { answerOffer, refuseMembership } from '../../members/index.ts'
import { ActionDone, ActionNotFound } from '../contract/failures.ts'
import type { NotificationAction } from '../contract/kinds.ts'
import { type Notification, notification } from '../repository.ts'
import { changeReadState, markAllRead, requireNotification } from './changes.ts'

/**
 * An operation that a notification may offer, under the name in its stored action. It runs as if its reader had called
 * it: with the reader's rights and the stored payload.
 */
export type ActionOperation = {
  readonly name: string
  perform(payload: Readonly<Record<string, string>>, context: Context<'member'>): Promise<unknown>
}

// Actions are rare, so their operations load on first use.

const inviteOf = ({ inviteId }: Readonly<Record<string, string>>): string => inviteId ?? fail(ActionNotFound)

/** All operations that actions may name. Domains add theirs here, from their index. */
export const actionOperations: readonly ActionOperation[] = [
  {
    name: 'notifications.readAll',
    perform: async (_, context) => ({ modifiedCount: await markAllRead(context) }),
  },
  {
    name: 'members.refuse',
    perform: async ({ orgId }, context) => refuseMembership(orgId ?? fail(ActionNotFound), context),
  },
  {
    name: 'members.acceptOwnership',
    perform: async ({ orgId }, context) => ({
      isOwner: await answerOffer(orgId ?? fail(ActionNotFound), true, context),
    }),
  },
  {
    name: 'members.declineOwnership',
    perform: async ({ orgId }, context) => ({
      isOwner: await answerOffer(orgId ?? fail(ActionNotFound), false, context),
    }),
  },
  {
    name: 'invites.accept',
    perform: async (payload, context) => {
      return acceptInvitation(inviteOf(payload), 'id', inviteeContextOf(context))
    },
  },
  {
    name: 'invites.decline',
    perform: async (payload, context) => {
      return declineInvitation(inviteOf(payload), 'id', inviteeContextOf(context))
    },
  },
]

/** An action whose process died counts as not done after this time. */
const leaseSeconds = 60

const claim = async (table: Table, { to, id, actingSince }: Notification, now: Date): Promise<boolean> => {
  const held = actingSince !== undefined && now.getTime() - Date.parse(actingSince) < leaseSeconds * 1000
  if (held) return false
  const seen =
    actingSince === undefined
      ? { without: ['actionResult', 'actingSince'] as const }
      : { equals: { actingSince } }
  const taken = await table.update(
    notification,
    { to, id },
    { set: { actingSince: now.toISOString() } },
    { exists: true, ...seen },
  )
  return taken.ok
}

const run = async (
  operation: ActionOperation,
  row: Notification,
  action: NotificationAction,
  context: Context<'member'>,
) => {
  const { table, now } = context
  const keyParams = { to: row.to, id: row.id }
  if (row.actionResult !== undefined) fail(ActionDone)
  if (!(await claim(table, row, now()))) fail(row.actingSince ? ConcurrentChange : ActionDone)
  try {
    const result = (await operation.perform(action.payload ?? {}, context)) ?? {}
    const actionResult = { actionId: action.id, success: true, at: now().toISOString(), data: result }
    await table.update(notification, keyParams, { set: { actionResult }, remove: ['actingSince'] })
    return { type: 'api_call' as const, success: true, data: result }
  } catch (error) {
    await table.update(notification, keyParams, { remove: ['actingSince'] })
    throw error
  }
}

/** Runs one action of the caller's own notification, once, and marks the notification as read. */
export const performAction =
  (operations: readonly ActionOperation[]) =>
  async ({ id, actionId }: { id: string; actionId: string }, context: Context<'member'>) => {
    const { row } = await requireNotification(context, id)
    const action = row.actions?.find((one) => one.id === actionId) ?? fail(ActionNotFound)
    const operation = operations.find(({ name }) => name === action.operation)
    if (action.type === 'api_call' && !operation) fail(ActionNotFound)
    const outcome =
      operation && action.type === 'api_call' ? await run(operation, row, action, context) : undefined
    await changeReadState(context, id, 'read')
    if (outcome) return outcome
    if (action.type === 'link') return { type: 'redirect' as const, url: action.url ?? '/' }
    return { type: 'form' as const, action }
  }

export const performNotificationAction = performAction(actionOperations)
