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
 * A write of a transaction, and the reaction when its condition is refused. `refused` fails for the caller, or records
 * what it found for the next plan.
 */
export type WriteStep = { readonly write: Write; refused?(found: unknown): void }

/**
 * Runs the steps of `plan`, all or nothing. Fails with 409 `Event was changed by someone else` when conflicts persist.
 */
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

/** Finds a person's active membership in one of these organizations. Strongly consistent. */
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

/** Whether a person is an active member of one of these organizations. */
export const isMemberOf = async (
  table: Table,
  memberId: string,
  orgIds: readonly string[],
): Promise<boolean> => (await membershipIn(table, memberId, orgIds)) !== undefined

/**
 * Finds the membership of a person outside the path's organization in another organization of the event. Few requests
 * need this second round trip.
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
 * Conditions for the transaction that assigns work: the person is at the school, not suspended, and still a member if
 * they work as one. A concurrent departure thus fails the transaction.
 */
export const workerSteps = (memberId: string, member: Membership | undefined): readonly WriteStep[] => [
  activeCheckStep(check(tenantUser, { id: memberId }, { equals: { accessSuspended: false } })),
  ...(member ? [activeCheckStep(check(orgMember, member, { equals: { status: 'active' } }))] : []),
]

/** The caller's rights in the path's organization, for operations that the person concerned may also call. */
export const requireOrgRights = async (context: Context<'caller'>, orgId: string): Promise<OrgRights> =>
  (await findOrgRights(context, orgId)) ?? fail(OrganizationNotFound)

export const canManageJobs = (rights: OrgRights): boolean => rights.may('manage_events')

/** Rejects a caller who neither manages the organization's events nor is the person concerned. */
export const refuseStranger = (rights: OrgRights, isOwn: boolean): void => {
  if (!isOwn) refuseWithoutOrgRights('manage_events', rights)
}
