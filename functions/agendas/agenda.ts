import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
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
import { AgendaNotFound, AgendaTooLarge, EventChanged, EventNotFound } from './contract.ts'

/** Jobs that one agenda may name: what one read of the table takes. */
export const maxAgendaRoles = 100

type RoleNaming = { readonly assignedRoles?: readonly string[] | undefined }

export const namedRoles = (items: readonly RoleNaming[]): readonly string[] => [
  ...new Set(items.flatMap(({ assignedRoles }) => assignedRoles ?? [])),
]

/** Which of these jobs the event has, read strongly. Reads nothing where there are none. */
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
 * Items without the jobs that are gone: a job may be removed while the agenda names it. An event has no more jobs than
 * one page; who reads an agenda that names none pays nothing for it.
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

/** What the table takes in one item, with room for what lies beside the agenda. */
const maxBytes = 300_000

export const findAgenda = (table: Table, eventId: string): Promise<EventAgenda | undefined> =>
  table.get(eventAgenda, { eventId }, { strong: true })

type Draft = Omit<EventAgenda, 'itemCount' | 'version' | 'updatedAt'>

const requireAgendaSize = (agenda: EventAgenda): EventAgenda =>
  Buffer.byteLength(JSON.stringify(agenda)) > maxBytes ? fail(AgendaTooLarge) : agenda

/**
 * Keeps what `change` makes of the agenda, under the version it was made of. Who loses a race is shown the agenda as it
 * is by then and decides again; in the end 409 `Event was changed by someone else`.
 */
export const saveAgenda = async (
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

/** An agenda as its organizers read it. */
export const agendaViewOf = ({ id: _id, itemCount: _, version: __, ...agenda }: EventAgenda) => ({
  _id,
  ...agenda,
})

/** What stands for an agenda that nobody has begun; nothing is written for it (rules/agendas 13). */
const noAgenda = (eventId: string, orgId: string) => ({
  _id: null,
  eventId,
  orgId,
  items: [],
  isPublished: false,
})

type EventScope = { readonly orgId: string; readonly eventId: string }

/** The agenda as its organizers keep it. */
export const getAgenda = async ({ orgId, eventId }: EventScope, { table }: Context<OrgAccess>) => {
  const [card, agenda] = await Promise.all([requireCardOf(table, orgId, eventId), findAgenda(table, eventId)])
  if (!agenda) return noAgenda(eventId, card.hostingId)
  return agendaViewOf({ ...agenda, items: await withExistingJobs(table, eventId, agenda.items) })
}

/** What everybody who may see the event reads of its agenda, once it is published. */
export const getPublicAgenda = async (
  { eventId }: { readonly eventId: string },
  context: Context<'optional'>,
) => {
  const [card, agenda] = await Promise.all([
    findCard(context.table, eventId),
    findPublicAgenda(context.table, eventId),
  ])
  if (!card || !(await canSeeEvent(card, await viewerOf(context, [card]), context)))
    return fail(EventNotFound)
  if (!agenda) return fail(AgendaNotFound)
  return { ...agenda, items: await withExistingJobs(context.table, eventId, agenda.items) }
}
