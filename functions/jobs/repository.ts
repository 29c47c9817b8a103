import * as z from 'zod/mini'
import { dayMs } from '../../lib/contract/time.ts'
import { entity } from '../../lib/table/entity.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/** A job template of one organization. */
export const OrgEventRole = z.object({
  orgId: text,
  roleId: text,
  name: text,
  /** The name for comparisons, case-folded. */
  nameKey: text,
  description: maybe(text),
  isActive: z.boolean(),
  createdBy: text,
  createdAt: text,
  updatedAt: text,
  version: z.number(),
})
export type OrgEventRole = z.infer<typeof OrgEventRole>
export const orgEventRole = entity('OrgEventRole', OrgEventRole, {
  expected: true,
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'ER#{roleId}',
  gsi1: {
    pk: 'ORG#{orgId}#ER',
    sk: '{nameKey}#{roleId}',
    when: ({ isActive }: Pick<OrgEventRole, 'isActive'>) => isActive,
  },
})

/** Reserves a name for one template of an organization. */
export const OrgEventRoleName = z.object({ orgId: text, nameKey: text, roleId: text })
export const orgEventRoleName = entity('OrgEventRoleName', OrgEventRoleName, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'ERN#{nameKey}',
})

export const AssignmentStatus = z.enum(['assigned', 'confirmed', 'declined'])

const shift = {
  /** ISO 8601, UTC. Copies of the job's times, or of the event's. */
  shiftStart: text,
  shiftEnd: text,
  /** The person's own times; they do not follow the job's. */
  ownShift: z.boolean(),
}

/**
 * A person's assignment to a job. Job and member are its key, which prevents a second assignment. Its id
 * `<jobId>.<memberId>` contains both.
 */
export const JobAssignment = z.object({
  eventId: text,
  id: text,
  jobId: text,
  memberId: text,
  status: AssignmentStatus,
  notes: maybe(text),
  assignedBy: text,
  assignedAt: text,
  confirmedAt: maybe(text),
  ...shift,
  version: z.number(),
})
export type JobAssignment = z.infer<typeof JobAssignment>
export const jobAssignment = entity('JobAssignment', JobAssignment, {
  scope: 'tenant',
  pk: 'EV#{eventId}',
  sk: 'AS#{jobId}#{memberId}',
  gsi1: { pk: 'U#{memberId}', sk: 'JOB#{shiftStart}#{eventId}#{id}' },
})

/** A person's offer to do a job, with the same key for the same reason. */
export const VolunteerSignup = z.object({
  eventId: text,
  id: text,
  jobId: text,
  memberId: text,
  status: z.enum(['pending', 'approved', 'rejected', 'cancelled']),
  breakRequest: maybe(z.object({ startTime: text, endTime: text, reason: maybe(text) })),
  availability: z.array(z.object({ start: text, end: text })),
  createdAt: text,
  decidedBy: maybe(text),
  decidedAt: maybe(text),
  ...shift,
  version: z.number(),
})
export type VolunteerSignup = z.infer<typeof VolunteerSignup>
export const volunteerSignup = entity('VolunteerSignup', VolunteerSignup, {
  scope: 'tenant',
  pk: 'EV#{eventId}',
  sk: 'VS#{jobId}#{memberId}',
  gsi1: { pk: 'U#{memberId}', sk: 'VOL#{shiftStart}#{eventId}#{id}' },
})

/** Number of jobs of an event. */
export const JobCount = z.object({ eventId: text, count: z.number() })
export const jobCount = entity('JobCount', JobCount, { scope: 'tenant', pk: 'EV#{eventId}', sk: 'JOBS' })

/** A time that a person reserves for a job. */
export const Shift = z.object({
  kind: z.enum(['assignment', 'signup']),
  eventId: text,
  jobId: text,
  start: text,
  end: text,
})
export type Shift = z.infer<typeof Shift>

/**
 * The shifts of one person that touch one day (UTC). Its version prevents concurrent writes of two overlapping shifts.
 * A shift whose assignment was deleted, declined or moved remains until the next writer finds it outdated.
 */
export const ShiftDay = z.object({
  memberId: text,
  day: text,
  shifts: z.array(Shift),
  expiresAt: text,
  version: z.number(),
})
export type ShiftDay = z.infer<typeof ShiftDay>
export const shiftDay = entity('ShiftDay', ShiftDay, {
  scope: 'tenant',
  pk: 'U#{memberId}#SHIFTS',
  sk: '{day}',
  ttl: 'expiresAt',
})

/**
 * One page of work after a change of a job or an event: dependent rows are removed or moved. `jobId` is `*` for all
 * jobs of the event.
 */
export const JobSweep = z.object({
  eventId: text,
  jobId: text,
  kind: z.enum(['gone', 'moved', 'narrowed']),
  round: text,
  cursor: maybe(text),
  expiresAt: text,
})
export type JobSweep = z.infer<typeof JobSweep>
export const jobSweep = entity('JobSweep', JobSweep, {
  scope: 'tenant',
  pk: 'JOBSWEEP#{eventId}#{jobId}#{kind}',
  sk: '{round}',
  ttl: 'expiresAt',
})

/** One page of work to remove from a person who is no longer a member of an organization, or of any (`*`). */
export const MemberSweep = z.object({
  memberId: text,
  orgId: text,
  /** The end of their affiliation, if they may be back (ISO 8601). */
  until: maybe(text),
  /** The person left by themselves and gets no notification. */
  own: maybe(z.boolean()),
  /** Sign-ups come after assignments. */
  of: maybe(z.literal('offers')),
  round: text,
  cursor: maybe(text),
  expiresAt: text,
})
export type MemberSweep = z.infer<typeof MemberSweep>
export const memberSweep = entity('MemberSweep', MemberSweep, {
  scope: 'tenant',
  pk: 'JOBSWEEP#M#{memberId}#{orgId}',
  sk: '{round}',
  ttl: 'expiresAt',
})

const keptMs = 7 * dayMs
export const sweepEnd = (now: Date): string => new Date(now.getTime() + keptMs).toISOString()

const roundOf = (mark: string, number: number): string => `${mark}.${String(number).padStart(6, '0')}`

/** Pages of a sweep are its rounds. `mark` distinguishes sweeps of one subject and contains no dot. */
export const firstRound = (mark: string): string => roundOf(mark, 0)
export const nextRound = (round: string): string => {
  const [mark = '', number = '0'] = round.split('.')
  return roundOf(mark, Number(number) + 1)
}

/** The id of an assignment or a sign-up. */
export const placeIdOf = (jobId: string, memberId: string): string => `${jobId}.${memberId}`

/** Parses an id; undefined when it is invalid. */
export const parseAssignmentId = (
  id: string,
): { readonly jobId: string; readonly memberId: string } | undefined => {
  const dot = id.indexOf('.')
  const [jobId, memberId] = [id.slice(0, Math.max(0, dot)), id.slice(dot + 1)]
  return jobId === '' || memberId === '' ? undefined : { jobId, memberId }
}
