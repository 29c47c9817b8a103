import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { accept, decline, invited } from '../../invites/index.ts'
import { refuseMembership } from '../../members/index.ts'
import { ActionNotFound } from '../contract/failures.ts'
import { readAll } from './changes.ts'

/**
 * An operation that a notification may offer, by the name that its action stores. It runs as if its reader had called
 * it: with their rights, and with the payload that was stored.
 */
export type Operation = {
  readonly name: string
  perform(payload: Readonly<Record<string, string>>, context: Context<'member'>): Promise<unknown>
}

const inviteOf = ({ inviteId }: Readonly<Record<string, string>>): string => inviteId ?? fail(ActionNotFound)

/** Every operation that actions may name. Domains add theirs here, from their service. */
export const operationsOfActions: readonly Operation[] = [
  {
    name: 'notifications.readAll',
    perform: async (_, context) => ({ modifiedCount: await readAll(context) }),
  },
  {
    name: 'members.refuse',
    perform: ({ orgId }, context) => refuseMembership(orgId ?? fail(ActionNotFound), context),
  },
  {
    name: 'invites.accept',
    perform: (payload, context) => accept(inviteOf(payload), 'id', invited(context)),
  },
  {
    name: 'invites.decline',
    perform: (payload, context) => decline(inviteOf(payload), 'id', invited(context)),
  },
]
