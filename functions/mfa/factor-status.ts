import type { Context } from '../../lib/context.ts'
import {
  hasRecentFactor,
  isFactorRequiredForRole,
  needsSecondFactor,
} from '../../lib/identity/factor/strength.ts'
import { approvalRolesOf } from '../../lib/identity/person/caller.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import type { Operation } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { readOwnFactors, strongUntil } from './own-factors.ts'
import { passkeyView } from './passkeys.ts'

type Rows = (typeof contract)['rows']

/** Whether the caller holds a role for which the school requires a second factor. */
const isRequiredAsStaff = async ({ caller, school, table }: Context<'caller'>): Promise<boolean> => {
  const { tenantUserId: id } = caller
  if (school?.secondFactor !== 'staff' || id === null) return false
  const user = await table.get(tenantUser, { id }, { strong: true })
  return approvalRolesOf(caller, user).some((role) => isFactorRequiredForRole(school, role))
}

export const getMfaStatus: Operation<Rows['getMfaStatus']> = async (_, context) => {
  const { person, own, factors } = await readOwnFactors(context)
  const { caller, school, settings, now } = context
  const methods = person.rights.factors ?? []
  return {
    configured: methods.length > 0,
    methods: [...methods],
    totpEnabled: factors.app !== undefined,
    passkeyCount: factors.passkeys.length,
    passkeys: factors.passkeys.map(passkeyView(context)),
    recoveryCodesLeft: Object.keys(factors.recovery?.hashes ?? {}).length,
    strongUntil:
      own.strong && hasRecentFactor(own.strong, now().toISOString()) ? strongUntil(own.strong) : null,
    required: needsSecondFactor(caller, school, settings) || (await isRequiredAsStaff(context)),
  }
}
