import * as z from 'zod/mini'
import { OrgInactive } from '../../../lib/contract/org-rules.ts'
import { NotAnOrgMember, permissionRequired } from '../../../lib/contract/permissions.ts'
import { data, done } from '../../../lib/contract/reply.ts'
import {
  AlreadyAssigned,
  AlreadySignedUp,
  AssignmentNotDeleted,
  AssignmentNotFound,
  BadShift,
  EventChanged,
  EventNotFound,
  JobNotFound,
  NotActiveMember,
  OwnAnswerOnly,
  OwnSignupOnly,
  RoleFull,
  ShiftOverlap,
  SignupDecided,
  SignupNotFound,
  SignupOverlap,
  TooManyShifts,
} from './failures.ts'
import {
  AssignmentChange,
  AssignmentDraft,
  AssignmentView,
  event,
  MyAssignment,
  OpenJob,
  organizer,
  Paged,
  place,
  rows,
  SignupDraft,
  SignupView,
} from './shapes.ts'

const assignments = `${event}/assignments` as const
const sample = { ...place, assignmentId: 'demo-assignment' }
const page = { nextCursor: z.optional(z.string()) }

/** For callers who are neither the assigned person nor an organizer. */
const NotPermitted = permissionRequired('manage_events')

/** Operations on assignments. */
export const assignmentRows = rows({
  listAssignments: {
    summary: 'List the assignments of an event, or of one of its jobs',
    method: 'GET',
    path: assignments,
    access: organizer,
    query: z.object({ ...Paged, roleId: z.optional(z.string().check(z.maxLength(128))) }),
    reply: data(z.object({ assignments: z.array(AssignmentView), ...page })),
    fails: [EventNotFound],
    costs: { depth: 3, read: 7.5, write: 0 },
    example: { as: 'ada', path: place },
  },
  createAssignment: {
    summary: 'Assign an active member of an organization of the event to a job, and notify them',
    method: 'POST',
    path: assignments,
    creates: 'once',
    access: organizer,
    consequence: 'none',
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
    costs: { depth: 3, read: 7, write: 13 },
    example: { as: 'ada', path: place, body: { roleId: 'demo-job', memberId: 'demo-user-ada' } },
  },
  updateAssignment: {
    summary: 'Update an assignment; assignees confirm or decline their own',
    method: 'PUT',
    path: `${assignments}/:assignmentId`,
    access: 'caller',
    body: AssignmentChange,
    reply: data(z.object({ assignment: AssignmentView }), 'Assignment updated successfully'),
    fails: [
      EventNotFound,
      NotAnOrgMember,
      NotPermitted,
      AssignmentNotFound,
      OwnAnswerOnly,
      ShiftOverlap,
      TooManyShifts,
      EventChanged,
    ],
    costs: { depth: 3, read: 6, write: 3 },
    example: { as: 'ada', path: sample, body: { status: 'declined' } },
  },
  deleteAssignment: {
    summary: 'Delete an assignment, which frees its place',
    method: 'DELETE',
    path: `${assignments}/:assignmentId`,
    access: organizer,
    consequence: 'none',
    reply: done('Assignment deleted successfully'),
    fails: [AssignmentNotFound, AssignmentNotDeleted],
    costs: { depth: 2, read: 5, write: 5 },
    example: { as: 'ada', path: sample },
  },
  listMyAssignments: {
    summary: "List the caller's current and upcoming job assignments, soonest first",
    method: 'GET',
    path: '/my-assignments',
    access: 'member',
    query: z.object(Paged),
    reply: data(z.object({ assignments: z.array(MyAssignment), ...page })),
    costs: { depth: 3, read: 4, write: 0 },
    example: { as: 'ada' },
  },
})

const signups = `${event}/volunteer-signups` as const

/** Operations on volunteer sign-ups. */
export const signupRows = rows({
  createVolunteerSignup: {
    summary:
      "Sign up for a job: members of the event's organizations, or everybody if the job is open to all",
    method: 'POST',
    path: signups,
    creates: 'once',
    access: 'member',
    body: SignupDraft,
    reply: data(z.object({ signup: SignupView }), 'Volunteer signup created successfully', { status: 201 }),
    fails: [
      EventNotFound,
      JobNotFound,
      BadShift,
      AlreadySignedUp,
      SignupOverlap,
      TooManyShifts,
      RoleFull,
      OrgInactive,
      NotAnOrgMember,
      EventChanged,
    ],
    costs: { depth: 3, read: 8, write: 7 },
    example: { as: 'ada', path: place, body: { roleId: 'demo-job' } },
  },
  listOpenJobs: {
    summary:
      'List the jobs of an event that the caller may sign up for, with their own sign-up and assignment',
    method: 'GET',
    path: `${event}/roles/open`,
    access: 'member',
    reply: data(z.object({ roles: z.array(OpenJob) })),
    fails: [EventNotFound],
    costs: { depth: 3, read: 8.5, write: 0 },
    example: { as: 'ada', path: place },
  },
  listVolunteerSignups: {
    summary: 'List the sign-ups for jobs of an event',
    method: 'GET',
    path: signups,
    access: organizer,
    query: z.object(Paged),
    reply: data(z.object({ signups: z.array(SignupView), nextCursor: z.optional(z.string()) })),
    fails: [EventNotFound],
    costs: { depth: 3, read: 7.5, write: 0 },
    example: { as: 'ada', path: place },
  },
  decideVolunteerSignup: {
    summary: 'Approve a sign-up, which assigns the person, or reject it; volunteers can cancel their own',
    method: 'PUT',
    path: `${signups}/:signupId`,
    access: 'caller',
    consequence: 'none',
    body: z.object({ status: z.enum(['approved', 'rejected', 'cancelled']) }),
    reply: data(z.object({ signup: SignupView }), 'Volunteer signup updated successfully'),
    fails: [
      EventNotFound,
      NotAnOrgMember,
      NotPermitted,
      SignupNotFound,
      SignupDecided,
      OwnSignupOnly,
      NotActiveMember,
      AlreadyAssigned,
      RoleFull,
      ShiftOverlap,
      TooManyShifts,
      JobNotFound,
      OrgInactive,
      EventChanged,
    ],
    costs: { depth: 4, read: 11, write: 16 },
    example: { as: 'ada', path: { ...place, signupId: 'demo-signup' }, body: { status: 'approved' } },
  },
})
