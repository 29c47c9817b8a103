import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
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

// Few notifications are acted on, and none at a start: what they lead to is loaded then.
const invites = () => import('../../invites/index.ts')
const members = () => import('../../members/index.ts')

const inviteOf = ({ inviteId }: Readonly<Record<string, string>>): string => inviteId ?? fail(ActionNotFound)

/** Every operation that actions may name. Domains add theirs here, from their index. */
export const operationsOfActions: readonly Operation[] = [
  {
    name: 'notifications.readAll',
    perform: async (_, context) => ({ modifiedCount: await readAll(context) }),
  },
  {
    name: 'members.refuse',
    perform: async ({ orgId }, context) =>
      (await members()).refuseMembership(orgId ?? fail(ActionNotFound), context),
  },
  {
    name: 'invites.accept',
    perform: async (payload, context) => {
      const { accept, invited } = await invites()
      return accept(inviteOf(payload), 'id', invited(context))
    },
  },
  {
    name: 'invites.decline',
    perform: async (payload, context) => {
      const { decline, invited } = await invites()
      return decline(inviteOf(payload), 'id', invited(context))
    },
  },
]
