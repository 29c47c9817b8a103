import * as z from 'zod/mini'
import { data, done } from '../../../lib/contract/reply.ts'
import {
  AlreadyAssigned,
  AssignmentNotDeleted,
  AssignmentNotFound,
  EventChanged,
  EventNotFound,
  JobNotFound,
  NotActiveMember,
  OwnAnswerOnly,
  RoleFull,
  ShiftOverlap,
  TooManyShifts,
} from './failures.ts'
import { event, organizer, place, rows } from './places.ts'
import { AssignmentChange, AssignmentDraft, AssignmentView, MyAssignment, Paged } from './shapes.ts'

const assignments = `${event}/assignments` as const
const sample = { ...place, assignmentId: 'demo-assignment' }
const page = { nextCursor: z.optional(z.string()) }

/** Assignments to jobs. */
export const assignmentRows = rows({
  listAssignments: {
    summary: 'Assignments of an event, or of one of its jobs',
    method: 'GET',
    path: assignments,
    access: organizer,
    query: z.object({ ...Paged, roleId: z.optional(z.string().check(z.maxLength(128))) }),
    reply: data(z.object({ assignments: z.array(AssignmentView), ...page })),
    fails: [EventNotFound],
    example: { as: 'ada', path: place },
  },
  createAssignment: {
    summary: 'Assigns an active member of an organization of the event to a job, who is notified',
    method: 'POST',
    path: assignments,
    access: organizer,
    begins: true,
    body: AssignmentDraft,
    reply: data(z.object({ assignment: AssignmentView }), 'Assignment created successfully', { status: 201 }),
    fails: [
      EventNotFound,
      JobNotFound,
      NotActiveMember,
      AlreadyAssigned,
      RoleFull,
      ShiftOverlap,
      TooManyShifts,
      EventChanged,
    ],
    example: { as: 'ada', path: place, body: { roleId: 'demo-job', memberId: 'demo-user-ada' } },
  },
  updateAssignment: {
    summary: 'Changes an assignment; the assigned confirm or decline their own',
    method: 'PUT',
    path: `${assignments}/:assignmentId`,
    access: 'caller',
    body: AssignmentChange,
    reply: data(z.object({ assignment: AssignmentView }), 'Assignment updated successfully'),
    fails: [EventNotFound, AssignmentNotFound, OwnAnswerOnly, ShiftOverlap, TooManyShifts, EventChanged],
    example: { as: 'ada', path: sample, body: { status: 'declined' } },
  },
  deleteAssignment: {
    summary: 'Removes an assignment for good; its place is free again',
    method: 'DELETE',
    path: `${assignments}/:assignmentId`,
    access: organizer,
    reply: done('Assignment deleted successfully'),
    fails: [AssignmentNotFound, AssignmentNotDeleted],
    example: { as: 'ada', path: sample },
  },
  listMyAssignments: {
    summary: 'Jobs that the caller is assigned to and that are not over, soonest first',
    method: 'GET',
    path: '/my-assignments',
    access: 'member',
    query: z.object(Paged),
    reply: data(z.object({ assignments: z.array(MyAssignment), ...page })),
    example: { as: 'ada' },
  },
})
