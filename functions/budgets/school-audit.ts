import type { Context } from '../../lib/context.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import type { Write } from '../../lib/table/write.ts'
import type { Budget } from './repository.ts'

type World = Pick<Context<'caller'>, 'caller' | 'device' | 'now' | 'newId'>

/** The row of the school's trail for what an administrator did to a budget. */
export const schoolRow = (
  context: World,
  { orgId, id }: Budget,
  deed: string,
  detail: Readonly<Record<string, string>> = {},
): Write =>
  audit(context, {
    action: `budget.${deed}`,
    actor: context.caller,
    targetType: 'budget',
    targetId: id,
    detail: { orgId, ...detail },
  })

/** The same for an operation of the organization, when nothing but being an administrator of the school opened it. */
export const bypassed = (context: World, found: Budget, deed: string): readonly Write[] => {
  const { org } = context.caller
  return org?.isAdmin && !org.member && !org.isOwner ? [schoolRow(context, found, deed)] : []
}
