import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { isAdmin } from '../../lib/identity/caller.ts'
import { findCard, isOwn, isVisible, viewerOf } from '../events/service.ts'
import { itemsOf, newAgenda } from './changing.ts'
import { AgendaOfOrganization, EventNotFound, NotYourEvent } from './failures.ts'
import { refuseItem } from './judging.ts'
import type { ItemDraft } from './shapes.ts'
import { findAgenda, saveAgenda } from './storing.ts'

/**
 * Replaces the agenda of an event that a person hosts (events.md 3.6). There is no organization whose team would look at
 * it first, so the same write publishes it, unless it is empty. Such an event has no jobs to assign.
 */
export const replaceOwnAgenda = async (
  { eventId, agenda: drafts }: { readonly eventId: string; readonly agenda: readonly ItemDraft[] },
  context: Context<'caller'>,
) => {
  const { table, caller } = context
  const [card, before] = await Promise.all([
    findCard(table, eventId, { strong: true }),
    findAgenda(table, eventId),
  ])
  if (!card) return fail(EventNotFound)
  if (!isOwn(card, { userId: caller.tenantUserId, plain: caller.plain === true }) && !isAdmin(caller)) {
    const seen = isVisible(card, await viewerOf(context, [card]))
    return fail(seen ? NotYourEvent : EventNotFound)
  }
  if (card.hostingType === 'Org') fail(AgendaOfOrganization)
  const items = itemsOf(drafts, context.newId)
  const staffed = items.findIndex(({ assignedRoles }) => assignedRoles.length > 0)
  if (staffed >= 0) refuseItem(staffed + 1, 'assignedRoles names no role of this event.')
  const fresh = newAgenda(context, card)
  const saved = await saveAgenda(context, before, (found = fresh) => ({
    ...found,
    items,
    isPublished: items.length > 0,
  }))
  return { card, agenda: saved }
}
