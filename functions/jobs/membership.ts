import { fail } from '../../lib/contract/failure.ts'
import { type OrgMember, orgMember } from '../../lib/identity/organizations.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { check } from '../../lib/table/write.ts'
import { type EventCard, organizationsOf } from '../events/service.ts'
import { NotActiveMember } from './failures.ts'
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

/** That somebody is still a member, in the transaction that gives them work: who leaves meanwhile is not overlooked. */
export const memberSteps = (member: OrgMember | undefined): readonly Step[] =>
  member
    ? [
        {
          write: check(orgMember, member, { equals: { status: 'active' } }),
          refused: () => fail(NotActiveMember),
        },
      ]
    : []
