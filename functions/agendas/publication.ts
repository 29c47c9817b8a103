import type { Context } from '../../lib/context.ts'
import { fail, failureText } from '../../lib/contract/failure.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import type { Operation } from '../../lib/operation.ts'
import type { Table } from '../../lib/table/table.ts'
import {
  type EventAgenda,
  eventAgenda,
  findCard,
  isHostOrganizer,
  isOfOrganization,
  isPersonalHost,
  isVisible,
  viewerOf,
} from '../events/index.ts'
import { moveEnd } from '../planning/index.ts'
import { agendaViewOf, findAgenda, writeAgenda } from './agenda.ts'
import type { contract } from './contract.ts'
import { AgendaNotFound, AgendaOfOrganization, EmptyAgenda, EventNotFound, NotYourEvent } from './contract.ts'
import { itemsOf, newAgenda, refuseItem } from './items.ts'

type Rows = (typeof contract)['rows']

type EventScope = { readonly orgId: string; readonly eventId: string }

/**
 * Publishes an agenda in one conditional update and returns the published version. On refusal it returns the stored
 * agenda: none, empty, or already published.
 */
const tryPublish = async (
  table: Table,
  { orgId, eventId }: EventScope,
  at: string,
): Promise<{ published?: EventAgenda; found?: EventAgenda }> => {
  const outcome = await table.update(
    eventAgenda,
    { eventId },
    { set: { isPublished: true, updatedAt: at }, add: { version: 1 } },
    { equals: { orgId, isPublished: false }, atLeast: { itemCount: 1 } },
  )
  if (outcome.ok) return outcome.after ? { published: outcome.after } : {}
  return outcome.found ? { found: outcome.found } : {}
}

/**
 * Publishes an agenda (rules/agendas 16). Fails with 404 `Agenda not found`, also for a deleted event and for one that
 * the organization neither hosts nor helps to run. Fails with 400 `Cannot publish an empty agenda`. A published agenda
 * does not change. The event is read in parallel with the update, so a deleted event's agenda may be marked as
 * published. No reader sees it.
 */
export const publishUnchanged = async (
  { orgId, eventId }: EventScope,
  { table, now }: Context<OrgAccess>,
): Promise<EventAgenda> => {
  const at = now().toISOString()
  const [tried, card] = await Promise.all([
    tryPublish(table, { orgId, eventId }, at),
    findCard(table, eventId, { strong: true }),
  ])
  if (!card || !isOfOrganization(card, orgId)) return fail(AgendaNotFound)
  const host = card.hostingId
  const { published, found } = host === orgId ? tried : await tryPublish(table, { orgId: host, eventId }, at)
  if (published) return published
  if (!found || found.orgId !== host) return fail(AgendaNotFound)
  if (found.itemCount === 0) return fail(EmptyAgenda)
  return found
}

/**
 * Moves the end of the event, then publishes (rules/agendas 17). The move follows the rules of any edit: the room must
 * be free, the school's rules must allow it, and the event may need a new approval. Only the host may move the end. The
 * agenda is checked first, so that a refusal changes nothing.
 */
export const publishWithEnd = async (
  { orgId, eventId, newEndTime }: EventScope & { readonly newEndTime: string },
  context: Context<OrgAccess>,
): Promise<EventAgenda> => {
  const [agenda, card] = await Promise.all([
    findAgenda(context.table, eventId),
    findCard(context.table, eventId, { strong: true }),
  ])
  if (!card || !isOfOrganization(card, orgId) || !agenda) return fail(AgendaNotFound)
  if (agenda.itemCount === 0) return fail(EmptyAgenda)
  // The agenda is read first, because it is much smaller than what an edit of the event reads.
  await moveEnd({ orgId, eventId }, newEndTime, context)
  return publishUnchanged({ orgId, eventId }, context)
}

/**
 * Replaces the agenda of an event hosted by a person (rules/agendas 19). No organization reviews it, so the same write
 * publishes it unless it is empty. Such an event has no jobs to assign.
 */
export const updateEventAgenda: Operation<Rows['updateEventAgenda']> = async (
  { eventId, agenda: drafts, version },
  context,
) => {
  const { table, caller } = context
  const [card, before] = await Promise.all([
    findCard(table, eventId, { strong: true }),
    findAgenda(table, eventId),
  ])
  if (!card) return fail(EventNotFound)
  if (!isPersonalHost(card, caller.tenantUserId)) {
    const viewer = await viewerOf(context, [card], { all: true })
    if (!isHostOrganizer(card, viewer)) return fail(isVisible(card, viewer) ? NotYourEvent : EventNotFound)
  }
  if (card.hostingType === 'Org') fail(AgendaOfOrganization)
  const items = itemsOf(drafts, context.newId)
  const staffed = items.findIndex(({ assignedRoles }) => assignedRoles.length > 0)
  if (staffed >= 0)
    refuseItem(staffed + 1, failureText('assignedRoles has a role that this event does not have.'))
  const state = { eventId, read: before, initial: newAgenda(context, card), version }
  const saved = await writeAgenda(context, state, (found) => ({
    ...found,
    items,
    isPublished: items.length > 0,
  }))
  return { event: { _id: card.eventId, name: card.name, eventAgenda: agendaViewOf(saved) } }
}

export const publishAgenda: Operation<Rows['publishAgenda']> = async ({ newEndTime, ...input }, context) => {
  const agenda = newEndTime
    ? await publishWithEnd({ ...input, newEndTime }, context)
    : await publishUnchanged(input, context)
  return { agenda: agendaViewOf(agenda) }
}
