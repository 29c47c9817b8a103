import { fail } from '../../lib/contract/failure.ts'
import { type OrgMember, orgMember } from '../../lib/identity/org/organizations.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { check, type Write } from '../../lib/table/write.ts'
import { type EventCard, organizationsOf } from '../events/index.ts'
import { NotActiveMember } from './contract/failures.ts'
import type { Step } from './steps.ts'

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

const still = (write: Write): Step => ({ write, refused: () => fail(NotActiveMember) })

/**
 * That somebody is at the school, is not suspended there, and still a member if they are given work as one: conditions of
 * the transaction that gives it, so that who leaves meanwhile is not overlooked.
 */
export const workerSteps = (memberId: string, member: Membership | undefined): readonly Step[] => [
  still(check(tenantUser, { id: memberId }, { equals: { accessSuspended: false } })),
  ...(member ? [still(check(orgMember, member, { equals: { status: 'active' } }))] : []),
]
