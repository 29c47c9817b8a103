import type { Context } from '../../lib/context.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { readFields } from './create/fields.ts'
import { editEvent } from './edit/edit.ts'
import { hostGate } from './hosts/gates.ts'

/**
 * Moves the end of an organization's event (ISO 8601), with the rules of any edit. The room must be free, the school's
 * rules must allow it, and the event may need a new approval.
 */
export const moveEnd = async (
  { orgId, eventId }: { readonly orgId: string; readonly eventId: string },
  end_time: string,
  context: Context<OrgAccess>,
): Promise<void> => {
  await editEvent(eventId, readFields({ end_time }), context, hostGate(orgId))
}
