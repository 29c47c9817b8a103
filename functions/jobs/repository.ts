import * as z from 'zod/mini'
import { dayMs } from '../../lib/contract/time.ts'
import { entity } from '../../lib/table/entity.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/** A template of jobs, of one organization. */
export const OrgEventRole = z.object({
  orgId: text,
  roleId: text,
  name: text,
  /** The name as it is compared: case-folded. */
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

/** A name belongs to one template of an organization. */
export const OrgEventRoleName = z.object({ orgId: text, nameKey: text, roleId: text })
export const orgEventRoleName = entity('OrgEventRoleName', OrgEventRoleName, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'ERN#{nameKey}',
})

export const AssignmentStatus = z.enum(['assigned', 'confirmed', 'declined'])

const shift = {
  /** ISO 8601, UTC. Copies of the job's, or of the event's. */
  shiftStart: text,
  shiftEnd: text,
  /** Times that the person has asked for; they do not follow the job's. */
  ownShift: z.boolean(),
}

/**
 * Somebody's place in a job. Job and member are its key, so nobody is assigned
 * twice, and its id `<jobId>.<memberId>` leads to both.
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

/** Somebody who offers to do a job. The same key for the same reason. */
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

/** How many jobs an event has. */
export const JobCount = z.object({ eventId: text, count: z.number() })
export const jobCount = entity('JobCount', JobCount, { scope: 'tenant', pk: 'EV#{eventId}', sk: 'JOBS' })

/** A time that a person gives to a job. */
export const Shift = z.object({
  kind: z.enum(['assignment', 'signup']),
  eventId: text,
  jobId: text,
  start: text,
  end: text,
})
export type Shift = z.infer<typeof Shift>

/**
 * The shifts of one person that touch one day (UTC), kept under a version: two that overlap cannot be written side by
 * side. A shift that ended early, because its assignment was deleted, declined or moved, stays until the next writer
 * sees that nothing stands behind it any more.
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
 * A page of work that a change of a job or an event leaves: what hung on it goes, or moves with it. `jobId` is `*` for
 * all jobs of the event.
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

/** A page of the work that somebody is relieved of who is no member of an organization any more, or of none (`*`). */
export const MemberSweep = z.object({
  memberId: text,
  orgId: text,
  /** Until when they belonged, where they may be back (ISO 8601). */
  until: maybe(text),
  /** Nobody is told of what they asked for themselves. */
  own: maybe(z.boolean()),
  /** Offers are looked through after assignments. */
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

/** The pages of a sweep are rounds of it; `mark` tells sweeps of one subject apart and holds no dot. */
export const firstRound = (mark: string): string => roundOf(mark, 0)
export const nextRound = (round: string): string => {
  const [mark = '', number = '0'] = round.split('.')
  return roundOf(mark, Number(number) + 1)
}

/** The id of an assignment or a sign-up. */
export const placeIdOf = (jobId: string, memberId: string): string => `${jobId}.${memberId}`

/** What an id leads to; undefined for one that was never given. */
export const parseAssignmentId = (
  id: string,
): { readonly jobId: string; readonly memberId: string } | undefined => {
  const dot = id.indexOf('.')
  const [jobId, memberId] = [id.slice(0, Math.max(0, dot)), id.slice(dot + 1)]
  return jobId === '' || memberId === '' ? undefined : { jobId, memberId }
}
