import { fail } from '../../lib/contract/failure.ts'
import type { Operation } from '../../lib/operation.ts'
import { key } from '../../lib/table/entity.ts'
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

/** The agenda as it was read, and the one to create if there is none. */
type AgendaState = {
  readonly eventId: string
  readonly read: EventAgenda | undefined
  readonly initial?: EventAgenda
  /** The version that the request names. */
  readonly version?: number | undefined
}

const requireAgendaSize = (agenda: EventAgenda): EventAgenda =>
  Buffer.byteLength(JSON.stringify(agenda)) > maxBytes ? fail(AgendaTooLarge) : agenda

/**
 * Saves the agenda that `change` returns, conditional on its version. After a conflict, `change` runs again on the
 * current agenda. Without an agenda it changes `initial`, or fails with 404. Fails with 409 `Event was changed by
 * someone else` when conflicts persist, or the request names another version (rules/agendas 24).
 */
export const writeAgenda = (
  { table, now }: { readonly table: Table; now(): Date },
  { eventId, read, initial, version: named }: AgendaState,
  change: (before: EventAgenda) => Draft,
): Promise<EventAgenda> =>
  table.change(
    eventAgenda,
    { eventId },
    (before) => {
      const { version } = before
      if (named !== undefined && named !== version) fail(EventChanged)
      const draft = change(before)
      const updatedAt = now().toISOString()
      return { after: requireAgendaSize({ ...draft, itemCount: draft.items.length, updatedAt, version }) }
    },
    {
      ...(initial ? { initial } : { missing: AgendaNotFound }),
      known: read ?? null,
      failure: EventChanged,
    },
  )

/** An agenda in the shape that organizers read. */
export const agendaViewOf = ({ id: _id, itemCount: _, ...agenda }: EventAgenda) => ({
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
  version: 0,
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
