import { fail } from '../../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { OrganizationNotFound } from '../../../lib/contract/permissions.ts'
import { audit } from '../../../lib/identity/audit/audit.ts'
import { orgRoles } from '../../../lib/identity/org/organizations.ts'
import type { Operation } from '../../../lib/operation.ts'
import { conflicted } from '../../../lib/table/retry.ts'
import { otherwise, replace } from '../../../lib/table/write.ts'
import { tierMoves } from '../../policies/index.ts'
import type { contract } from '../contract.ts'
import { releaseNames } from '../names.ts'
import { cardWrite, findCard } from '../repository.ts'
import { tombstoneWrite } from './records.ts'

type Rows = (typeof contract)['rows']

/**
 * Soft-deletes an organization. One transaction changes card, roles and name, so every read sees the deletion at once.
 * The remaining rows are removed in the background and after 30 days (rules/organizations 34, rules/organizations 36,
 * rules/organizations 37).
 */
export const deleteOrganization: Operation<Rows['deleteOrganization']> = async (
  { orgId, reason = '' },
  context,
) => {
  const { table, caller, now } = context
  const { roles } = caller.org
  const deletedAt = now().toISOString()
  const deletedBy = caller.tenantUserId ?? caller.globalUserId
  await table.retryOnConflict(async () => {
    const card = (await findCard(table, orgId)) ?? fail(OrganizationNotFound)
    const written = await table.write([
      cardWrite(card, {
        deletedAt,
        deletedBy,
        updatedAt: deletedAt,
        ...(reason === '' ? {} : { deletionReason: reason }),
      }),
      // The owner or the roles changed, so the caller's rights must be checked again.
      otherwise(replace(orgRoles, roles, { ...roles, deletedAt }), ConcurrentChange),
      tombstoneWrite(orgId, card.org_name, new Date(deletedAt)),
      ...tierMoves(card.verificationType, undefined),
      ...releaseNames(card),
      audit(context, {
        action: 'organization.delete',
        actor: caller,
        targetType: 'organization',
        targetId: orgId,
        detail: { name: card.org_name },
      }),
    ])
    return written.ok || conflicted
  })
}
