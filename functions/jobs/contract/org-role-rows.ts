import * as z from 'zod/mini'
import { data, done } from '../../../lib/contract/reply.ts'
import { EventChanged, RoleNameTaken, TemplateNotFound } from './failures.ts'
import { organizer, rows } from './places.ts'
import { OrgRoleChange, OrgRoleDraft, OrgRoleView, Paged } from './shapes.ts'

const roles = '/org-event-management/:orgId/event-roles'
const orgId = 'demo-org-chess'
const sample = { orgId, roleId: 'demo-org-role' }

/** Templates of jobs of an organization. */
export const orgRoleRows = rows({
  listOrgEventRoles: {
    summary: 'Templates of jobs that an organization uses, by name',
    method: 'GET',
    path: roles,
    access: organizer,
    query: z.object(Paged),
    reply: data(z.object({ roles: z.array(OrgRoleView), nextCursor: z.optional(z.string()) })),
    example: { as: 'ada', path: { orgId } },
  },
  createOrgEventRole: {
    summary: 'Makes a template of jobs; names are unique, however they are written',
    method: 'POST',
    path: roles,
    access: organizer,
    begins: true,
    body: OrgRoleDraft,
    reply: data(z.object({ role: OrgRoleView }), 'Event role created successfully', { status: 201 }),
    fails: [RoleNameTaken],
    example: { as: 'ada', path: { orgId }, body: { name: 'Usher', description: 'Shows people their seats' } },
  },
  updateOrgEventRole: {
    summary: 'Changes a template; jobs that were made from it stay as they are',
    method: 'PUT',
    path: `${roles}/:roleId`,
    access: organizer,
    begins: true,
    body: OrgRoleChange,
    reply: data(z.object({ role: OrgRoleView }), 'Event role updated successfully'),
    fails: [TemplateNotFound, RoleNameTaken, EventChanged],
    example: { as: 'ada', path: sample, body: { name: 'Head usher' } },
  },
  deleteOrgEventRole: {
    summary: 'Removes a template; jobs that were made from it stay',
    method: 'DELETE',
    path: `${roles}/:roleId`,
    access: organizer,
    reply: done('Event role deleted successfully'),
    fails: [TemplateNotFound, EventChanged],
    example: { as: 'ada', path: sample },
  },
})
