import * as z from 'zod/mini'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { Id } from '../../../lib/contract/fields.ts'
import { PageQuery } from '../../../lib/contract/paging.ts'
import { data, done, flat } from '../../../lib/contract/reply.ts'
import { closed } from './closed-shape.ts'
import {
  DomainNotFound,
  InvalidFlow,
  MemberNotFound,
  RoleExists,
  RoleFieldsMissing,
  RoleInUse,
  RoleNotFound,
  TooManyApprovalRoles,
  TooManyRoles,
  UserNotFound,
} from './failures.ts'
import { MemberView, RoleChange, RoleDraft, RoleView } from './role-shapes.ts'

const one = '/api/stakeholder-role/:id'
const safety = { id: 'safety-officer-demo' }
const saving = [InvalidFlow, RoleNotFound, DomainNotFound, UserNotFound, ConcurrentChange] as const

/** Stakeholder roles and who holds them. */
export const roleRows = {
  listStakeholderRoles: {
    summary: 'Every stakeholder role of the school',
    method: 'GET',
    path: '/api/stakeholder-roles',
    aliases: ['/api/stakeholder-role'],
    access: 'admin',
    reply: data(z.array(RoleView)),
    example: { as: 'root' },
  },
  listDomainRoles: {
    summary: 'Stakeholder roles of one domain',
    method: 'GET',
    path: '/api/stakeholder-role/domain/:domainId',
    aliases: ['/api/stakeholder-roles/domain/:domainId'],
    access: 'admin',
    reply: data(z.array(RoleView)),
    fails: [DomainNotFound],
    example: { as: 'root', path: { domainId: 'demo-domain' } },
  },
  createStakeholderRole: {
    summary: 'Makes a stakeholder role in a domain',
    method: 'POST',
    path: '/api/stakeholder-role',
    aliases: ['/api/stakeholder-roles'],
    access: 'admin',
    body: RoleDraft,
    reply: data(RoleView, 'Stakeholder role created successfully', { status: 201 }),
    fails: [...saving, RoleFieldsMissing, RoleExists, TooManyRoles],
    example: {
      as: 'root',
      body: {
        stakeholderId: 'lab-safety',
        stakeholderName: 'Lab safety',
        stakeholderType: 'approver',
        domainId: 'demo-domain',
      },
    },
  },
  updateStakeholderRole: {
    summary: 'Changes a stakeholder role; what is absent stays',
    method: 'PUT',
    path: one,
    access: 'admin',
    body: RoleChange,
    reply: data(RoleView, 'Stakeholder role updated successfully'),
    fails: [...saving, RoleInUse],
    example: { as: 'root', path: safety, body: { approvalConfig: { requiredApprovals: 2 } } },
  },
  deactivateStakeholderRole: {
    summary: 'Puts a stakeholder role out of use',
    method: 'POST',
    path: `${one}/deactivate`,
    access: 'admin',
    reply: data(RoleView, 'Stakeholder role deactivated successfully'),
    fails: [RoleNotFound, RoleInUse, ConcurrentChange],
    example: { as: 'root', path: safety },
  },
  listStakeholderMembers: {
    summary: 'Who holds a stakeholder role',
    method: 'GET',
    path: `${one}/members`,
    access: 'admin',
    query: closed({ limit: PageQuery.limit, cursor: PageQuery.cursor }),
    reply: flat(z.object({ members: z.array(MemberView), nextCursor: z.optional(z.string()) })),
    example: { as: 'root', path: safety },
  },
  assignStakeholderRole: {
    summary: 'Gives somebody of the school a stakeholder role',
    method: 'POST',
    path: `${one}/assign`,
    access: 'admin',
    body: closed({ userId: Id }),
    reply: data(MemberView, 'Stakeholder role assigned successfully'),
    fails: [RoleNotFound, UserNotFound, TooManyApprovalRoles, ConcurrentChange],
    example: { as: 'root', path: safety, body: { userId: 'demo-user-ada' } },
  },
  unassignStakeholderRole: {
    summary: 'Takes a stakeholder role away from somebody',
    method: 'DELETE',
    path: `${one}/members/:userId`,
    access: 'admin',
    reply: done('Stakeholder role taken away successfully'),
    fails: [RoleNotFound, MemberNotFound, ConcurrentChange],
    example: { as: 'root', path: { ...safety, userId: 'demo-user-ada' } },
  },
} as const
