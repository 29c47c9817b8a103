import * as z from 'zod/mini'
import { createRepeatSeconds } from '../../lib/contract/idempotency.ts'
import { data, done } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import { assignmentRows, signupRows } from './contract/assignment-rows.ts'
import {
  BadShift,
  BelowFilled,
  EventChanged,
  EventNotFound,
  JobNotFound,
  RoleNameRequired,
  RoleNameTaken,
  TemplateNotFound,
  TooManyJobs,
  UnknownAgendaItem,
} from './contract/failures.ts'
import {
  event,
  JobChange,
  JobDraft,
  JobView,
  JobWithPeople,
  OrgRoleChange,
  OrgRoleDraft,
  OrgRoleView,
  organizer,
  Paged,
  place,
  rows,
} from './contract/shapes.ts'

const jobsAt = `${event}/roles` as const
const demoJob = { ...place, roleId: 'demo-job' }

/** Jobs of an event, "roles" in paths. */
const jobRows = rows({
  listEventJobs: {
    summary: 'List the jobs of an event with their assignees, up to 200 assignments in total',
    method: 'GET',
    path: jobsAt,
    access: organizer,
    reply: data(z.object({ roles: z.array(JobWithPeople), assignmentsTruncated: z.boolean() })),
    fails: [EventNotFound],
    costs: { depth: 3, read: 7, write: 0 },
    example: { as: 'ada', path: place },
  },
  createEventJob: {
    summary: 'Create a job for an event, by name or from a template; times default to those of the event',
    publishes: true,
    method: 'POST',
    path: jobsAt,
    creates: createRepeatSeconds,
    access: organizer,
    consequence: 'none',
    begins: true,
    body: JobDraft,
    reply: data(z.object({ role: JobView }), 'Event role created successfully', { status: 201 }),
    fails: [EventNotFound, TemplateNotFound, RoleNameRequired, BadShift, UnknownAgendaItem, TooManyJobs],
    costs: { depth: 3, read: 5, write: 5 },
    example: { as: 'ada', path: place, body: { name: 'Usher', requiredCount: 2 } },
  },
  updateEventJob: {
    summary: 'Update a job; shifts of assigned people follow within minutes',
    publishes: true,
    method: 'PUT',
    path: `${jobsAt}/:roleId`,
    access: organizer,
    consequence: 'none',
    body: JobChange,
    reply: data(z.object({ role: JobView }), 'Event role updated successfully'),
    fails: [
      EventNotFound,
      JobNotFound,
      RoleNameRequired,
      BadShift,
      UnknownAgendaItem,
      BelowFilled,
      EventChanged,
    ],
    costs: { depth: 3, read: 6, write: 1 },
    example: { as: 'ada', path: demoJob, body: { requiredCount: 3 } },
  },
  deleteEventJob: {
    summary: 'Delete a job; its assignments and sign-ups are deleted within minutes',
    method: 'DELETE',
    path: `${jobsAt}/:roleId`,
    access: organizer,
    consequence: 'none',
    reply: done('Event role deleted successfully'),
    fails: [EventNotFound, JobNotFound],
    costs: { depth: 3, read: 5, write: 4 },
    example: { as: 'ada', path: demoJob },
  },
})

const orgRolesAt = '/org-event-management/:orgId/event-roles'
const orgId = 'demo-org-chess'
const demoOrgRole = { orgId, roleId: 'demo-org-role' }

/** Job templates of an organization. */
const orgRoleRows = rows({
  listOrgEventRoles: {
    summary: "List an organization's job templates, by name",
    method: 'GET',
    path: orgRolesAt,
    access: organizer,
    query: z.object(Paged),
    reply: data(z.object({ roles: z.array(OrgRoleView), nextCursor: z.optional(z.string()) })),
    costs: { depth: 2, read: 4.5, write: 0 },
    example: { as: 'ada', path: { orgId } },
  },
  createOrgEventRole: {
    summary: 'Create a job template; names are unique regardless of case and spacing',
    publishes: true,
    method: 'POST',
    path: orgRolesAt,
    creates: createRepeatSeconds,
    access: organizer,
    consequence: 'none',
    begins: true,
    body: OrgRoleDraft,
    reply: data(z.object({ role: OrgRoleView }), 'Event role created successfully', { status: 201 }),
    fails: [RoleNameTaken],
    costs: { depth: 3, read: 4, write: 6 },
    example: { as: 'ada', path: { orgId }, body: { name: 'Usher', description: 'Shows people their seats' } },
  },
  updateOrgEventRole: {
    summary: 'Update a job template; existing jobs stay as they are',
    publishes: true,
    method: 'PUT',
    path: `${orgRolesAt}/:roleId`,
    access: organizer,
    consequence: 'none',
    begins: true,
    body: OrgRoleChange,
    reply: data(z.object({ role: OrgRoleView }), 'Event role updated successfully'),
    fails: [TemplateNotFound, RoleNameTaken, EventChanged],
    costs: { depth: 3, read: 5, write: 8 },
    example: { as: 'ada', path: demoOrgRole, body: { name: 'Head usher' } },
  },
  deleteOrgEventRole: {
    summary: 'Delete a job template; existing jobs stay',
    method: 'DELETE',
    path: `${orgRolesAt}/:roleId`,
    access: organizer,
    consequence: 'none',
    reply: done('Event role deleted successfully'),
    fails: [TemplateNotFound, EventChanged],
    costs: { depth: 3, read: 5, write: 5 },
    example: { as: 'ada', path: demoOrgRole },
  },
})

export const contract = declare('jobs', 'Jobs at events: templates, assignments and volunteer sign-ups', {
  ...orgRoleRows,
  ...jobRows,
  ...assignmentRows,
  ...signupRows,
})
