import { type Organization, organization } from '../../../lib/identity/org/records.ts'
import { notificationDue } from '../../../lib/outbox.ts'
import { onDue, scheduleTask, type TaskPlace } from '../../../lib/scheduled/task.ts'
import { conflicted } from '../../../lib/table/retry.ts'
import type { Table } from '../../../lib/table/table.ts'
import { replace, type Write } from '../../../lib/table/write.ts'
import type { LifecycleStatus, ManagementSettings } from '../../policies/contract.ts'
import { findSettings } from '../../policies/index.ts'
import { orgSize, sizeOf } from '../statistics.ts'
import { ownShelvesFor } from './status-lists.ts'

type ApprovalContext = { now(): Date; newId(): string }

/** Notifies the owner that the organization is approved. */
export const notifyOrgApproved = (
  { orgId, org_name: orgName, owner }: Organization,
  context: ApprovalContext,
): Write =>
  notificationDue(context, {
    cause: `${orgId}#approved`,
    template: 'org_approved',
    to: { kind: 'users', ids: [owner] },
    params: { orgName },
    metadata: { orgId },
  })

/** Notifies the members, the owner included, that the organization was closed. The actor knows it already. */
export const notifyOrgClosed = (
  { orgId, org_name: orgName }: Organization,
  status: Exclude<LifecycleStatus, 'active'>,
  reason: string,
  context: ApprovalContext & { readonly caller: { readonly tenantUserId: string | null } },
): Write => {
  const { tenantUserId } = context.caller
  const except = tenantUserId === null ? {} : { except: tenantUserId }
  return notificationDue(context, {
    template: 'org_closed',
    to: { kind: 'organization', orgId, who: 'members', ...except },
    params: { orgName, status, ...(reason === '' ? {} : { reason }) },
    metadata: { orgId },
  })
}

/**
 * Writes that approve an organization: the card under the version it was read at, and the owner's notification. `by` is
 * undefined when the member count approves it.
 */
export const approvalWrites = (
  card: Organization,
  by: string | undefined,
  context: ApprovalContext,
): readonly Write[] => {
  const at = context.now().toISOString()
  const after = {
    ...card,
    approvalStatus: 'approved' as const,
    approvedAt: at,
    ...(by === undefined ? {} : { approvedBy: by }),
    updatedAt: at,
  }
  return [replace(organization, card, after), notifyOrgApproved(card, context)]
}

/** Member count that approves an organization automatically. Infinity when the school has no such rule. */
const approvalThreshold = ({
  orgApproval: { mode, autoApproveMemberThreshold },
}: ManagementSettings): number =>
  mode === 'auto' || mode === 'both' ? autoApproveMemberThreshold : Number.POSITIVE_INFINITY

/**
 * Approves an organization that has reached the school's member threshold (rules/management 17). It decides by the
 * current card, so a late or repeated change event changes nothing.
 */
export const approveGrown = async (
  orgId: string,
  context: ApprovalContext & { readonly table: Table },
): Promise<void> => {
  const { table } = context
  const settings = await findSettings(table)
  await table.retryOnConflict(async () => {
    const card = await table.get(organization, { orgId }, { strong: true })
    if (!card || card.deletedAt !== undefined || card.approvalStatus !== 'pending') return true
    // Members whom others added do not count toward the threshold.
    if (card.memberCount - (card.draftedCount ?? 0) < approvalThreshold(settings)) return true
    return (await table.write(approvalWrites(card, undefined, context))).ok || conflicted
  })
}

const kind = 'management.grown'

/** Organizations per step. */
const pageSize = 50
const atOnce = 5

type GrowthStep = { readonly version: string; readonly shelf: string; readonly to?: string }

const stepOf = (place: TaskPlace, { version, shelf, to }: GrowthStep): Write =>
  scheduleTask(place, {
    kind,
    subject: shelf,
    version,
    at: place.now().toISOString(),
    params: to === undefined ? {} : { to },
  })

/**
 * Writes that start approving waiting organizations after the school lowers or introduces the member threshold. There
 * is one write for each list of waiting organizations. Starting twice is harmless.
 */
export const growthWrites = (
  before: ManagementSettings,
  after: ManagementSettings,
  version: number,
  place: TaskPlace,
): readonly Write[] =>
  approvalThreshold(after) < approvalThreshold(before)
    ? ownShelvesFor({ status: 'pending' }).map((shelf) => stepOf(place, { version: String(version), shelf }))
    : []

/**
 * Goes through the organizations by size, largest first, page by page, down to the threshold. The card makes sure that
 * each is approved once.
 */
export const taskHandlers = [
  onDue(kind, async ({ subject: shelf, version, params }, context) => {
    const threshold = approvalThreshold(await findSettings(context.table))
    if (!Number.isFinite(threshold)) return []
    const { items, cursor } = await context.table.list(orgSize, {
      index: 'gsi2',
      keyParams: { shelf },
      descending: true,
      from: sizeOf(threshold),
      to: params.to,
      limit: pageSize,
    })
    const waiting = items.map(({ orgId }) => orgId)
    const work = async (): Promise<void> => {
      for (let orgId = waiting.shift(); orgId !== undefined; orgId = waiting.shift())
        await approveGrown(orgId, context)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    const last = items.at(-1)
    if (cursor === undefined || !last) return []
    const [first = '', step = '0'] = version.split('.')
    const next = `${first}.${Number(step) + 1}`
    return [stepOf(context, { version: next, shelf, to: `${last.size}#${last.orgId}` })]
  }),
]
