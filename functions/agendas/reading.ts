import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { findCard, findPublicAgenda, isVisible, requireCardOf, viewerOf } from '../events/service.ts'
import { AgendaNotFound, EventNotFound } from './failures.ts'
import { withJobsThere } from './roles.ts'
import { findAgenda } from './storing.ts'
import { agendaViewOf, noAgenda } from './views.ts'

type Place = { readonly orgId: string; readonly eventId: string }

/** The agenda as its organizers keep it. */
export const readAgenda = async ({ orgId, eventId }: Place, { table }: Context<OrgAccess>) => {
  const [card, agenda] = await Promise.all([requireCardOf(table, orgId, eventId), findAgenda(table, eventId)])
  if (!agenda) return noAgenda(eventId, card.hostingId)
  return agendaViewOf({ ...agenda, items: await withJobsThere(table, eventId, agenda.items) })
}

/** What everybody who may see the event reads of its agenda, once it is published. */
export const readPublicAgenda = async (
  { eventId }: { readonly eventId: string },
  context: Context<'optional'>,
) => {
  const [card, agenda] = await Promise.all([
    findCard(context.table, eventId),
    findPublicAgenda(context.table, eventId),
  ])
  if (!card || !isVisible(card, await viewerOf(context, [card]))) return fail(EventNotFound)
  if (!agenda) return fail(AgendaNotFound)
  return { ...agenda, items: await withJobsThere(context.table, eventId, agenda.items) }
}
