import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import type { Table } from '../../lib/table/table.ts'
import { type AgendaItem, type EventAgenda, type EventCard, requireCardOf } from '../events/service.ts'
import { AgendaItemNotFound, AgendaNotFound } from './failures.ts'
import { changedItem, inOrder, itemOf, refuseItem } from './judging.ts'
import { knownRoles, mostRoles, namedRoles } from './roles.ts'
import type { ItemChange, ItemDraft } from './shapes.ts'
import { findAgenda, saveAgenda } from './storing.ts'

type World = { readonly table: Table; now(): Date; newId(): string }
type Place = { readonly orgId: string; readonly eventId: string }
type InOrg = Context<OrgAccess>

/** Finds the item that names a job which the event does not have. */
const findStranger = async (
  table: Table,
  eventId: string,
  items: readonly Pick<ItemDraft, 'assignedRoles'>[],
): Promise<{ at: number; most?: true } | undefined> => {
  const roles = namedRoles(items)
  if (roles.length === 0) return undefined
  if (roles.length > mostRoles) return { at: items.length - 1, most: true }
  const known = await knownRoles(table, eventId, roles)
  const at = items.findIndex(({ assignedRoles = [] }) => assignedRoles.some((id) => !known.has(id)))
  return at < 0 ? undefined : { at }
}

type Read = {
  readonly card: EventCard
  readonly before: EventAgenda | undefined
  refuseStrangers(from: number): void
}

/** The event, its agenda and the jobs that are named, in one round trip. */
const readPlace = async (
  table: Table,
  { orgId, eventId }: Place,
  items: readonly Pick<ItemDraft, 'assignedRoles'>[] = [],
): Promise<Read> => {
  const [card, before, stranger] = await Promise.all([
    requireCardOf(table, orgId, eventId),
    findAgenda(table, eventId),
    findStranger(table, eventId, items),
  ])
  const refuseStrangers = (from: number): void => {
    if (!stranger) return
    refuseItem(
      from + stranger.at,
      stranger.most ? 'names too many roles.' : 'assignedRoles names no role of this event.',
    )
  }
  return { card, before, refuseStrangers }
}

/** An agenda that does not exist yet; a collaborator's edit makes it the host's. */
export const newAgenda = ({ now, newId }: World, card: EventCard): EventAgenda => ({
  eventId: card.eventId,
  id: newId(),
  ...(card.hostingType === 'Org' ? { orgId: card.hostingId } : {}),
  items: [],
  itemCount: 0,
  isPublished: false,
  createdAt: now().toISOString(),
  updatedAt: now().toISOString(),
  version: 0,
})

/** Whole items from drafts. The house makes the ids that are not given. */
export const itemsOf = (drafts: readonly ItemDraft[], newId: () => string): AgendaItem[] =>
  inOrder(drafts.map((draft, at) => itemOf(draft, at + 1, draft.id ?? newId())))

type Notes = {
  readonly publicNotes?: string | null | undefined
  readonly internalNotes?: string | null | undefined
}

/** Notes after a change: what is not given stays, null and an empty text take them away. */
const notesOf = (before: EventAgenda, { publicNotes, internalNotes }: Notes) => ({
  publicNotes: publicNotes === undefined ? before.publicNotes : publicNotes || undefined,
  internalNotes: internalNotes === undefined ? before.internalNotes : internalNotes || undefined,
})

type Whole = Place & Notes & { readonly items?: readonly ItemDraft[] | undefined }

/** Replaces the items when some are given, which unpublishes; notes alone do not (events.md 2.5). */
export const replaceAgenda = async (input: Whole, context: InOrg): Promise<EventAgenda> => {
  const drafts = input.items
  const { card, before, refuseStrangers } = await readPlace(context.table, input, drafts)
  const items = drafts && itemsOf(drafts, context.newId)
  refuseStrangers(1)
  const fresh = newAgenda(context, card)
  return saveAgenda(context, before, (found = fresh) => ({
    ...found,
    ...notesOf(found, input),
    ...(items ? { items, isPublished: false } : {}),
  }))
}

/** Adds an item. Unpublishes. */
export const addItem = async ({ orgId, eventId, ...draft }: Place & ItemDraft, context: InOrg) => {
  const { card, before, refuseStrangers } = await readPlace(context.table, { orgId, eventId }, [draft])
  const fresh = newAgenda(context, card)
  const id = draft.id ?? context.newId()
  refuseStrangers((before?.items.length ?? 0) + 1)
  const agenda = await saveAgenda(context, before, (found = fresh) => ({
    ...found,
    items: inOrder([...found.items, itemOf(draft, found.items.length + 1, id)]),
    isPublished: false,
  }))
  return { item: agenda.items.find((item) => item.id === id) ?? fail(AgendaItemNotFound), agenda }
}

type Named = Place & { readonly itemId: string }

const placeIn = (agenda: EventAgenda | undefined, itemId: string): { agenda: EventAgenda; at: number } => {
  if (!agenda) return fail(AgendaNotFound)
  const at = agenda.items.findIndex(({ id }) => id === itemId)
  return at < 0 ? fail(AgendaItemNotFound) : { agenda, at }
}

/** Changes fields of an item. Unpublishes. */
export const changeItem = async (
  { orgId, eventId, itemId, ...change }: Named & ItemChange,
  context: InOrg,
) => {
  const { before, refuseStrangers } = await readPlace(context.table, { orgId, eventId }, [change])
  refuseStrangers(placeIn(before, itemId).at + 1)
  const saved = await saveAgenda(context, before, (found) => {
    const { agenda, at } = placeIn(found, itemId)
    const items = agenda.items.map((item, index) => (index === at ? changedItem(item, change, at + 1) : item))
    return { ...agenda, items: inOrder(items), isPublished: false }
  })
  const { agenda, at } = placeIn(saved, itemId)
  return { item: agenda.items[at] ?? fail(AgendaItemNotFound) }
}

/** Takes an item away. Unpublishes. */
export const dropItem = async ({ orgId, eventId, itemId }: Named, context: InOrg): Promise<void> => {
  const { before } = await readPlace(context.table, { orgId, eventId })
  await saveAgenda(context, before, (found) => {
    const { agenda } = placeIn(found, itemId)
    return { ...agenda, items: agenda.items.filter(({ id }) => id !== itemId), isPublished: false }
  })
}
