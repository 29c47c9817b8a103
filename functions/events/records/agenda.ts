import * as z from 'zod/mini'
import { entity } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import { AgendaItem } from '../contract/agenda-shapes.ts'

export { AgendaItem, agendaItemTypes } from '../contract/agenda-shapes.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/**
 * The agenda of an event in one item, so that no reader sees half an edit. `orgId` is the hosting organization, which
 * never changes; absent when a person hosts the event.
 */
export const EventAgenda = z.object({
  eventId: text,
  id: text,
  orgId: maybe(text),
  items: z.array(AgendaItem),
  itemCount: z.number(),
  isPublished: z.boolean(),
  publicNotes: maybe(text),
  internalNotes: maybe(text),
  createdAt: text,
  updatedAt: text,
  version: z.number(),
})
export type EventAgenda = z.infer<typeof EventAgenda>
export const eventAgenda = entity('EventAgenda', EventAgenda, {
  scope: 'tenant',
  pk: 'EV#{eventId}',
  sk: 'AGENDA',
})

/** The part of an agenda that every reader of the event sees; undefined unless published. */
export const publicAgendaOf = (agenda: EventAgenda | undefined) => {
  if (!agenda?.isPublished) return undefined
  const { id: _id, eventId, orgId, items, isPublished, publicNotes, createdAt, updatedAt } = agenda
  const open = items.filter(({ isPublic }) => isPublic)
  return { _id, eventId, orgId, items: open, isPublished, publicNotes, createdAt, updatedAt }
}

/** Finds the published agenda. Eventually consistent. */
export const findPublicAgenda = async (table: Table, eventId: string) =>
  publicAgendaOf(await table.get(eventAgenda, { eventId }))
