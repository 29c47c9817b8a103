import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { OrganizationNotFound } from '../../../lib/contract/permissions.ts'
import { dayMs } from '../../../lib/contract/time.ts'
import { audit } from '../../../lib/identity/audit/audit.ts'
import { type OrgRoles, orgRoles } from '../../../lib/identity/org/organizations.ts'
import { findOrgRights } from '../../../lib/identity/org/rights.ts'
import type { Operation } from '../../../lib/operation.ts'
import { conflicted } from '../../../lib/table/retry.ts'
import { replace, type Write } from '../../../lib/table/write.ts'
import { AlreadyOwner, NewOwnerNotMember, NoOwnershipOffer } from '../contract/failures.ts'
import type { contract } from '../contract.ts'
import { notifyOwnershipDeclined, notifyOwnershipOffer } from '../notifications.ts'
import { findOrgName, readMember } from '../repository.ts'
import { actorIdOf } from './assignment.ts'
import { transferOwnership } from './changes.ts'

type Rows = (typeof contract)['rows']

const lifetimeMs = 14 * dayMs

/** The offer, unless it has expired. */
export const openOffer = ({ offer }: OrgRoles, now: Date): OrgRoles['offer'] =>
  offer && Date.parse(offer.expiresAt) > now.getTime() ? offer : undefined

/** Ends the offer under the version of the roles that contained it. */
const endingWrite = ({ offer: _, ...roles }: OrgRoles): Write => replace(orgRoles, roles, roles)

const auditOffer = (
  context: Context<{ org: 'ownerOrAdmin' }>,
  change: 'ownership_offer' | 'ownership_withdraw',
  orgId: string,
  userId: string,
): Write =>
  audit(context, {
    action: `organization.${change}`,
    actor: context.caller,
    targetType: 'organization',
    targetId: orgId,
    detail: { userId },
  })

/**
 * Offers the ownership to a member. A new offer replaces an open one to another person. To the same person it changes
 * nothing, also when two arrive at the same moment (rules/members 50, rules/members 55).
 */
export const offerOrgOwnership: Operation<Rows['offerOrgOwnership']> = async (
  { orgId, newOwnerUserId: userId },
  context,
) => {
  const { caller, table, now } = context
  const { owner } = caller.org.roles
  if (userId === owner) fail(AlreadyOwner)
  const [member, orgName] = await Promise.all([readMember(table, orgId, userId), findOrgName(table, orgId)])
  if (member?.status !== 'active') fail(NewOwnerNotMember)
  return table.retryOnConflict(
    async (attempt) => {
      const roles = attempt === 0 ? caller.org.roles : await table.get(orgRoles, { orgId }, { strong: true })
      // The rights of this request belong to the owner that it read.
      if (!roles || roles.deletedAt !== undefined || roles.owner !== owner) return fail(ConcurrentChange)
      const at = now()
      const open = openOffer(roles, at)
      if (open?.userId === userId) return { offer: { userId, expiresAt: open.expiresAt } }
      const expiresAt = new Date(at.getTime() + lifetimeMs).toISOString()
      const offer = { userId, by: actorIdOf(caller), at: at.toISOString(), expiresAt }
      const { ok } = await table.write([
        replace(orgRoles, roles, { ...roles, offer }),
        notifyOwnershipOffer(context, { orgId, orgName, userId }),
        auditOffer(context, 'ownership_offer', orgId, userId),
      ])
      return ok ? { offer: { userId, expiresAt } } : conflicted
    },
    { failure: ConcurrentChange },
  )
}

export const withdrawOrgOwnershipOffer: Operation<Rows['withdrawOrgOwnershipOffer']> = async (
  { orgId },
  context,
) => {
  const { roles } = context.caller.org
  const offer = openOffer(roles, context.now()) ?? fail(NoOwnershipOffer)
  await context.table.commit([
    endingWrite(roles),
    auditOffer(context, 'ownership_withdraw', orgId, offer.userId),
  ])
}

/**
 * Answers an offer to the caller. Accepting transfers the ownership under the version of the roles that contained the
 * offer. So a withdrawal, another transfer and an acceptance at the same moment exclude each other (rules/members 51).
 */
export const answerOffer = async (
  orgId: string,
  accept: boolean,
  context: Context<'member'>,
): Promise<boolean> => {
  const { caller, table, now } = context
  const org = (await findOrgRights(context, orgId)) ?? fail(OrganizationNotFound)
  const { roles } = org
  const offer = openOffer(roles, now())
  if (offer?.userId !== caller.tenantUserId) return fail(NoOwnershipOffer)
  const orgContext = { ...context, caller: { ...caller, org } }
  if (accept) {
    await transferOwnership({ orgId, newOwnerUserId: offer.userId }, orgContext)
    return true
  }
  const orgName = await findOrgName(table, orgId)
  await table.commit([
    endingWrite(roles),
    ...notifyOwnershipDeclined(orgContext, { orgId, orgName, userId: roles.owner }),
  ])
  return false
}

export const answerOrgOwnershipOffer: Operation<Rows['answerOrgOwnershipOffer']> = async (
  { orgId, accept },
  context,
) => ({ isOwner: await answerOffer(orgId, accept, context) })
