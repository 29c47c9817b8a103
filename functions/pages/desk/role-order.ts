import { ask, type Heard, type PageContext } from '../ask.ts'
import type { Done, Sent } from './change.ts'

/** The same list with the item at one place exchanged for its neighbour. */
const swapped = <T>(all: readonly T[], at: number, other: number): T[] =>
  all.map((one, index) => (index === at ? (all[other] ?? one) : index === other ? (all[at] ?? one) : one))

const move = async ({ orgId, role, ...sent }: Sent, context: PageContext): Promise<Heard<unknown>> => {
  const known = await ask(context, 'members', 'listRoles', { orgId })
  if (!known.ok) return known
  const { roles } = known.value
  const at = roles.findIndex(({ name }) => name === role)
  const positions = swapped(roles, at, sent.do === 'order-up' ? at - 1 : at + 1).map(({ _id }) => ({ _id }))
  return ask(context, 'members', 'replaceRoles', { orgId, positions })
}

/** Moves a role one place up or down, which changes who may manage whom. */
export const orderRoles = async (sent: Sent, context: PageContext): Promise<Done> => ({
  part: 'roles',
  said: 'saved',
  heard: await move(sent, context),
})
