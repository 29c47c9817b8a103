import { tenantUser } from '../../lib/identity/person/records.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { type EventJob, eventJob } from '../events/index.ts'
import type { JobAssignment, VolunteerSignup } from './repository.ts'

/** A person as other people of the school see them. */
type Member = {
  readonly _id: string
  readonly username: string
  readonly name: string
  readonly picture?: string | undefined
}

type Worker = Member & { readonly email?: string | undefined }

/** Jobs and people that rows refer to by id. */
export type JobViewContext = {
  readonly jobs: ReadonlyMap<string, Pick<EventJob, 'name'>>
  readonly people: ReadonlyMap<string, Worker>
}

type AssignmentKey = { readonly eventId: string; readonly jobId: string; readonly memberId: string }

const readPeople = async (table: Table, ids: readonly string[]): Promise<JobViewContext['people']> => {
  const found = await table.batchGet(ids.map((id) => key(tenantUser, { id })))
  return new Map(
    found.flatMap((user) => {
      if (!user) return []
      const { id, username, name, picture, email } = user
      return [[id, { _id: id, username, name, email, ...(picture ? { picture } : {}) }] as const]
    }),
  )
}

const readJobs = async (table: Table, rows: readonly AssignmentKey[]): Promise<JobViewContext['jobs']> => {
  const refs = new Map(rows.map(({ eventId, jobId }) => [jobId, key(eventJob, { eventId, jobId })]))
  const found = await table.batchGet([...refs.values()])
  return new Map(found.flatMap((job) => (job ? [[job.jobId, job] as const] : [])))
}

/** Reads the people, and unless known the jobs, that rows refer to. One round trip. */
export const readJobViewContext = async (
  table: Table,
  rows: readonly AssignmentKey[],
  jobs?: readonly EventJob[],
): Promise<JobViewContext> => {
  const [known, people] = await Promise.all([
    jobs ? new Map(jobs.map((job) => [job.jobId, job])) : readJobs(table, rows),
    readPeople(
      table,
      rows.map(({ memberId }) => memberId),
    ),
  ])
  return { jobs: known, people }
}

/** A view context with only the row's job. */
export const jobViewContextOf = (job: EventJob | undefined): JobViewContext => ({
  jobs: new Map(job ? [[job.jobId, job]] : []),
  people: new Map(),
})

const namesOf = ({ jobId, memberId }: AssignmentKey, { jobs, people }: JobViewContext) => {
  const [job, member] = [jobs.get(jobId), people.get(memberId)]
  const { email: _, ...known } = member ?? {}
  const shown = member ? { member: known as Member } : {}
  return { roleId: jobId, ...(job ? { roleName: job.name } : {}), memberId, ...shown }
}

export const assignmentViewOf = (assignment: JobAssignment, viewContext: JobViewContext) => {
  const { id: _id, jobId: _, version: __, assignedBy: ___, ownShift: ____, ...shown } = assignment
  return { _id, ...shown, ...namesOf(assignment, viewContext) }
}

/** An assignment with its person under `memberId`, for event managers. */
export const staffedViewOf = (assignment: JobAssignment, viewContext: JobViewContext) => {
  const { memberId: _id } = assignment
  const memberId = viewContext.people.get(_id) ?? { _id, username: '', name: '' }
  return { ...assignmentViewOf(assignment, viewContext), memberId }
}

export const signupViewOf = (signup: VolunteerSignup, viewContext: JobViewContext) => {
  const { id: _id, jobId: _, version: __, decidedBy: ___, ownShift: ____, ...shown } = signup
  return { _id, ...shown, ...namesOf(signup, viewContext) }
}

export const jobViewOf = ({ jobId: _id, hostId: _, revision: __, createdBy: ___, ...job }: EventJob) => ({
  _id,
  ...job,
})
