import { fail } from '../../lib/contract/failure.ts'
import type { Operation } from '../../lib/operation.ts'
import { key } from '../../lib/table/entity.ts'
import { conflicted } from '../../lib/table/retry.ts'
import type { Table } from '../../lib/table/table.ts'
import {
  type AgendaItem,
  canSeeEvent,
  type EventAgenda,
  eventAgenda,
  eventJob,
  findCard,
  findPublicAgenda,
  requireCardOf,
  viewerOf,
} from '../events/index.ts'
import type { contract } from './contract.ts'
import { AgendaNotFound, AgendaTooLarge, EventChanged, EventNotFound } from './contract.ts'

type Rows = (typeof contract)['rows']

/** Jobs that one agenda may name: the limit of one batch read. */
export const maxAgendaRoles = 100

type RoleNaming = { readonly assignedRoles?: readonly string[] | undefined }

export const namedRoles = (items: readonly RoleNaming[]): readonly string[] => [
  ...new Set(items.flatMap(({ assignedRoles }) => assignedRoles ?? [])),
]

/** Returns the ids of jobs that exist on the event. Strongly consistent; reads nothing without ids. */
export const knownRoles = async (
  table: Table,
  eventId: string,
  roles: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (roles.length === 0) return new Set()
  const refs = roles.map((jobId) => key(eventJob, { eventId, jobId }))
  const found = await table.batchGet(refs, { strong: true })
  return new Set(found.flatMap((job) => job?.jobId ?? []))
}

/**
 * Removes deleted jobs from items, because a job may be deleted while the agenda names it. All jobs of an event fit in
 * one page. An agenda without jobs costs no extra read.
 */
const withExistingJobs = async (
  table: Table,
  eventId: string,
  items: readonly AgendaItem[],
): Promise<AgendaItem[]> => {
  if (namedRoles(items).length === 0) return [...items]
  const { items: jobs } = await table.list(eventJob, { keyParams: { eventId }, limit: maxAgendaRoles })
  const known = new Set(jobs.map(({ jobId }) => jobId))
  return items.map((item) => ({ ...item, assignedRoles: item.assignedRoles.filter((id) => known.has(id)) }))
}

/** The limit of one table item, minus room for its other fields. */
const maxBytes = 300_000

export const findAgenda = (table: Table, eventId: string): Promise<EventAgenda | undefined> =>
  table.get(eventAgenda, { eventId }, { strong: true })

type Draft = Omit<EventAgenda, 'itemCount' | 'version' | 'updatedAt'>

const requireAgendaSize = (agenda: EventAgenda): EventAgenda =>
  Buffer.byteLength(JSON.stringify(agenda)) > maxBytes ? fail(AgendaTooLarge) : agenda

/**
 * Saves the agenda that `change` returns, conditional on its version. After a conflict, `change` runs again on the
 * current agenda. Fails with 409 `Event was changed by someone else` when conflicts persist.
 */
export const writeAgenda = async (
  { table, now }: { readonly table: Table; now(): Date },
  read: EventAgenda | undefined,
  change: (before: EventAgenda | undefined) => Draft,
): Promise<EventAgenda> => {
  let before = read
  return table.retryOnConflict(
    async () => {
      const draft = change(before)
      const after = requireAgendaSize({
        ...draft,
        itemCount: draft.items.length,
        updatedAt: now().toISOString(),
        version: (before?.version ?? 0) + 1,
      })
      const condition = before ? { equals: { version: before.version } } : ({ absent: true } as const)
      const saved = await table.put(eventAgenda, after, condition)
      if (saved.ok) return after
      before = saved.found
      return conflicted
    },
    { failure: EventChanged },
  )
}

/** An agenda in the shape that organizers read. */
export const agendaViewOf = ({ id: _id, itemCount: _, version: __, ...agenda }: EventAgenda) => ({
  _id,
  ...agenda,
})

/** The reply for an agenda that does not exist yet. Nothing is written (rules/agendas 13). */
const noAgenda = (eventId: string, orgId: string) => ({
  _id: null,
  eventId,
  orgId,
  items: [],
  isPublished: false,
})

/** Returns the organizers' agenda. */
export const getAgenda: Operation<Rows['getAgenda']> = async ({ orgId, eventId }, { table }) => {
  const [card, agenda] = await Promise.all([requireCardOf(table, orgId, eventId), findAgenda(table, eventId)])
  if (!agenda) return { agenda: noAgenda(eventId, card.hostingId) }
  const items = await withExistingJobs(table, eventId, agenda.items)
  return { agenda: agendaViewOf({ ...agenda, items }) }
}

/** Returns the published agenda to callers who may see the event. */
export const getPublicAgenda: Operation<Rows['getPublicAgenda']> = async ({ eventId }, context) => {
  const [card, agenda] = await Promise.all([
    findCard(context.table, eventId),
    findPublicAgenda(context.table, eventId),
  ])
  if (!card || !(await canSeeEvent(card, await viewerOf(context, [card]), context)))
    return fail(EventNotFound)
  if (!agenda) return fail(AgendaNotFound)
  return { agenda: { ...agenda, items: await withExistingJobs(context.table, eventId, agenda.items) } }
}
