import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../lib/context.ts'
import { fail, failureText, withText } from '../../lib/contract/failure.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import type { PreparedText } from '../../lib/contract/text/prepared.ts'
import type { Operation } from '../../lib/operation.ts'
import type { Table } from '../../lib/table/table.ts'
import { type AgendaItem, type EventAgenda, type EventCard, requireCardOf } from '../events/index.ts'
import { agendaViewOf, findAgenda, knownRoles, maxAgendaRoles, namedRoles, writeAgenda } from './agenda.ts'
import type { contract } from './contract.ts'
import {
  AgendaFull,
  AgendaItemInvalid,
  AgendaItemNotFound,
  AgendaNotFound,
  type ItemChange,
  type ItemDraft,
} from './contract.ts'

type Rows = (typeof contract)['rows']

export const maxItems = 200

const isBlank = (value: string | null | undefined): value is '' | null | undefined =>
  value === undefined || value === null || value.trim() === ''

/** `number` counts from 1. */
export const refuseItem = (number: number, problem: PreparedText): never =>
  fail(withText(AgendaItemInvalid, failureText('Agenda item {number}: {problem}', { number, problem })))

const isoForm = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

/** Returns ISO 8601 in UTC. A time without a zone is taken as UTC. */
const momentOf = (given: string, number: number, field: string): string => {
  const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/.test(given) || !given.includes('T') ? given : `${given}Z`
  const at = isoForm.test(given) ? Date.parse(zoned) : Number.NaN
  return Number.isNaN(at)
    ? refuseItem(number, failureText('invalid {field} format.', { field }))
    : new Date(at).toISOString()
}

const optional = <F extends string>(field: F, value: string | null | undefined) =>
  isBlank(value) ? {} : ({ [field]: value.trim() } as Record<F, string>)

/** Validates a draft and returns the item. Fails with 400 and the item's number (rules/agendas 7). */
export const itemOf = (draft: ItemDraft, number: number, id: string): AgendaItem => {
  const { title, startTime, endTime } = draft
  if (isBlank(title)) return refuseItem(number, failureText('title is required.'))
  if (isBlank(id)) return refuseItem(number, failureText('id is required.'))
  if (isBlank(startTime)) return refuseItem(number, failureText('startTime is required.'))
  if (isBlank(endTime)) return refuseItem(number, failureText('endTime is required.'))
  const from = momentOf(startTime, number, 'startTime')
  const to = momentOf(endTime, number, 'endTime')
  if (to <= from) return refuseItem(number, failureText('endTime must be after startTime.'))
  return {
    id,
    title: title.trim(),
    ...optional('description', draft.description),
    ...optional('location', draft.location),
    startTime: from,
    endTime: to,
    type: draft.type ?? 'Activity',
    ...optional('customTag', draft.customTag),
    ...optional('customColor', draft.customColor),
    assignedRoles: [...new Set(draft.assignedRoles)],
    isPublic: draft.isPublic ?? true,
    order: draft.order ?? number - 1,
  }
}

/** Applies a change to an item. Fields that are missing keep their value. */
export const changedItem = (before: AgendaItem, change: ItemChange, number: number): AgendaItem => {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return itemOf({ ...before, ...given }, number, before.id)
}

/** Sorts items by `order`. Fails on too many items or a repeated id. */
export const inOrder = (items: readonly AgendaItem[]): AgendaItem[] => {
  if (items.length > maxItems) fail(AgendaFull)
  const seen = new Set<string>()
  for (const [at, { id }] of items.entries()) {
    if (seen.has(id)) refuseItem(at + 1, failureText('id is not unique.'))
    seen.add(id)
  }
  return items.toSorted((a, b) => a.order - b.order)
}

type ItemsContext = { readonly table: Table; now(): Date; newId(): string }
type EventScope = { readonly orgId: string; readonly eventId: string }
type OrgContext = Context<OrgAccess>

/** Finds the first item that names a job the event does not have. */
const findUnknownRole = async (
  table: Table,
  eventId: string,
  items: readonly Pick<ItemDraft, 'assignedRoles'>[],
): Promise<{ at: number; most?: true } | undefined> => {
  const roles = namedRoles(items)
  if (roles.length === 0) return undefined
  if (roles.length > maxAgendaRoles) return { at: items.length - 1, most: true }
  const known = await knownRoles(table, eventId, roles)
  const at = items.findIndex(({ assignedRoles = [] }) => assignedRoles.some((id) => !known.has(id)))
  return at < 0 ? undefined : { at }
}

type AgendaState = {
  readonly card: EventCard
  readonly before: EventAgenda | undefined
  refuseStrangers(from: number): void
}

/** Reads the event, its agenda and the named jobs in one round trip. */
const readAgendaState = async (
  table: Table,
  { orgId, eventId }: EventScope,
  items: readonly Pick<ItemDraft, 'assignedRoles'>[] = [],
): Promise<AgendaState> => {
  const [card, before, stranger] = await Promise.all([
    requireCardOf(table, orgId, eventId),
    findAgenda(table, eventId),
    findUnknownRole(table, eventId, items),
  ])
  const refuseStrangers = (from: number): void => {
    if (!stranger) return
    refuseItem(
      from + stranger.at,
      stranger.most
        ? failureText('has too many roles.')
        : failureText('assignedRoles has a role that this event does not have.'),
    )
  }
  return { card, before, refuseStrangers }
}

