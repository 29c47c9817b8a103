import type { Context } from '../../lib/context.ts'
import { fail, failureText, withText } from '../../lib/contract/failure.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { dayMs } from '../../lib/contract/time.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import {
  type OrgMember,
  type OrgRights,
  orgMember,
  orgRightsOf,
  orgRoles,
  ownerRole,
} from '../../lib/identity/org/organizations.ts'
import { type Organization, organization } from '../../lib/identity/org/records.ts'
import { scheduleTask } from '../../lib/scheduled/task.ts'
import { key } from '../../lib/table/entity.ts'
import { conflicted } from '../../lib/table/retry.ts'
import { check, put } from '../../lib/table/write.ts'
import {
  type ManagementSettings,
  managementConfig,
  refuseWithoutFeature,
  settingsOf,
  tierMoves,
  tiersUnchangedCheck,
} from '../policies/index.ts'
import {
  InvalidTier,
  RequestDataTooLarge,
  RequestOpen,
  RequestTypeOff,
  SubmitForbidden,
  TierOutOfReach,
  VerificationOff,
} from './contract.ts'
import {
  countWrites,
  isLive,
  type VerificationRequest,
  verificationBody,
  verificationGuard,
  verificationRequest,
} from './repository.ts'
import type { NewRequest, RequestView } from './shapes.ts'
import { adminNotifications, escalationOf } from './status-changes.ts'
import { viewOne } from './views.ts'

/** The admin role has this id in every organization, default or custom. */
const adminRole = 'admin'

export const isOrgAdmin = ({ status, roles }: OrgMember): boolean =>
  status === 'active' && (roles.includes(ownerRole) || roles.includes(adminRole))

/** Owner and admins of an organization, and administrators of the school (rules/verification 1). */
const canSubmitFor = ({ isAdmin, isOwner, member }: OrgRights): boolean =>
  isAdmin || isOwner || (member !== undefined && isOrgAdmin(member))

const maxBytes = 20 * 1024

export const actorIdOf = ({ tenantUserId, globalUserId }: Context<'caller'>['caller']): string =>
  tenantUserId ?? globalUserId ?? 'unknown'

const readFacts = async ({ table, caller }: Context<'caller'>, orgId: string) => {
  const userId = caller.tenantUserId ?? 'nobody'
  const [config, card, roles, member] = await table.batchGet(
    [
      key(managementConfig, {}),
      key(organization, { orgId }),
      key(orgRoles, { orgId }),
      key(orgMember, { orgId, userId }),
    ],
    { strong: true },
  )
  return { config, card, roles, member: caller.tenantUserId === null ? undefined : member }
}

const tierOf = (
  requested: string | undefined,
  { verificationTiers, defaultVerificationType }: ManagementSettings,
) => {
  const tier = requested ?? defaultVerificationType
  const known = Object.keys(verificationTiers)
  if (!Object.hasOwn(verificationTiers, tier))
    fail(
      withText(
        InvalidTier,
        failureText('Invalid verification tier. Must be one of: {tiers}', { tiers: known }),
      ),
    )
  return tier
}

const refuseOutOfReach = (
  tier: string,
  { memberCount, draftedCount = 0, createdAt }: Organization,
  { verificationTiers }: ManagementSettings,
  now: Date,
): void => {
  const { minMembers = 0, minAge = 0 } = verificationTiers[tier]?.requirements ?? {}
  const days = (now.getTime() - Date.parse(createdAt)) / dayMs
  if (memberCount - draftedCount < minMembers || days < minAge)
    fail(TierOutOfReach, { details: { minMembers, minAge } })
}

/**
 * Checks in this order: disabled, organization missing, no rights, not permitted, unknown tier, then the school's other
 * requirements.
 */
const refuseSubmission = (
  requested: NewRequest,
  { config, card, roles, member }: Awaited<ReturnType<typeof readFacts>>,
  { caller, now }: Context<'caller'>,
) => {
  const settings = settingsOf(config)
  if (!settings.verificationEnabled) fail(VerificationOff)
  if (!isLive(card) || !roles) return fail(OrganizationNotFound)
  if (!canSubmitFor(orgRightsOf(caller, roles, member))) fail(SubmitForbidden)
  const { allowedRequestTypes: allowed } = settings
  if (allowed.length > 0 && !allowed.includes(requested.requestType)) fail(RequestTypeOff)
  const tier = tierOf(requested.verificationType, settings)
  if (requested.requestType === 'funding') refuseWithoutFeature(settings, 'fundingRequests', card)
  if (requested.requestType === 'space_reservation') refuseWithoutFeature(settings, 'spaceReservation', card)
  refuseOutOfReach(tier, card, settings, now())
  return { settings, card, tier }
}

/**
 * Submits a request. One transaction writes the request, the guard of its type, the counters, the administrators'
 * notification and the scheduled escalation.
 */
export const submitVerificationRequest = async (
  requested: NewRequest,
  context: Context<'caller'>,
): Promise<RequestView> => {
  const { table, caller, now, newId } = context
  const { orgId, requestType, requestData = {}, priority = 'medium', tags = [] } = requested
  return table.retryOnConflict(async () => {
    const facts = await readFacts(context, orgId)
    const { settings, card, tier } = refuseSubmission(requested, facts, context)
    if (Buffer.byteLength(JSON.stringify(requestData)) > maxBytes) fail(RequestDataTooLarge)
    const at = now()
    const submittedAt = at.toISOString()
    const days = settings.reviewWorkflow.autoEscalateAfterDays
    const request: VerificationRequest = {
      id: `${orgId}.${newId()}`,
      orgId,
      requestedBy: actorIdOf(caller),
      requestType,
      verificationType: tier,
      priority,
      tags,
      status: 'pending',
      approvals: 0,
      submittedAt,
      escalatesAt: new Date(at.getTime() + days * dayMs).toISOString(),
      updatedAt: submittedAt,
      version: 1,
    }
    const body = { id: request.id, orgId, requestData }
    const written = await table.write([
      put(verificationGuard, { orgId, requestType, id: request.id }, { absent: RequestOpen }),
      check(organization, { orgId }, { without: ['deletedAt'], else: OrganizationNotFound }),
      put(verificationRequest, request, { absent: true }),
      put(verificationBody, body, { absent: true }),
      tiersUnchangedCheck(facts.config),
      ...tierMoves(undefined, tier),
      ...countWrites(undefined, 'pending'),
      scheduleTask(context, escalationOf(request)),
      ...adminNotifications('verification_submitted', request, card, settings, context),
      audit(context, {
        action: 'verification.submit',
        actor: caller,
        targetType: 'organization',
        targetId: orgId,
        detail: { requestId: request.id, requestType, verificationType: tier },
      }),
    ])
    return written.ok ? viewOne(table, request, body, card) : conflicted
  })
}
