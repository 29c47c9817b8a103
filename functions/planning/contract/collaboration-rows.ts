import * as z from 'zod/mini'
import { Id } from '../../../lib/contract/fields.ts'
import { OrgInactive } from '../../../lib/contract/org-rules.ts'
import { PageQuery } from '../../../lib/contract/paging.ts'
import { permissionRequired } from '../../../lib/contract/permissions.ts'
import { data, done } from '../../../lib/contract/reply.ts'
import type { Rows } from '../../../lib/contract/row.ts'
import { hours } from '../../../lib/contract/time.ts'
import {
  AlreadyHelping,
  EventChanged,
  EventNotFound,
  HelpersForbidden,
  HostInvited,
  HostNoOrganization,
  InviteAnswered,
  InviteExpired,
  InviteNotFound,
  NotHelping,
  TooManyHelpers,
  UnknownHelper,
} from './failures.ts'

const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)
const invite = { inviteId: 'demo-event.demo-org-rowing' }

export const helperLimits = { invite: { max: 100, seconds: hours } } as const

const Invite = z.object({
  _id: z.string(),
  eventId: z.string(),
  hostOrgId: z.string(),
  collaboratorOrgId: z.string(),
  invitedByUserId: z.string(),
  status: z.literal('pending'),
  expiresAt: z.string(),
  hostOrg: z.object({ _id: z.string(), org_name: z.string(), org_profile_image: maybe(z.string()) }),
  event: z.object({
    _id: z.string(),
    name: z.string(),
    type: z.string(),
    start_time: z.string(),
    end_time: z.string(),
    location: maybe(z.string()),
    image: maybe(z.string()),
    status: z.string(),
  }),
})

/** Operations on collaborators of an event. */
export const collaborationRows = {
  inviteCollaborators: {
    summary: 'Invite organizations to collaborate on an event; open invitations stay as they are',
    publishes: true,
    method: 'POST',
    path: '/events/:id/collaborators',
    creates: 'once',
    access: 'caller',
    consequence: 'none',
    body: z.object({ collaboratorOrgIds: z.array(Id).check(z.minLength(1), z.maxLength(10)) }),
    reply: data(z.object({ invited: z.array(z.string()) }), 'Collaboration invites sent', { status: 201 }),
    fails: [
      EventNotFound,
      HelpersForbidden,
      OrgInactive,
      HostNoOrganization,
      HostInvited,
      UnknownHelper,
      AlreadyHelping,
      TooManyHelpers,
      EventChanged,
    ],
    limits: helperLimits,
    costs: { depth: 4, read: 9, write: 12 },
    example: {
      as: 'ada',
      path: { id: 'demo-event' },
      body: { collaboratorOrgIds: ['demo-org-rowing'] },
    },
  },
  removeCollaborator: {
    summary: 'Remove a collaborator of an event or its invitation; organizations can also remove themselves',
    method: 'DELETE',
    path: '/events/:id/collaborators/:orgId',
    access: 'caller',
    consequence: 'none',
    reply: done('Collaborator removed'),
    fails: [EventNotFound, HelpersForbidden, NotHelping, EventChanged],
    costs: { depth: 4, read: 7, write: 10 },
    example: { as: 'ada', path: { id: 'demo-event', orgId: 'demo-org-rowing' } },
  },
  acceptCollaboration: {
    summary: 'Accept an invitation to collaborate on an event',
    publishes: true,
    method: 'POST',
    path: '/event-collaboration-invites/:inviteId/accept',
    access: 'caller',
    consequence: 'none',
    reply: done('Collaboration accepted'),
    fails: [
      InviteNotFound,
      EventNotFound,
      InviteAnswered,
      InviteExpired,
      TooManyHelpers,
      OrgInactive,
      EventChanged,
      permissionRequired('manage_events'),
    ],
    costs: { depth: 4, read: 8, write: 14 },
    example: { as: 'ada', path: invite },
  },
  declineCollaboration: {
    summary: 'Decline an invitation to collaborate on an event',
    method: 'POST',
    path: '/event-collaboration-invites/:inviteId/decline',
    access: 'caller',
    consequence: 'none',
    reply: done('Collaboration declined'),
    fails: [InviteNotFound, InviteAnswered, InviteExpired, EventChanged, permissionRequired('manage_events')],
    costs: { depth: 3, read: 5, write: 6 },
    example: { as: 'ada', path: invite },
  },
  listCollaborationInvites: {
    summary: "List the organization's open invitations to collaborate on events, earliest to expire first",
    method: 'GET',
    path: '/org-event-management/:orgId/collaboration-invites/pending',
    access: { org: 'manage_events' },
    query: z.object(PageQuery),
    reply: data(z.object({ invites: z.array(Invite), nextCursor: maybe(z.string()) })),
    costs: { depth: 2, read: 4.5, write: 0 },
    example: { as: 'ada', path: { orgId: 'demo-org-chess' } },
  },
} as const satisfies Rows
