import * as z from 'zod/mini'
import { Id, line, Timestamp, text } from '../../../lib/contract/fields.ts'
import { PageQuery } from '../../../lib/contract/paging.ts'
import { NamedPerson, PublicUser } from '../../../lib/contract/people.ts'
import type { Rows } from '../../../lib/contract/row.ts'

const words = (max: number) => z.optional(z.nullable(text(max, 0)))
const time = z.optional(z.nullable(Timestamp))

/** People for one job. */
const Count = z.int().check(z.minimum(1), z.maximum(200))

export const OrgRoleDraft = z.object({
  name: line(100),
  description: words(1000),
  isActive: z.optional(z.boolean()),
})
export const OrgRoleChange = z.object({
  name: z.optional(line(100)),
  description: words(1000),
  isActive: z.optional(z.boolean()),
})

export const OrgRoleView = z.object({
  _id: z.string(),
  orgId: z.string(),
  name: z.string(),
  description: z.optional(z.string()),
  isActive: z.boolean(),
  createdBy: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** Fields that only assignments and removals change. */
const kept = { filledCount: z.optional(z.never()), assignments: z.optional(z.never()) }

const jobFields = {
  ...kept,
  name: z.optional(line(100, 0)),
  description: words(2000),
  requiredCount: z.optional(Count),
  shiftStart: time,
  shiftEnd: time,
  agendaItemIds: z.optional(z.array(Id).check(z.maxLength(50))),
  openToAll: z.optional(z.boolean()),
}

export const JobDraft = z.object({ orgRoleId: z.optional(Id), ...jobFields })
export type JobDraft = z.infer<typeof JobDraft>
export const JobChange = z.object(jobFields)
export type JobChange = z.infer<typeof JobChange>

export const Status = z.enum(['assigned', 'confirmed', 'declined'])
const Notes = words(1000)

export const AssignmentDraft = z.object({
  roleId: Id,
  memberId: Id,
  status: z.optional(Status),
  notes: Notes,
})
export const AssignmentChange = z.object({ status: z.optional(Status), notes: Notes })

/** `memberId` is the tenant user. The person's summary is included, unless they have left the school. */
export const AssignmentView = z.object({
  _id: z.string(),
  eventId: z.string(),
  roleId: z.string(),
  roleName: z.optional(z.string()),
  memberId: z.string(),
  member: z.optional(PublicUser),
  status: Status,
  notes: z.optional(z.string()),
  assignedAt: z.string(),
  confirmedAt: z.optional(z.string()),
  shiftStart: z.string(),
  shiftEnd: z.string(),
})

export const JobView = z.object({
  _id: z.string(),
  eventId: z.string(),
  orgId: z.string(),
  orgRoleId: z.optional(z.string()),
  name: z.string(),
  description: z.optional(z.string()),
  requiredCount: z.number(),
  filledCount: z.number(),
  shiftStart: z.optional(z.string()),
  shiftEnd: z.optional(z.string()),
  agendaItemIds: z.array(z.string()),
  openToAll: z.boolean(),
  createdAt: z.string(),
})
/** Existing clients read the person under `memberId`. A person who has left the school has only an id. */
export const JobWithPeople = z.object({
  ...JobView.shape,
  assignments: z.array(z.object({ ...AssignmentView.shape, memberId: NamedPerson })),
})

/** A job as people see it who may sign up for it. */
export const OpenJob = z.object({
  ...z.omit(JobView, { orgRoleId: true, agendaItemIds: true }).shape,
  /** The time of the job, or of the event if the job has none. */
  shiftStart: z.string(),
  shiftEnd: z.string(),
  /** The caller's latest sign-up for the job. */
  signup: z.nullable(
    z.object({ _id: z.string(), status: z.enum(['pending', 'approved', 'rejected', 'cancelled']) }),
  ),
  /** The caller's assignment to the job. */
  assignment: z.nullable(z.object({ _id: z.string(), status: Status })),
})

export const MyAssignment = z.object({
  ...AssignmentView.shape,
  event: z.optional(
    z.object({
      _id: z.string(),
      name: z.string(),
      start_time: z.string(),
      end_time: z.string(),
      location: z.optional(z.string()),
    }),
  ),
})

const SignupStatus = z.enum(['pending', 'approved', 'rejected', 'cancelled'])

export const SignupDraft = z.object({
  roleId: Id,
  shiftStart: time,
  shiftEnd: time,
  breakRequest: z.optional(
    z.nullable(
      z.object({
        startTime: Timestamp,
        endTime: Timestamp,
        reason: z.optional(text(500, 0)),
      }),
    ),
  ),
  availability: z.optional(z.array(z.object({ start: Timestamp, end: Timestamp })).check(z.maxLength(20))),
})
export type SignupDraft = z.infer<typeof SignupDraft>

export const SignupView = z.object({
  _id: z.string(),
  eventId: z.string(),
  roleId: z.string(),
  roleName: z.optional(z.string()),
  memberId: z.string(),
  member: z.optional(PublicUser),
  status: SignupStatus,
  shiftStart: z.string(),
  shiftEnd: z.string(),
  breakRequest: z.optional(
    z.object({ startTime: z.string(), endTime: z.string(), reason: z.optional(z.string()) }),
  ),
  availability: z.array(z.object({ start: z.string(), end: z.string() })),
  createdAt: z.string(),
  decidedAt: z.optional(z.string()),
})

export const Paged = { limit: PageQuery.limit, cursor: PageQuery.cursor }

/** Preserves the literal types of rows, so that operations are checked against them. */
export const rows = <const R extends Rows>(some: R): R => some

export const organizer = { org: 'manage_events' } as const
export const event = '/org-event-management/:orgId/events/:eventId'
export const place = { orgId: 'demo-org-chess', eventId: 'demo-event' }
