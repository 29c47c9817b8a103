import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { type AgendaItem, eventJob } from '../events/index.ts'

/** Jobs that one agenda may name: what one read of the table takes. */
export const mostRoles = 100

type Naming = { readonly assignedRoles?: readonly string[] | undefined }

export const namedRoles = (items: readonly Naming[]): readonly string[] => [
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
export const withJobsThere = async (
  table: Table,
  eventId: string,
  items: readonly AgendaItem[],
): Promise<AgendaItem[]> => {
  if (namedRoles(items).length === 0) return [...items]
  const { items: jobs } = await table.list(eventJob, { holes: { eventId }, limit: mostRoles })
  const known = new Set(jobs.map(({ jobId }) => jobId))
  return items.map((item) => ({ ...item, assignedRoles: item.assignedRoles.filter((id) => known.has(id)) }))
}
