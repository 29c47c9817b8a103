import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import {
  type OrgMember,
  type OrgRights,
  orgMember,
  refuseWithoutOrgRights,
} from '../../lib/identity/org/organizations.ts'
import { findOrgRights } from '../../lib/identity/org/rights.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { key } from '../../lib/table/entity.ts'
import { conflicted } from '../../lib/table/retry.ts'
import type { Table } from '../../lib/table/table.ts'
import { check, type Write } from '../../lib/table/write.ts'
import { type EventCard, organizationsOf } from '../events/index.ts'
import { EventChanged, NotActiveMember } from './contract/failures.ts'

/**
 * A write of a transaction, and what follows when its condition is refused: a failure for whoever asked, or another
 * plan, which `refused` prepares with what it found.
 */
export type WriteStep = { readonly write: Write; refused?(found: unknown): void }

/** Carries out what `plan` says, all or nothing. When others are faster each time 409 `Event was changed by someone else`. */
export const runSteps = async (table: Table, plan: () => Promise<readonly WriteStep[]>): Promise<void> => {
  await table.retryOnConflict(
    async () => {
      const steps = await plan()
      const written = await table.write(steps.map(({ write }) => write))
      if (written.ok) return true
      for (const at of written.failed) steps[at]?.refused?.(written.found[at])
      return conflicted
    },
    { failure: EventChanged },
  )
}

/** The one of these organizations that somebody is an active member of, read strongly. */
export const membershipIn = async (
  table: Table,
  memberId: string,
  orgIds: readonly string[],
): Promise<OrgMember | undefined> => {
  if (orgIds.length === 0) return undefined
  const refs = orgIds.map((orgId) => key(orgMember, { orgId, userId: memberId }))
  const rows = await table.batchGet(refs, { strong: true })
  return rows.find((member) => member?.status === 'active')
}

/** Whether somebody is an active member of one of these organizations. */
export const isMemberOf = async (
  table: Table,
  memberId: string,
  orgIds: readonly string[],
): Promise<boolean> => (await membershipIn(table, memberId, orgIds)) !== undefined

/**
 * The membership of somebody who is no member of the organization of the path in another that hosts the event or helps to
 * run it: the second round trip of the few.
 */
export const membershipElsewhere = (
  table: Table,
  memberId: string,
  card: EventCard,
  orgId: string,
): Promise<OrgMember | undefined> =>
  membershipIn(
    table,
    memberId,
    organizationsOf(card).filter((other) => other !== orgId),
  )

type Membership = Pick<OrgMember, 'orgId' | 'userId'>

const activeCheckStep = (write: Write): WriteStep => ({ write, refused: () => fail(NotActiveMember) })

/**
 * That somebody is at the school, is not suspended there, and still a member if they are given work as one: conditions of
 * the transaction that gives it, so that who leaves meanwhile is not overlooked.
 */
export const workerSteps = (memberId: string, member: Membership | undefined): readonly WriteStep[] => [
  activeCheckStep(check(tenantUser, { id: memberId }, { equals: { accessSuspended: false } })),
  ...(member ? [activeCheckStep(check(orgMember, member, { equals: { status: 'active' } }))] : []),
]

/** How the caller stands in the organization of the path, for rows that also serve who is only concerned. */
export const requireOrgRights = async (context: Context<'caller'>, orgId: string): Promise<OrgRights> =>
  (await findOrgRights(context, orgId)) ?? fail(OrganizationNotFound)

export const canManageJobs = (rights: OrgRights): boolean => rights.may('manage_events')

/** Refuses whoever neither manages the events of the organization nor is the person concerned. */
export const refuseStranger = (rights: OrgRights, isOwn: boolean): void => {
  if (!isOwn) refuseWithoutOrgRights('manage_events', rights)
}
