import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { requireOwnRecentFactor } from '../../lib/identity/factor/strength.ts'
import { adminUserOf } from '../../lib/identity/person/people.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { changeSchool, findOwnCopy } from '../../lib/identity/school/tenants.ts'
import { notifySignInChanged } from '../../lib/identity/session/sign-in-notifications.ts'
import type { Operation } from '../../lib/operation.ts'
import { type PreparedText, preparedText } from '../../lib/prepared-text.ts'
import type { contract } from './contract.ts'
import {
  type FactorPolicy,
  hashOfFactorPolicy,
  type PreviewPosition,
  previewFactorPolicy,
  seenAfterAllPages,
  withoutFactor,
} from './factor-policy-preview.ts'
import { SchoolMissing, SecondFactorUnseen } from './shapes.ts'

type Rows = (typeof contract)['rows']

export type FactorPolicyRequest = {
  readonly required: 'nobody' | 'administrators' | 'staff'
  /** Roles that `staff` covers; all roles where none are given. */
  readonly roles?: readonly string[] | null | undefined
}

type FactorPolicyChange = FactorPolicyRequest & {
  /** Null removes it; absent leaves it unchanged. */
  readonly providerContext?: string | null | undefined
  /** `seen` of the last preview page. */
  readonly seen?: string | undefined
}

/** Administrators of the school without a second factor; at most a hundred people are examined. */
const listAdministratorsWithoutFactor = async (context: Context<'admin'>) => {
  const { items } = await context.table.list(tenantUser, { index: 'gsi2', keyParams: {}, limit: 100 })
  return (await withoutFactor(context, items)).map(adminUserOf)
}

const factorPolicyOf = ({ required, roles }: FactorPolicyRequest): FactorPolicy => ({
  secondFactor: required === 'nobody' ? undefined : required,
  secondFactorRoles: required === 'staff' && roles ? [...new Set(roles)].sort() : undefined,
})

/** Lists the people without a factor to whom a policy would apply, page by page, without changing it. */
export const previewSecondFactorPolicy = (
  { cursor, seen, ...request }: FactorPolicyRequest & PreviewPosition,
  context: Context<'admin'>,
) => previewFactorPolicy(context, factorPolicyOf(request), { cursor, seen })

/** The school's policy, with the administrators who would have to set up a factor. */
export const readFactorPolicy = async (context: Context<'admin'>) => {
  const { table, tenant } = context
  const [school, without] = await Promise.all([
    findOwnCopy(table, tenant.key),
    listAdministratorsWithoutFactor(context),
  ])
  if (!school) fail(SchoolMissing)
  return {
    required: school?.secondFactor ?? ('nobody' as const),
    roles: school?.secondFactorRoles ?? null,
    providerContext: school?.providerContext ?? null,
    administratorsWithout: without,
  }
}

const nextProviderContext = (
  before: string | undefined,
  requested: FactorPolicyChange['providerContext'],
): string | undefined => (requested === undefined ? before : (requested ?? undefined))

const contextChangeText = (context: string | undefined): PreparedText =>
  context === undefined
    ? preparedText('Your school no longer accepts a second factor that the identity provider reports.')
    : preparedText(
        'Your school now accepts a second factor that the identity provider reports. The audit log names the context by which it does.',
      )

type FactorPolicyState = FactorPolicy & { readonly providerContext?: string | undefined }

/** Whether a change exempts people whom the policy covered before. */
const coversFewer = (before: FactorPolicy, after: FactorPolicy): boolean => {
  if (before.secondFactor === 'administrators') return after.secondFactor === undefined
  if (before.secondFactor !== 'staff') return false
  const { secondFactorRoles: left } = after
  if (after.secondFactor !== 'staff') return true
  return left !== undefined && !(before.secondFactorRoles?.every((role) => left.includes(role)) ?? false)
}

/** Whether a change accepts a provider statement that it did not accept before, or covers fewer people. */
const isLooser = (before: FactorPolicyState, after: FactorPolicyState): boolean =>
  (after.providerContext !== undefined && after.providerContext !== before.providerContext) ||
  coversFewer(before, after)

/**
 * Sets who must have a second factor, from the next request on (on other instances within two seconds). A policy for
 * staff requires a complete preview of the people without one (rules/mfa 23).
 */
export const setSecondFactorPolicy: Operation<Rows['setSecondFactorPolicy']> = async (input, context) => {
  const { required, providerContext, seen } = input
  const { table, tenant, now, caller } = context
  const policy = factorPolicyOf(input)
  const isStaff = required === 'staff'
  const completeSeen = isStaff && seen !== undefined ? await seenAfterAllPages(context, policy) : undefined
  const changed = await changeSchool(table, {
    tenantKey: tenant.key,
    at: now(),
    change: (school) => {
      const isNew = hashOfFactorPolicy(school) !== hashOfFactorPolicy(policy)
      if (isStaff && isNew && (completeSeen === undefined || seen !== completeSeen)) fail(SecondFactorUnseen)
      const next = {
        secondFactor: policy.secondFactor,
        secondFactorRoles: policy.secondFactorRoles && [...policy.secondFactorRoles],
        providerContext: nextProviderContext(school.providerContext, providerContext),
      }
      // A provider's statement cannot authorize a looser policy (rules/mfa 21).
      if (isLooser(school, next)) requireOwnRecentFactor(caller, now())
      return next
    },
    also: (after, before) => [
      ...(after.providerContext === before.providerContext
        ? []
        : [notifySignInChanged(context, contextChangeText(after.providerContext), { ended: false })]),
      audit(context, {
        action: 'tenant.second_factor',
        actor: caller,
        targetType: 'tenant',
        targetId: tenant.key,
        detail: {
          required,
          roles: (policy.secondFactorRoles ?? []).join(', '),
          providerContext: after.providerContext ?? '',
        },
      }),
    ],
  })
  if (changed === 'absent') fail(SchoolMissing)
  return readFactorPolicy(context)
}

export const getSecondFactorPolicy: Operation<Rows['getSecondFactorPolicy']> = (_, context) =>
  readFactorPolicy(context)
