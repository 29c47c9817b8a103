import type { ChangeContext } from '../../../lib/consumer.ts'
import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { isDormant } from '../../../lib/contract/org-rules.ts'
import { OrganizationNotFound } from '../../../lib/contract/permissions.ts'
import { visibleLine } from '../../../lib/contract/text/plain-text.ts'
import { audit } from '../../../lib/identity/audit/audit.ts'
import { maxMemberships, membershipSteps, newMember } from '../../../lib/identity/org/membership.ts'
import { orgNaming } from '../../../lib/identity/org/name.ts'
import {
  memberRole,
  type OrgMember,
  type OrgRoles,
  orgMember,
  orgRoles,
  ownerRole,
  roleNamesOf,
} from '../../../lib/identity/org/organizations.ts'
import {
  type Organization,
  type OrgHistory,
  organization,
  orgHistory,
  orgRoleCount,
} from '../../../lib/identity/org/records.ts'
import { tenantUser } from '../../../lib/identity/person/records.ts'
import { notificationDue } from '../../../lib/outbox.ts'
import { key } from '../../../lib/table/entity.ts'
import { conflicted } from '../../../lib/table/retry.ts'
import type { Table } from '../../../lib/table/table.ts'
import { check, put, remove, replace, type Write } from '../../../lib/table/write.ts'
import { TooManyMemberships } from '../../members/contract.ts'
import { termWrites } from '../../members/index.ts'
import {
  basicTier,
  managementConfig,
  settingsOf,
  tierMoves,
  tiersUnchangedCheck,
} from '../../policies/index.ts'
import { NameTaken, NotRestorable, RestorationTooSoon, RestoredOwnerGone } from '../contract/failures.ts'
import { nameClaims, nameWrites, refuseBadLanguage } from '../names.ts'
import { orgTombstone, type SweepDue, sweepWrite } from './records.ts'

/** Rows of an organization's history that one change event reads. */
const pageSize = 25

/** An organization has at most ten own roles, and five others. */
const maxRoles = 25

/** Rows of the name that the transaction writes. The stream writes the others. */
const maxWordWrites = 10

const historyOf = (member: OrgMember, roles: OrgRoles, actorUserId: string) => ({
  action: 'joined' as const,
  actorUserId,
  roles: roleNamesOf(member, roles),
  reason: 'org_restored',
})

export type RestorationRequest = {
  readonly orgId: string
  /** Another name, for example because the former one is taken. */
  readonly name?: string | undefined
  /** Another owner, for example because the former one has left the school. */
  readonly newOwnerId?: string | undefined
}

/** The deleted organization with its roles and its future owner. Fails when it cannot be restored. */
const readDeleted = async (table: Table, { orgId, newOwnerId }: RestorationRequest) => {
  const [card, roles, config] = await table.batchGet(
    [key(organization, { orgId }), key(orgRoles, { orgId }), key(managementConfig, {})],
    { strong: true },
  )
  if (!card || !roles) return fail(OrganizationNotFound)
  if (card.deletedAt === undefined) return fail(NotRestorable)
  const [owner, members, counts] = await Promise.all([
    table.get(tenantUser, { id: newOwnerId ?? roles.owner }, { strong: true }),
    table.list(orgMember, { keyParams: { orgId }, limit: 1, strong: true }),
    table.list(orgRoleCount, { keyParams: { orgId }, limit: maxRoles, strong: true }),
  ])
  // The deletion still ends memberships.
  if (members.items.length > 0) fail(RestorationTooSoon)
  if (!owner) return fail(RestoredOwnerGone)
  if (owner.clubAssociations.length >= maxMemberships) fail(TooManyMemberships)
  return { card, roles, config, owner, counts: counts.items }
}

type Deleted = Awaited<ReturnType<typeof readDeleted>>

/** The card of the restored organization. The stream counts the members again. */
const restoredCard = ({ card, config }: Deleted, name: string | undefined, owner: string, at: string) => {
  const { deletedAt: _, deletedBy: __, deletionReason: ___, draftedCount: ____, ...rest } = card
  const { verificationTiers } = settingsOf(config)
  const isKnownTier = verificationTiers[card.verificationType] !== undefined
  return {
    ...rest,
    ...(name === undefined ? {} : orgNaming(visibleLine(name))),
    owner,
    verificationType: isKnownTier ? card.verificationType : basicTier,
    memberCount: 0,
    followerCount: 0,
    updatedAt: at,
  }
}

/** Nobody but the owner holds a role yet. The stream has already counted plain members down. */
const countWrites = ({ counts }: Deleted): readonly Write[] =>
  counts
    .filter(({ roleId }) => roleId !== memberRole)
    .map((each) => put(orgRoleCount, { ...each, count: each.roleId === ownerRole ? 1 : 0 }))

const notifyRestored = (
  org: Organization,
  userId: string,
  since: string,
  context: Pick<Context, 'now' | 'newId'>,
): Write => {
  const { orgId, org_name: orgName } = org
  return notificationDue(context, {
    template: 'org_restored',
    cause: `${orgId}#${userId}#restored#${since}`,
    to: { kind: 'users', ids: [userId] },
    params: { orgName, ...(isDormant(org) ? { dormant: 'yes' } : {}) },
    metadata: { orgId },
  })
}