/** A new agenda. It belongs to the host, even when a collaborator makes the first edit. */
export const newAgenda = ({ now, newId }: ItemsContext, card: EventCard): EventAgenda => ({
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

/** Turns drafts into items and adds missing ids. */
export const itemsOf = (drafts: readonly ItemDraft[], newId: () => string): AgendaItem[] =>
  inOrder(drafts.map((draft, at) => itemOf(draft, at + 1, draft.id ?? newId())))

type Notes = {
  readonly publicNotes?: string | null | undefined
  readonly internalNotes?: string | null | undefined
}

/** Applies a change of notes. A missing field keeps its value; null or an empty string removes it. */
const notesOf = (before: EventAgenda, { publicNotes, internalNotes }: Notes) => ({
  publicNotes: publicNotes === undefined ? before.publicNotes : publicNotes || undefined,
  internalNotes: internalNotes === undefined ? before.internalNotes : internalNotes || undefined,
})

/**
 * Replaces the items, if sent, and unpublishes the agenda. A change of notes alone does not unpublish it (rules/agendas
 * 15).
 */
export const saveAgenda: Operation<Rows['saveAgenda']> = async (input, context) => {
  const drafts = input.items
  const { card, before, refuseStrangers } = await readAgendaState(context.table, input, drafts)
  const items = drafts && itemsOf(drafts, context.newId)
  refuseStrangers(1)
  const { eventId } = card
  const state = { eventId, read: before, initial: newAgenda(context, card), version: input.version }
  const agenda = await writeAgenda(context, state, (found) => ({
    ...found,
    ...notesOf(found, input),
    ...(items ? { items, isPublished: false } : {}),
  }))
  return { agenda: agendaViewOf(agenda) }
}

/** Whether the agenda has another item under this id: a repeated create whose item was changed since. */
const isDifferentItem = (before: EventAgenda | undefined, id: string, draft: ItemDraft): boolean => {
  const there = before?.items.find((item) => item.id === id)
  return there !== undefined && !isDeepStrictEqual({ ...itemOf(draft, 1, id), order: there.order }, there)
}

/** Adds an item and unpublishes the agenda. */
export const createAgendaItem: Operation<Rows['createAgendaItem']> = async (
  { orgId, eventId, ...draft },
  context,
) => {
  const { card, before, refuseStrangers } = await readAgendaState(context.table, { orgId, eventId }, [draft])
  const state = { eventId, read: before, initial: newAgenda(context, card) }
  let id = draft.id ?? context.newId()
  while (draft.id === undefined && isDifferentItem(before, id, draft)) id = context.newId()
  refuseStrangers((before?.items.length ?? 0) + 1)
  // A repeated create finds its own item under the generated id and replaces it.
  const others = ({ items }: EventAgenda) =>
    draft.id === undefined ? items.filter((item) => item.id !== id) : items
  const agenda = await writeAgenda(context, state, (found) => ({
    ...found,
    items: inOrder([...others(found), itemOf(draft, others(found).length + 1, id)]),
    isPublished: false,
  }))
  const item = agenda.items.find((item) => item.id === id) ?? fail(AgendaItemNotFound)
  return { item, agenda: agendaViewOf(agenda) }
}

type ItemRef = EventScope & { readonly itemId: string }

const locateItem = (agenda: EventAgenda | undefined, itemId: string): { agenda: EventAgenda; at: number } => {
  if (!agenda) return fail(AgendaNotFound)
  const at = agenda.items.findIndex(({ id }) => id === itemId)
  return at < 0 ? fail(AgendaItemNotFound) : { agenda, at }
}

/** Changes fields of an item and unpublishes the agenda. */
export const updateAgendaItem = async (
  { orgId, eventId, itemId, ...change }: ItemRef & ItemChange,
  context: OrgContext,
) => {
  const { before, refuseStrangers } = await readAgendaState(context.table, { orgId, eventId }, [change])
  refuseStrangers(locateItem(before, itemId).at + 1)
  const saved = await writeAgenda(context, { eventId, read: before }, (found) => {
    const { agenda, at } = locateItem(found, itemId)
    const items = agenda.items.map((item, index) => (index === at ? changedItem(item, change, at + 1) : item))
    return { ...agenda, items: inOrder(items), isPublished: false }
  })
  const { agenda, at } = locateItem(saved, itemId)
  return { item: agenda.items[at] ?? fail(AgendaItemNotFound) }
}

/** Removes an item and unpublishes the agenda. */
export const deleteAgendaItem: Operation<Rows['deleteAgendaItem']> = async (
  { orgId, eventId, itemId },
  context,
) => {
  const { before } = await readAgendaState(context.table, { orgId, eventId })
  await writeAgenda(context, { eventId, read: before }, (found) => {
    const { agenda } = locateItem(found, itemId)
    return { ...agenda, items: agenda.items.filter(({ id }) => id !== itemId), isPublished: false }
  })
}
