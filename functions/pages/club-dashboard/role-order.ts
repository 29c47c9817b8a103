import { type CallResult, call, type PageContext } from '../call.ts'
import { versionOf } from '../layout/forms.ts'
import type { Done, FormInput } from './change.ts'

/** The same list with the item at one place exchanged for its neighbour. */
const swapped = <T>(all: readonly T[], at: number, other: number): T[] =>
  all.map((one, index) => (index === at ? (all[other] ?? one) : index === other ? (all[at] ?? one) : one))

const move = async (
  { orgId, role, ...input }: FormInput,
  context: PageContext,
): Promise<CallResult<unknown>> => {
  const known = await call(context, 'members', 'listRoles', { orgId })
  if (!known.ok) return known
  const { roles } = known.value
  const at = roles.findIndex(({ name }) => name === role)
  const positions = swapped(roles, at, input.do === 'order-up' ? at - 1 : at + 1).map(({ _id }) => ({ _id }))
  const version = versionOf(input, known.value)
  return call(context, 'members', 'replaceRoles', { orgId, positions, version })
}

/** Moves a role one place up or down, which changes who may manage whom. */
export const orderRoles = async (input: FormInput, context: PageContext): Promise<Done> => ({
  part: 'roles',
  done: 'order-saved',
  result: await move(input, context),
})
