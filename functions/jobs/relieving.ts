import type { NoticeWorld } from '../../lib/consumer.ts'
import type { OrgMember } from '../../lib/identity/organizations.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { eventCard, eventJob, organizationsOf } from '../events/service.ts'
import { relieve } from './leaving.ts'
import { isMemberOf } from './membership.ts'
import { type JobAssignment, jobAssignment, type MemberSweep, memberSweep } from './repository.ts'
import { mostDays } from './shifts.ts'

const pageSize = 25
const dayMs = 24 * 3600_000
const keptMs = 7 * dayMs

const roundOf = (round: number): string => String(round).padStart(6, '0')
const endOf = (now: Date): string => new Date(now.getTime() + keptMs).toISOString()

/** Begins to relieve somebody of what they were to do for an organization. The same notice twice leaves one row. */
export const beginRelief = async (
  { orgId, userId: memberId, version }: OrgMember,
  { table, now }: NoticeWorld,
): Promise<void> => {
  const row = { memberId, orgId, round: `v${version}.${roundOf(0)}`, expiresAt: endOf(now()) }
  await table.put(memberSweep, row, { absent: true })
}

/**
 * Whether somebody may keep an assignment: the job is open to all, has nothing to do with the organization that they
 * have left, or another organization of its event still has them as a member.
 */
const mayKeep = async (
  table: Table,
  { eventId, jobId, memberId }: JobAssignment,
  orgId: string,
): Promise<boolean> => {
  const [card, job] = await table.batchGet([key(eventCard, { eventId }), key(eventJob, { eventId, jobId })], {
    strong: true,
  })
  if (!card || !job) return true
  const organizations = organizationsOf(card)
  if (job.openToAll || !organizations.includes(orgId)) return true
  return isMemberOf(table, memberId, organizations)
}

/** Relieves of one page of shifts that are not over; what has been stays. The next page is left as a row. */
export const relievePage = async (row: MemberSweep, { table, now }: NoticeWorld): Promise<void> => {
  const { memberId, orgId, cursor, round } = row
  const page = await table.list(jobAssignment, {
    index: 'gsi1',
    holes: { memberId },
    from: new Date(now().getTime() - mostDays * dayMs).toISOString(),
    limit: pageSize,
    cursor,
  })
  const ahead = page.items.filter(({ shiftEnd }) => Date.parse(shiftEnd) > now().getTime())
  for (const assignment of ahead)
    if (!(await mayKeep(table, assignment, orgId))) await relieve(table, assignment)
  if (page.cursor === undefined) return
  const [mark = '', number = '0'] = round.split('.')
  const next = { memberId, orgId, round: `${mark}.${roundOf(Number(number) + 1)}`, cursor: page.cursor }
  await table.put(memberSweep, { ...next, expiresAt: endOf(now()) }, { absent: true })
}