const restorationWrites = (
  deleted: Deleted,
  { name }: RestorationRequest,
  context: Context<'admin'>,
): { readonly before: Organization; readonly after: Organization; readonly writes: readonly Write[] } => {
  const { card, config, owner } = deleted
  const { orgId, deletedAt: since = '' } = card
  const { caller, now } = context
  const at = now().toISOString()
  const after = restoredCard(deleted, name, owner.id, at)
  const { deletedAt: _, ...rest } = deleted.roles
  const roles = { ...rest, owner: owner.id, dormant: isDormant(after) }
  const first = newMember(owner, at, { orgId, roles: [ownerRole] })
  const history = historyOf(first, roles, caller.tenantUserId ?? caller.globalUserId ?? 'unknown')
  const steps = membershipSteps(context, orgId, [{ after: first, user: owner, history }], { deleted: true })
  const writes = [
    ...nameClaims(after, () => fail(NameTaken, { field: 'name' })),
    remove(orgTombstone, { orgId }, { exists: NotRestorable }),
    replace(organization, card, after),
    replace(orgRoles, deleted.roles, roles),
    ...nameWrites(after).slice(0, maxWordWrites),
    ...countWrites(deleted),
    ...steps.map(({ write }) => write),
    ...tierMoves(undefined, after.verificationType),
    tiersUnchangedCheck(config),
    sweepWrite({ kind: 'restore', subject: orgId, round: '000000', since }, now()),
    ...(owner.id === caller.tenantUserId ? [] : [notifyRestored(after, owner.id, since, context)]),
    audit(context, {
      action: 'organization.restore',
      actor: caller,
      targetType: 'organization',
      targetId: orgId,
      detail: { name: after.org_name },
    }),
  ]
  return { before: card, after, writes }
}

/**
 * Restores an organization that was deleted at most 30 days ago, with its owner as the first member. The other
 * memberships follow in the background (rules/organizations 44). The tombstone decides against the final removal. Fails
 * when the name is taken, unless another one is sent. Returns the card before and after.
 */
export const restoreOrganization = async (
  request: RestorationRequest,
  context: Context<'admin'>,
): Promise<{ readonly before: Organization; readonly after: Organization }> => {
  const { table } = context
  if (request.name !== undefined) await refuseBadLanguage(request.name)
  return table.retryOnConflict(async () => {
    const { before, after, writes } = restorationWrites(await readDeleted(table, request), request, context)
    return (await table.write(writes)).ok ? { before, after } : conflicted
  })
}

/** Roles of a restored member: those that still exist, except after the end of their term. */
const restoredRoles = (
  ended: NonNullable<OrgHistory['membership']>,
  roles: OrgRoles,
  now: Date,
): string[] => {
  const isOver = ended.roleTermEnd !== undefined && !(Date.parse(ended.roleTermEnd) > now.getTime())
  const known = ended.roles.filter((id) => id !== ownerRole && roles.roles.some(({ _id }) => _id === id))
  return isOver || known.length === 0 ? [memberRole] : known
}

/** Restores one membership, unless the person is a member again, has left the school, or the organization is gone. */
const restoreMember = async (
  { orgId, userId, membership }: OrgHistory,
  since: string,
  context: ChangeContext,
) => {
  const { table, now } = context
  if (!membership) return
  await table.retryOnConflict(async () => {
    const [card, roles, member, user] = await table.batchGet(
      [
        key(organization, { orgId }),
        key(orgRoles, { orgId }),
        key(orgMember, { orgId, userId }),
        key(tenantUser, { id: userId }),
      ],
      { strong: true },
    )
    if (!card || !roles || roles.deletedAt !== undefined) return true
    if (member || !user || user.clubAssociations.length >= maxMemberships) return true
    const { roles: _, roleTermStart, roleTermEnd, ...rest } = membership
    const ids = restoredRoles(membership, roles, now())
    const term = ids.some((id) => id !== memberRole) ? { roleTermStart, roleTermEnd } : {}
    const after = { ...newMember(user, now().toISOString(), { orgId, roles: ids }), ...rest, ...term }
    const change = { after, user, history: historyOf(after, roles, 'system') }
    // The stream counts the member on the card.
    const steps = membershipSteps(context, orgId, [change]).filter(({ of }) => of !== 'organization')
    const due = await termWrites(context, undefined, after)
    const written = await table.write([
      check(orgRoles, { orgId }, { without: ['deletedAt'] }),
      ...steps.map(({ write }) => write),
      ...due,
      ...(after.status === 'active' ? [notifyRestored(card, userId, since, context)] : []),
    ])
    return written.ok || conflicted
  })
}

/**
 * Restores the memberships of one page of the history that ended with the organization, and schedules the next page.
 * Repeating a page restores nobody twice.
 */
export const restorePage = async (
  { subject: orgId, round, since = '', cursor }: SweepDue,
  context: ChangeContext,
): Promise<void> => {
  const { table, now } = context
  const page = { keyParams: { orgId }, limit: pageSize, strong: true, cursor }
  const { items, cursor: next } = await table.list(orgHistory, page)
  for (const entry of items)
    if (entry.action === 'org_deleted' && entry.at >= since) await restoreMember(entry, since, context)
  if (next === undefined) return
  const following = String(Number(round) + 1).padStart(6, '0')
  await table.write([
    sweepWrite({ kind: 'restore', subject: orgId, round: following, since, cursor: next }, now()),
  ])
}
