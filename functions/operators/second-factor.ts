import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { SecondFactorRequired, StrongProofRequired } from '../../lib/contract/failures.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { isStrong } from '../../lib/identity/factor/strength.ts'
import { adminUserOf } from '../../lib/identity/person/people.ts'
import { access, tenantUser } from '../../lib/identity/person/records.ts'
import { changeSchool, findOwnCopy } from '../../lib/identity/school/tenants.ts'
import { signInChanged } from '../../lib/identity/session/sign-in-notice.ts'
import { key } from '../../lib/table/entity.ts'
import { SchoolMissing } from './shapes.ts'

type Wanted = {
  readonly required: 'nobody' | 'administrators'
  /** Null takes it away; what is not given stays. */
  readonly providerContext?: string | null | undefined
}

/** Administrators of the school without a second factor; at most a hundred are looked at. */
const administratorsWithout = async ({ table }: Context<'admin'>) => {
  const { items } = await table.list(tenantUser, { index: 'gsi2', holes: {}, limit: 100 })
  const rights = await table.batchGet(
    items.map(({ globalUserId }) => key(access, { globalUserId })),
    { strong: true },
  )
  return items.filter((_, at) => (rights[at]?.factors ?? []).length === 0).map(adminUserOf)
}

/** The policy of the school, with whom it would send to set up a factor before anybody decides. */
export const getSecondFactorPolicy = async (context: Context<'admin'>) => {
  const { table, tenant } = context
  const [school, without] = await Promise.all([
    findOwnCopy(table, tenant.key),
    administratorsWithout(context),
  ])
  if (!school) fail(SchoolMissing)
  return {
    required: school?.secondFactor ?? ('nobody' as const),
    providerContext: school?.providerContext ?? null,
    administratorsWithout: without,
  }
}

const contextOf = (before: string | undefined, wanted: Wanted['providerContext']): string | undefined =>
  wanted === undefined ? before : (wanted ?? undefined)

const contextChange = (context: string | undefined): string =>
  context === undefined
    ? 'An administrator has it that the identity provider proves no second factor any more.'
    : 'An administrator has it that the identity provider proves a second factor, by a context that the audit log names.'

type Policy = { readonly secondFactor?: string | undefined; readonly providerContext?: string | undefined }

/** Whether a change has the provider's word open what it did not before, or asks administrators for less. */
const isLooser = (before: Policy, after: Policy): boolean =>
  (after.providerContext !== undefined && after.providerContext !== before.providerContext) ||
  (before.secondFactor !== undefined && after.secondFactor === undefined)

/** Refuses who has not shown a factor of their own lately: the word of the provider widens nothing (rules/mfa 21). */
const requireOwnFactor = ({ caller, now }: Context<'admin'>): void => {
  if (isStrong(caller.strong, now().toISOString())) return
  const methods = caller.factors
  fail(methods.length > 0 ? StrongProofRequired : SecondFactorRequired, { details: { methods } })
}

/** Says who has to have a second factor from the next request on, instances of the platform within two seconds. */
export const setSecondFactorPolicy = async (
  { required, providerContext }: Wanted,
  context: Context<'admin'>,
) => {
  const { table, tenant, now, caller } = context
  const changed = await changeSchool(table, {
    tenantKey: tenant.key,
    at: now(),
    change: (school) => {
      const wanted = {
        secondFactor: required === 'administrators' ? required : undefined,
        providerContext: contextOf(school.providerContext, providerContext),
      }
      if (isLooser(school, wanted)) requireOwnFactor(context)
      return wanted
    },
    also: (after, before) => [
      ...(after.providerContext === before.providerContext
        ? []
        : [signInChanged(context, contextChange(after.providerContext), { ended: false })]),
      audit(context, {
        action: 'tenant.second_factor',
        actor: caller,
        targetType: 'tenant',
        targetId: tenant.key,
        detail: { required, providerContext: after.providerContext ?? '' },
      }),
    ],
  })
  if (changed === 'absent') fail(SchoolMissing)
  return getSecondFactorPolicy(context)
}
