import { fail, settleInOrder } from '../../lib/contract/failure.ts'
import type { Operation } from '../../lib/operation.ts'
import { conflicted } from '../../lib/table/retry.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, remove, update } from '../../lib/table/write.ts'
import { type EventJob, eventAgenda, eventJob, requireCardOf } from '../events/index.ts'
import { readShift } from './assignments/days.ts'
import {
  BelowFilled,
  EventChanged,
  JobNotFound,
  RoleNameRequired,
  TemplateNotFound,
  TooManyJobs,
  UnknownAgendaItem,
} from './contract/failures.ts'
import type { JobChange } from './contract/shapes.ts'
import type { contract } from './contract.ts'
import { runSteps } from './membership.ts'
import { actorIdOf, findOrgRole } from './org-roles.ts'
import { jobCount } from './repository.ts'
import { jobViewOf } from './views.ts'

type Rows = (typeof contract)['rows']

/** Jobs of one event: the limit of one table read. */
const mostJobs = 100

const refuseStrangers = async (table: Table, eventId: string, ids: readonly string[] = []): Promise<void> => {
  if (ids.length === 0) return
  const agenda = await table.get(eventAgenda, { eventId }, { strong: true })
  const known = new Set(agenda?.items.map(({ id }) => id))
  if (ids.some((id) => !known.has(id))) fail(UnknownAgendaItem)
}

/** The name and description of the chosen template, if any. */
const fromTemplate = async (
  table: Table,
  orgId: string,
  orgRoleId: string | undefined,
): Promise<{ readonly name?: string; readonly description?: string }> => {
  if (orgRoleId === undefined) return {}
  const role = (await findOrgRole(table, orgId, orgRoleId)) ?? fail(TemplateNotFound)
  return { name: role.name, ...(role.description ? { description: role.description } : {}) }
}

/** Creates a job of an event, from a template of the organization or by name. */
export const createEventJob: Operation<Rows['createEventJob']> = async (
  { orgId, eventId, ...draft },
  context,
) => {
  const { table } = context
  const shift = readShift(draft)
  const [card, template] = await settleInOrder([
    requireCardOf(table, orgId, eventId),
    fromTemplate(table, orgId, draft.orgRoleId),
    refuseStrangers(table, eventId, draft.agendaItemIds),
  ])
  const at = context.now().toISOString()
  const description = draft.description ?? template.description
  const job: EventJob = {
    eventId,
    jobId: context.newId(),
    orgId,
    hostId: card.hostingId,
    ...(draft.orgRoleId ? { orgRoleId: draft.orgRoleId } : {}),
    name: (draft.name || template.name) ?? fail(RoleNameRequired),
    ...(description ? { description } : {}),
    requiredCount: draft.requiredCount ?? 1,
    filledCount: 0,
    ...(shift ? { shiftStart: shift.start, shiftEnd: shift.end } : {}),
    agendaItemIds: [...new Set(draft.agendaItemIds)],
    openToAll: draft.openToAll ?? false,
    createdBy: actorIdOf(context),
    createdAt: at,
    updatedAt: at,
    revision: 1,
  }
  await runSteps(table, async () => [
    {
      write: update(
        jobCount,
        { eventId },
        { set: { eventId }, add: { count: 1 } },
        { orAbsent: true, below: { count: mostJobs } },
      ),
      refused: () => fail(TooManyJobs),
    },
    { write: put(eventJob, job, { absent: true }) },
  ])
  return { role: jobViewOf(job) }
}

/** The job's times after a change. Null removes them; a single new time is combined with the other one. */
const shiftAfter = (before: EventJob, { shiftStart, shiftEnd }: JobChange) =>
  readShift({
    shiftStart: shiftStart === undefined ? before.shiftStart : shiftStart,
    shiftEnd: shiftEnd === undefined ? before.shiftEnd : shiftEnd,
  })

const changeOf = (before: EventJob, change: JobChange, at: string) => {
  const shift = shiftAfter(before, change)
  const { name, requiredCount, openToAll, agendaItemIds, description } = change
  const emptied = description === null || description === ''
  const gone = [
    ...(shift ? [] : (['shiftStart', 'shiftEnd'] as const)),
    ...(emptied ? (['description'] as const) : []),
  ]
  return {
    set: {
      updatedAt: at,
      ...(name === undefined ? {} : { name: name || fail(RoleNameRequired) }),
      ...(requiredCount === undefined ? {} : { requiredCount }),
      ...(openToAll === undefined ? {} : { openToAll }),
      ...(agendaItemIds === undefined ? {} : { agendaItemIds: [...new Set(agendaItemIds)] }),
      ...(description ? { description } : {}),
      ...(shift ? { shiftStart: shift.start, shiftEnd: shift.end } : {}),
    },
    add: { revision: 1 },
    ...(gone.length > 0 ? { remove: gone } : {}),
  }
}

/**
 * Changes a job, conditional on its revision. Fails with 409 when more people are assigned than the new count allows.
 * The condition counts them, so that a concurrent assignment is included. Shifts of assigned people follow through the
 * stream.
 */
export const updateEventJob: Operation<Rows['updateEventJob']> = async (
  { orgId, eventId, roleId: jobId, ...change },
  { table, now },
) => {
  const [, read] = await settleInOrder([
    requireCardOf(table, orgId, eventId),
    table.get(eventJob, { eventId, jobId }, { strong: true }),
    refuseStrangers(table, eventId, change.agendaItemIds),
  ])
  let before = read
  const { requiredCount } = change
  const enough = requiredCount === undefined ? {} : { below: { filledCount: requiredCount + 1 } }
  const changed = await table.retryOnConflict(
    async () => {
      if (!before) return fail(JobNotFound)
      if (requiredCount !== undefined && before.filledCount > requiredCount) return fail(BelowFilled)
      const condition = { equals: { revision: before.revision }, ...enough }
      const jobChange = changeOf(before, change, now().toISOString())
      const { ok, ...outcome } = await table.update(eventJob, { eventId, jobId }, jobChange, condition)
      if (ok) return ('after' in outcome ? outcome.after : undefined) ?? fail(JobNotFound)
      before = 'found' in outcome ? outcome.found : undefined
      return conflicted
    },
    { failure: EventChanged },
  )
  return { role: jobViewOf(changed) }
}

/** Deletes a job. Its assignments and sign-ups follow through the stream. */
export const deleteEventJob: Operation<Rows['deleteEventJob']> = async (
  { orgId, eventId, roleId: jobId },
  { table },
) => {
  const card = await requireCardOf(table, orgId, eventId)
  await runSteps(table, async () => [
    {
      write: remove(eventJob, { eventId, jobId }, { equals: { hostId: card.hostingId } }),
      refused: () => fail(JobNotFound),
    },
    { write: update(jobCount, { eventId }, { add: { count: -1 } }) },
  ])
}
