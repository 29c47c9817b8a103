import { Failure, fail } from '../../../lib/contract/failure.ts'
import { tenantUser } from '../../../lib/identity/person/records.ts'
import type { Operation } from '../../../lib/operation.ts'
import type { DepartedMember } from '../../../lib/personal-data.ts'
import type { Table } from '../../../lib/table/table.ts'
import { remove, update, type Write } from '../../../lib/table/write.ts'
import { eventJob, findCard, isOfOrganization } from '../../events/index.ts'
import { AssignmentNotDeleted, AssignmentNotFound } from '../contract/failures.ts'
import type { contract } from '../contract.ts'
import {
  type JobAssignment,
  jobAssignment,
  parseAssignmentId,
  shiftDay,
  volunteerSignup,
} from '../repository.ts'

type Rows = (typeof contract)['rows']

type AssignmentKey = { readonly eventId: string; readonly jobId: string; readonly memberId: string }

/** Removes an assignment and frees its place. `hostId` is the organization that the event must belong to. */
export const removalWrites = (place: AssignmentKey, hostId?: string): readonly [Write, Write] => [
  remove(jobAssignment, place, { exists: true }),
  update(
    eventJob,
    place,
    { add: { filledCount: -1 } },
    { atLeast: { filledCount: 1 }, ...(hostId === undefined ? {} : { equals: { hostId } }) },
  ),
]

type AssignmentRef = { readonly orgId: string; readonly eventId: string; readonly assignmentId: string }

/**
 * One round trip for the host: the job names the event's host, so the event is read in parallel with the transaction. A
 * removal at a deleted event does no harm. A collaborator's removal needs a second round trip for the event.
 */
const removeAssignment = async (
  table: Table,
  { orgId, eventId, assignmentId }: AssignmentRef,
): Promise<boolean> => {
  const named = parseAssignmentId(assignmentId)
  if (!named) return false
  const place = { eventId, ...named }
  const [tried, card] = await Promise.all([
    table.write(removalWrites(place, orgId)),
    findCard(table, eventId, { strong: true }),
  ])
  if (!card || !isOfOrganization(card, orgId)) return false
  if (tried.ok || card.hostingId === orgId) return tried.ok
  return (await table.write(removalWrites(place, card.hostingId))).ok
}

/** The caller learns that it failed; only the log has the cause. */
const failDeletion = (error: unknown): never => {
  const failure = new Failure(AssignmentNotDeleted)
  failure.cause = error
  throw failure
}

/**
 * Deletes an assignment (rules/jobs 22). Fails with 404 `Assignment not found`, also for an event that does not exist
 * or belongs to another organization (rules/jobs 23). Fails with 500 `Error deleting assignment` when the table fails.
 */
export const deleteAssignment: Operation<Rows['deleteAssignment']> = async (input, { table }) => {
  const gone = await removeAssignment(table, input).catch(failDeletion)
  if (!gone) fail(AssignmentNotFound)
}

/** Rows of each kind that one page of an erasure removes. */
const pageSize = 30

/** Removes an assignment and frees its place. */
export const releaseAssignment = async (
  table: Table,
  assignment: JobAssignment,
  told: readonly Write[] = [],
): Promise<void> => {
  const written = await table.write([...removalWrites(assignment), ...told])
  // A deleted job has no place count to change.
  if (!written.ok && !written.failed.includes(0)) await table.remove(jobAssignment, assignment)
}

const forgetDays = async (table: Table, memberId: string): Promise<boolean> => {
  const { items, cursor } = await table.list(shiftDay, { keyParams: { memberId }, limit: pageSize })
  if (items.length > 0) await table.write(items.map((day) => remove(shiftDay, day)))
  return cursor !== undefined
}

/** Removes one page of a departed person's work and frees the places. Returns true while there is more. */
export const eraseWork = async ({ userId, since }: DepartedMember, table: Table): Promise<boolean> => {
  const page = { index: 'gsi1' as const, keyParams: { memberId: userId }, limit: pageSize }
  const [assigned, offered, back] = await Promise.all([
    table.list(jobAssignment, page),
    table.list(volunteerSignup, page),
    table.get(tenantUser, { id: userId }),
  ])
  const [places, offers] = [
    assigned.items.filter(({ assignedAt }) => assignedAt <= since),
    offered.items.filter(({ createdAt }) => createdAt <= since),
  ]
  for (const assignment of places) await releaseAssignment(table, assignment)
  if (offers.length > 0) await table.write(offers.map((offer) => remove(volunteerSignup, offer)))
  const days = back === undefined && (await forgetDays(table, userId))
  return places.length + offers.length > 0 || days
}
