import { type Organization, organization } from '../../../lib/identity/org/records.ts'
import { notificationDue } from '../../../lib/outbox.ts'
import { lost } from '../../../lib/table/retry.ts'
import type { Table } from '../../../lib/table/table.ts'
import { put, type Write } from '../../../lib/table/write.ts'
import { findSettings } from '../config/settings.ts'
import type { ManagementSettings } from '../contract/config-shapes.ts'

type World = { now(): Date; newId(): string }

/** How an organization begins: approved where nobody is asked, in the school's first state and of its first type. */
export const firstStanding = ({
  orgApproval,
  atlasPolicy,
}: ManagementSettings): Pick<Organization, 'lifecycleStatus' | 'orgTypeKey'> & Partial<Organization> => ({
  ...(orgApproval.mode === 'none' ? {} : { approvalStatus: 'pending' as const, approvedAt: undefined }),
  lifecycleStatus: atlasPolicy.lifecycle.defaultStatus,
  orgTypeKey: atlasPolicy.defaultOrgTypeKey,
})

/** Tells the administrators of a new organization that waits for one of them, unless the school is told nothing. */
export const newOrgWrites = (
  { orgApproval: { mode }, notifications }: ManagementSettings,
  { orgId, org_name: orgName }: Organization,
  world: World,
): readonly Write[] =>
  notifications.newOrgRequest && (mode === 'manual' || mode === 'both')
    ? [
        notificationDue(world, {
          cause: `${orgId}#pending`,
          template: 'org_pending_approval',
          to: { kind: 'administrators' },
          params: { orgName },
          metadata: { orgId },
        }),
      ]
    : []

/** The word to the owner of an organization that was approved. */
export const approvalNews = ({ orgId, org_name: orgName, owner }: Organization, world: World): Write =>
  notificationDue(world, {
    cause: `${orgId}#approved`,
    template: 'org_approved',
    to: { kind: 'users', ids: [owner] },
    params: { orgName },
    metadata: { orgId },
  })

/**
 * Approves an organization: the card under the version it was read at, and the word to its owner. `by` is nobody's where
 * its members were enough.
 */
export const approvalWrites = (
  card: Organization,
  by: string | undefined,
  world: World,
): readonly Write[] => {
  const at = world.now().toISOString()
  const { version } = card
  const after: Organization = {
    ...card,
    approvalStatus: 'approved',
    approvedAt: at,
    ...(by === undefined ? {} : { approvedBy: by }),
    updatedAt: at,
    version: version + 1,
  }
  return [put(organization, after, { equals: { version } }), approvalNews(card, world)]
}

/** Members that approve an organization by themselves; without end where the school does not go by them. */
export const growthDemand = ({
  orgApproval: { mode, autoApproveMemberThreshold },
}: ManagementSettings): number =>
  mode === 'auto' || mode === 'both' ? autoApproveMemberThreshold : Number.POSITIVE_INFINITY

/**
 * Approves an organization that has grown to the school's threshold (rules/management 17). It goes
 * by the card as it is, so a notice that comes again, or late, finds nothing to do.
 */
export const approveGrown = async (
  orgId: string,
  world: World & { readonly table: Table },
): Promise<void> => {
  const { table } = world
  const settings = await findSettings(table, { strong: true })
  await table.retryOnConflict(async () => {
    const card = await table.get(organization, { orgId }, { strong: true })
    if (!card || card.deletedAt !== undefined || card.approvalStatus !== 'pending') return true
    // Only who wanted to be a member speaks for an organization.
    if (card.memberCount - (card.draftedCount ?? 0) < growthDemand(settings)) return true
    return (await table.write(approvalWrites(card, undefined, world))).ok || lost
  })
}
