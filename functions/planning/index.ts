import type { Context } from '../../lib/context.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { readFields } from './create/fields.ts'
import { editEvent } from './event-changes.ts'
import { hostGate } from './hosts/gates.ts'

/**
 * Moves the end of an event of an organization (ISO 8601), like every edit of its host: the room has to be free, the
 * school's rules have to take it, and what was approved may have to be approved anew.
 */
export const moveEnd = async (
  { orgId, eventId }: { readonly orgId: string; readonly eventId: string },
  end_time: string,
  context: Context<OrgAccess>,
): Promise<void> => {
  await editEvent(eventId, readFields({ end_time }), context, hostGate(orgId))
}
