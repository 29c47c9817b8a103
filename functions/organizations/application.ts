import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { isDormant } from '../../lib/contract/org-rules.ts'
import { answer } from '../../lib/contract/reply.ts'
import { memberRole } from '../../lib/identity/org/organizations.ts'
import {
  type OrgApplication,
  type Organization,
  orgApplication,
  organization,
  orgFollower,
} from '../../lib/identity/org/records.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import type { Operation, Prefetch } from '../../lib/operation.ts'
import { prefetching } from '../../lib/operation.ts'
import { key } from '../../lib/table/entity.ts'
import { put } from '../../lib/table/write.ts'
import { findForm, memberFormIdOf, memberFormRef } from '../form-records/index.ts'
import { AlreadyApplied, AlreadyMember, MembershipSuspended } from '../members/contract.ts'
import { admissionSteps, membershipStepsOf, notifyApplied, writeSteps } from '../members/index.ts'
import { isHeldBack, managementConfig } from '../policies/index.ts'
import {
  AlreadyFollowing,
  NotFollowing,
  OrgInactive,
  OrgNotFound,
  OrgPendingApproval,
} from './contract/failures.ts'
import type { contract } from './contract.ts'
import { memberAnswers } from './profile.ts'
import { findCard, followerOf, joinableChecks, joinerRefs, readJoiner, readUser } from './repository.ts'

type Rows = (typeof contract)['rows']

type JoinFacts = Awaited<ReturnType<typeof readJoiner>>

const refuseClosed = async (
  { approvalStatus, lifecycleStatus }: Organization,
  { table }: Pick<Context<'member'>, 'table'>,
): Promise<void> => {
  if (isDormant({ lifecycleStatus, approvalStatus })) fail(OrgInactive)
  if (approvalStatus !== 'pending') return
  const config = await table.get(managementConfig, {}, { strong: true })
  if (isHeldBack(config, 'manage_members', { approvalStatus })) fail(OrgPendingApproval)
}

/** Items that a follow reads first. */
export const prefetchFollower: Prefetch = ({ params: { orgId = '' }, userId }) => ({
  strong: userId === undefined ? [] : [key(tenantUser, { id: userId }), key(organization, { orgId })],
})

/** Returns an organization that accepts followers. One that admits no members accepts no followers either. */
const requireFollowable = async (table: Context<'member'>['table'], orgId: string): Promise<Organization> => {
  const card = (await findCard(table, orgId)) ?? fail(OrgNotFound)
  await refuseClosed(card, { table })
  return card
}

/** Fails with 400 `Already following`, and as `refuseClosed`. */
export const followOrganization: Operation<Rows['followOrganization']> = prefetching(
  prefetchFollower,
  async ({ orgId }, { table, caller, counts, now, newId }) => {
    const [user = fail(OrgNotFound), { followerCount }] = await Promise.all([
      readUser(table, caller.tenantUserId),
      requireFollowable(table, orgId),
    ])
    const follower = { ...followerOf(user, orgId), entryId: newId(), at: now().toISOString() }
    const written = await table.put(orgFollower, follower, { absent: true })
    // The same entry means that this write succeeded earlier and its response was lost.
    if (!written.ok && written.found?.entryId !== follower.entryId) fail(AlreadyFollowing)
    counts.change('followers', orgId, followerCount, 1)
    return undefined
  },
)

/** Fails with 404 `Organization not found`, and with 400 when the caller does not follow it. */
export const unfollowOrganization: Operation<Rows['unfollowOrganization']> = async (
  { orgId },
  { table, caller, counts },
) => {
  const place = { orgId, userId: caller.tenantUserId }
  const [written, card] = await Promise.all([
    table.remove(orgFollower, place, { exists: true }),
    findCard(table, orgId),
  ])
  if (!card) return fail(OrgNotFound)
  if (!written.ok) fail(NotFollowing)
  counts.change('followers', orgId, card.followerCount, -1)
  return undefined
}

const refuseExistingTies = ({ member, application }: JoinFacts): void => {
  if (member?.status === 'active') fail(AlreadyMember)
  if (member?.status === 'suspended') fail(MembershipSuspended)
  if (application) fail(AlreadyApplied)
}

const applicationOf = (
  orgId: string,
  { id: userId, name, username, picture, email }: NonNullable<JoinFacts['user']>,
  given: Partial<OrgApplication> | undefined,
  { now, newId }: Context<'member'>,
): OrgApplication => ({
  id: `${userId}.${newId()}`,
  orgId,
  userId,
  name,
  username,
  picture,
  email,
  status: 'pending',
  reason: '',
  ...given,
  createdAt: now().toISOString(),
})

/** Items that an application reads first. */
export const prefetchJoiner: Prefetch = ({ params: { orgId = '' }, userId }) => ({
  strong:
    userId === undefined
      ? []
      : [...joinerRefs(orgId, userId), memberFormRef(orgId), key(managementConfig, {})],
})

/**
 * Joins the organization, or creates an application when it requires approval (rules/members 1). The same transaction
 * stores the form answers. Returns which of the two happened.
 */
export const applyToOrganization: Operation<Rows['applyToOrganization']> = prefetching(
  prefetchJoiner,
  async ({ orgId, formResponse }, context) => {
    const { table, caller, counts } = context
    const userId = caller.tenantUserId
    const { outcome, memberCount } = await writeSteps(
      table,
      orgId,
      async () => {
        const [joiner, form] = await Promise.all([
          readJoiner(table, orgId, userId),
          findForm(table, memberFormIdOf(orgId)),
        ])
        const { card, roles, user } = joiner
        if (!card || !roles) return fail(OrgNotFound)
        refuseExistingTies(joiner)
        await refuseClosed(card, context)
        const answers = memberAnswers(card.memberForm ? form : undefined, formResponse, context)
        if (!card.requireApprovalForJoin) {
          const admission = { orgId, userId, roles: [memberRole], by: userId }
          const { steps } = admissionSteps(context, admission, roles, joiner)
          const { memberCount } = card
          const writes = membershipStepsOf(...answers.writes)
          return { steps: [...steps, ...writes], outcome: 'joined' as const, memberCount }
        }
        if (!user) return fail(OrgNotFound)
        const application = applicationOf(orgId, user, answers.given, context)
        const steps = membershipStepsOf(
          ...joinableChecks(orgId, userId, joiner.member !== undefined),
          put(orgApplication, application, { absent: true }),
          ...answers.writes,
          notifyApplied(context, orgId, card.org_name, application),
        )
        return { steps, outcome: 'applied' as const, memberCount: undefined }
      },
      true,
    )
    if (memberCount !== undefined) counts.change('members', orgId, memberCount, 1)
    return answer(undefined, outcome === 'joined' ? { message: 'You are now a member of this org' } : {})
  },
)
