import type { ChangeContext } from '../../../lib/consumer.ts'
import { membershipSteps } from '../../../lib/identity/org/membership.ts'
import { type OrgMember, orgMember, orgRoles, roleNamesOf } from '../../../lib/identity/org/organizations.ts'
import {
  decidedApplication,
  type Organization,
  type OrgHistory,
  orgApplication,
  organization,
  organizationBody,
  orgFollower,
  orgPartitions,
} from '../../../lib/identity/org/records.ts'
import { tenantUser } from '../../../lib/identity/person/records.ts'
import { notificationDue } from '../../../lib/outbox.ts'
import { check, remove, type Write } from '../../../lib/table/write.ts'
import { purgeBudgets } from '../../budgets/index.ts'
import { purgeForms } from '../../form-records/index.ts'
import { decisionWrites, termWrites, withdrawnApplication } from '../../members/index.ts'
import { purgeMessages } from '../../messages/index.ts'
import { purgeRequests } from '../../verification/index.ts'
import { dropImage, folderOf } from '../images.ts'
import { type SweepDue, sweepWrite } from './records.ts'

/** Fails a page's transaction when the organization was restored meanwhile. A late change event then ends nothing. */
const deletedCheck = (orgId: string): Write => check(organization, { orgId }, { with: ['deletedAt'] })

/** Rows of each kind that one change event removes. */
const pageSize = 25

/** Notifies a member of the deletion, in the transaction that ends the membership. Its actor knows it already. */
const deletionNotification = (
  card: Organization | undefined,
  { orgId, userId, status }: OrgMember,
  context: ChangeContext,
): readonly Write[] =>
  card && status === 'active' && card.deletedBy !== userId
    ? [
        notificationDue(context, {
          template: 'org_deleted',
          cause: `${orgId}#${userId}#${card.deletedAt}`,
          to: { kind: 'users', ids: [userId] },
          params: {
            orgName: card.org_name,
            ...(card.deletionReason === undefined ? {} : { reason: card.deletionReason }),
          },
          metadata: { orgId },
        }),
      ]
    : []

/** The parts of a membership that a restoration brings back. */
const endedMembership = (member: OrgMember): OrgHistory['membership'] => {
  const { roles, status, drafted, customPermissions, deniedPermissions, roleTermStart, roleTermEnd } = member
  return { roles, status, drafted, customPermissions, deniedPermissions, roleTermStart, roleTermEnd }
}

/**
 * Ends one page of memberships, each with its entry in the person's list and in the history. Notifies each member.
 * Throws on a conflict, so that the change event comes again.
 */
const sweepMembers = async (orgId: string, context: ChangeContext): Promise<number> => {
  const { table } = context
  const [{ items }, roles, card] = await Promise.all([
    table.list(orgMember, { keyParams: { orgId }, limit: pageSize, strong: true }),
    table.get(orgRoles, { orgId }),
    table.get(organization, { orgId }, { strong: true }),
  ])
  for (const before of items) {
    const user = await table.get(tenantUser, { id: before.userId }, { strong: true })
    const names = roles ? roleNamesOf(before, roles) : []
    const history = {
      action: 'org_deleted' as const,
      actorUserId: 'system',
      roles: names,
      membership: endedMembership(before),
    }
    const steps = membershipSteps(context, orgId, [{ before, user, history }], { deleted: true })
    const due = await termWrites(context, before, undefined)
    const notification = user ? deletionNotification(card, before, context) : []
    const written = await table.write([
      deletedCheck(orgId),
      ...steps.map(({ write }) => write),
      ...due,
      ...notification,
    ])
    if (!written.ok) throw new Error('a membership changed while it was swept')
  }
  return items.length
}

const write = async (writes: readonly Write[], { table }: ChangeContext): Promise<void> => {
  if (writes.length > 0) await table.write(writes)
}

const sweepFollowers = async (orgId: string, context: ChangeContext): Promise<number> => {
  const { items } = await context.table.list(orgFollower, {
    keyParams: { orgId },
    limit: pageSize,
    strong: true,
  })
  await write(
    items.length === 0
      ? []
      : [deletedCheck(orgId), ...items.map((follower) => remove(orgFollower, follower))],
    context,
  )
  return items.length
}

