import type { Context } from '../../../lib/context.ts'
import { Failure, fail } from '../../../lib/contract/failure.ts'
import type { OrgAccess } from '../../../lib/contract/permissions.ts'
import type { Table } from '../../../lib/table/table.ts'
import { remove, update, type Write } from '../../../lib/table/write.ts'
import { eventJob, findCard, isOfOrganization } from '../../events/index.ts'
import { AssignmentNotDeleted, AssignmentNotFound } from '../contract/failures.ts'
import { jobAssignment, placeFor } from '../repository.ts'

type Place = { readonly eventId: string; readonly jobId: string; readonly memberId: string }

/** An assignment goes, and its place is free in the same moment. `hostId` says whose event it has to be of. */
export const removalWrites = (place: Place, hostId?: string): readonly [Write, Write] => [
  remove(jobAssignment, place, { exists: true }),
  update(
    eventJob,
    place,
    { add: { filledCount: -1 } },
    { atLeast: { filledCount: 1 }, ...(hostId === undefined ? {} : { equals: { hostId } }) },
  ),
]

type Asked = { readonly orgId: string; readonly eventId: string; readonly assignmentId: string }

/**
 * One round trip for the host: the job knows whose event it is of, so the event is read beside the transaction. What is
 * removed of a deleted event does no harm. A collaborator's goes through the event, at a second round trip.
 */
const removed = async (table: Table, { orgId, eventId, assignmentId }: Asked): Promise<boolean> => {
  const named = placeFor(assignmentId)
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

/** The caller hears that it failed, and the log alone hears why. */
const refused = (error: unknown): never => {
  const failure = new Failure(AssignmentNotDeleted)
  failure.cause = error
  throw failure
}

/**
 * Removes an assignment for good (rules/jobs 22). 404 `Assignment not found` also for an event that is absent or none of
 * the organization (rules/jobs 23); 500 `Error deleting assignment` when the table fails.
 */
export const removeAssignment = async (asked: Asked, { table }: Context<OrgAccess>): Promise<void> => {
  const gone = await removed(table, asked).catch(refused)
  if (!gone) fail(AssignmentNotFound)
}