const closeApplications = async (orgId: string, context: ChangeContext): Promise<number> => {
  const page = { keyParams: { orgId }, limit: pageSize, strong: true }
  const { items } = await context.table.list(orgApplication, page)
  const approvedAt = context.now().toISOString()
  const closed = { status: 'rejected' as const, approvedBy: 'system', approvedAt, reason: 'org_deleted' }
  await write(
    items.length === 0
      ? []
      : [deletedCheck(orgId), ...items.flatMap((pending) => decisionWrites(pending, closed))],
    context,
  )
  return items.length
}

/** Removes one page of memberships, followers and open applications. Returns whether more may exist. */
export const sweepPage = async (orgId: string, context: ChangeContext): Promise<boolean> => {
  const card = await context.table.get(organization, { orgId }, { strong: true })
  if (card?.deletedAt === undefined) return false
  const gone = await Promise.all([
    sweepMembers(orgId, context),
    sweepFollowers(orgId, context),
    closeApplications(orgId, context),
  ])
  return gone.some((count) => count === pageSize)
}

/** Removes one page of a deleted organization's rows, and schedules the next page while more may exist. */
export const sweepOrganization = async (
  orgId: string,
  round: number,
  context: ChangeContext,
): Promise<void> => {
  if (await sweepPage(orgId, context)) await scheduleSweep('organization', orgId, round, context)
}

export const scheduleSweep = (
  kind: SweepDue['kind'],
  subject: string,
  round: number,
  context: ChangeContext,
): Promise<void> =>
  write([sweepWrite({ kind, subject, round: String(round + 1).padStart(6, '0') }, context.now())], context)

/** Removes the follows and applications of a person who left the school, so that no list keeps their name. */
export const sweepPerson = async (userId: string, round: number, context: ChangeContext): Promise<void> => {
  const { table } = context
  const page = { index: 'gsi1' as const, keyParams: { userId }, limit: pageSize }
  const [followed, pending, decided, withdrawn] = await Promise.all([
    table.list(orgFollower, page),
    table.list(orgApplication, page),
    table.list(decidedApplication, page),
    table.list(withdrawnApplication, page),
  ])
  await write(
    [
      ...followed.items.map((follower) => remove(orgFollower, follower)),
      ...pending.items.map((application) => remove(orgApplication, application)),
      ...decided.items.map((application) => remove(decidedApplication, application)),
      ...withdrawn.items.map((application) => remove(withdrawnApplication, application)),
    ],
    context,
  )
  const more = [followed, pending, decided, withdrawn].some(({ cursor }) => cursor !== undefined)
  if (more) await scheduleSweep('person', userId, round, context)
}

/**
 * Steps for items with dependents elsewhere. Each removes one page and returns whether more may exist.
 */
const purgeSteps: readonly ((orgId: string, context: ChangeContext) => Promise<boolean>)[] = [
  sweepPage,
  (orgId, { table }) => purgeMessages(table, orgId),
  (orgId, { table }) => purgeForms(table, orgId),
  (orgId, { table }) => purgeRequests(table, orgId),
  (orgId, { table }) => purgeBudgets(table, orgId),
]

const purgePictures = async (orgId: string, profile: string, { table, gateways }: ChangeContext) => {
  const folder = folderOf(table.tenant ?? '', orgId)
  const body = await table.get(organizationBody, { orgId })
  await Promise.all(
    [profile, body?.org_banner_image].map((address) => dropImage(gateways.media, folder, address)),
  )
}

/** Removes one page of all other items of the organization but its card. Returns whether it found any. */
const purgeItems = async (orgId: string, { table }: ChangeContext): Promise<boolean> => {
  for (const template of orgPartitions)
    if (await table.purgePage({ template, keyParams: { orgId }, keep: [organization.name] })) return true
  return false
}

/**
 * Removes an organization that was deleted 30 days ago, page by page: items with dependents elsewhere first, everything
 * in its partitions next, the card last. Repeating a page removes nothing twice. A live organization stays.
 */
export const purgeOrganization = async (
  orgId: string,
  round: number,
  context: ChangeContext,
): Promise<void> => {
  const { table } = context
  const card = await table.get(organization, { orgId }, { strong: true })
  if (card?.deletedAt === undefined) return
  const left = await Promise.all(purgeSteps.map((purge) => purge(orgId, context)))
  if (left.includes(true)) return scheduleSweep('purge', orgId, round, context)
  await purgePictures(orgId, card.org_profile_image, context)
  if (await purgeItems(orgId, context)) return scheduleSweep('purge', orgId, round, context)
  await table.remove(organization, { orgId })
}
