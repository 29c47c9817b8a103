import * as z from 'zod/mini'
import { AddressUnproven, ConcurrentChange } from '../../lib/contract/failures.ts'
import { described, EmptyBody } from '../../lib/contract/fields.ts'
import { mailLimits } from '../../lib/contract/limit.ts'
import { admissionFails } from '../../lib/contract/org-rules.ts'
import { PageQuery } from '../../lib/contract/paging.ts'
import { PublicUser } from '../../lib/contract/people.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { data, done, flat, text } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import { days, hours } from '../../lib/contract/time.ts'
import {
  AlreadyInvited,
  AlreadyMember,
  CannotAssignRole,
  EmailInvalid,
  EmailRequired,
  EmailUnproven,
  InviteExpired,
  InviteForAnother,
  InviteNotFound,
  InviteOver,
  InviteUnknown,
  MembershipSuspended,
  OrgPending,
  OwnerByTransferOnly,
  PermissionNotHeld,
  RoleNotFound,
  TokenRequired,
  TooManyEmails,
  TooManyInvites,
  TooManyMemberships,
} from './failures.ts'

import { address, InviteOutcome, InviteRequest, InviteToken, InviteView, PendingInvite } from './shapes.ts'

export { InviteEmailMismatch } from './failures.ts'
export { InviteView, PendingInvite } from './shapes.ts'

/**
 * Limits for addresses that a person previews or invites. The others limit mails to one address, from one organization
 * and from all.
 */
export const inviteLimits = {
  person: { max: 600, seconds: hours, count: 'addresses' },
  address: { max: 5, seconds: days, count: 'mails' },
  mailbox: { max: 30, seconds: days, count: 'mails' },
} as const
const { person, ...ofMailboxes } = inviteLimits
const sending = { ...mailLimits.typed, 'person looking addresses up': person, ...ofMailboxes }

const Accepted = data(z.object({ alreadyMember: z.boolean() }), 'Invitation accepted')

const acceptance = [
  InviteForAnother,
  InviteOver,
  InviteExpired,
  OrganizationNotFound,
  MembershipSuspended,
  TooManyMemberships,
  ...admissionFails,
  ConcurrentChange,
] as const

const manage = { org: 'manage_members' } as const
const org = '/org-invites/:orgId'
const sample = { orgId: 'demo-org-chess' }
const email = 'new.member@students.example.edu'
const token = '0'.repeat(64)

export const contract = declare('invites', 'Invitations to organizations', {
  invite: {
    summary: 'Invite a person by email; the invitation link is valid for seven days',
    method: 'POST',
    path: `${org}/invite`,
    creates: 'once',
    access: manage,
    consequence: 'grants-role',
    begins: true,
    body: InviteRequest,
    reply: data(z.object({ userExists: z.boolean(), inviteId: z.string() }), 'Invitation sent successfully', {
      status: 201,
    }),
    fails: [
      EmailRequired,
      EmailInvalid,
      RoleNotFound,
      OwnerByTransferOnly,
      CannotAssignRole,
      PermissionNotHeld,
      AlreadyMember,
      AlreadyInvited,
      OrgPending,
      AddressUnproven,
    ],
    limits: sending,
    costs: { depth: 7, read: 10, write: 18 },
    example: { as: 'ada', path: sample, body: { email, role: 'officer' } },
  },
  previewInvites: {
    summary: 'Check up to 30 addresses: members, invited, new, or invalid; only administrators get `user`',
    method: 'POST',
    path: `${org}/batch-preview`,
    access: manage,
    consequence: 'none',
    body: z.strictObject({ emails: z.optional(z.array(address)) }),
    reply: data(
      z.object({
        members: z.array(z.string()),
        invited: z.array(z.string()),
        toInvite: z.array(z.object({ email: z.string(), user: z.nullable(PublicUser), role: z.string() })),
        invalid: described(z.array(z.string()), 'Texts that contain no email address, as they were sent.'),
      }),
    ),
    fails: [TooManyEmails, AddressUnproven],
    limits: { person },
    costs: { depth: 4, read: 8, write: 1 },
    example: { as: 'ada', path: sample, body: { emails: [email] } },
  },
  inviteBatch: {
    summary: 'Invite up to 30 people; each invitation succeeds or fails independently',
    method: 'POST',
    path: `${org}/invite-batch`,
    creates: 'once',
    access: manage,
    consequence: 'grants-role',
    begins: true,
    body: z.strictObject({ invites: z.optional(z.array(InviteRequest)) }),
    reply: data(
      z.object({
        sent: z.number(),
        skipped: z.number(),
        errors: z.array(z.object({ email: z.string(), message: z.string() })),
        results: z.array(InviteOutcome),
      }),
      undefined,
      { status: 201 },
    ),
    fails: [TooManyInvites, OrgPending, AddressUnproven],
    limits: sending,
    costs: { depth: 7, read: 10, write: 14 },
    example: { as: 'ada', path: sample, body: { invites: [{ email, role: 'member' }] } },
  },
  listInvites: {
    summary: "List an organization's invitations of the last 30 days, newest first",
    method: 'GET',
    path: org,
    access: manage,
    query: z.strictObject(PageQuery),
    reply: flat(z.object({ data: z.array(InviteView), nextCursor: z.optional(z.string()) })),
    costs: { depth: 2, read: 4.5, write: 0 },
    example: { as: 'ada', path: sample },
  },
  revokeInvite: {
    summary: 'Revoke an open invitation',
    method: 'DELETE',
    path: `${org}/invites/:inviteId`,
    access: manage,
    consequence: 'none',
    reply: done('Invitation revoked'),
    fails: [InviteNotFound],
    costs: { depth: 3, read: 5, write: 4 },
    example: { as: 'ada', path: { ...sample, inviteId: 'demo-invite' } },
  },
  listPendingInvites: {
    summary: "List the caller's open invitations",
    method: 'GET',
    path: '/org-invites/pending',
    access: 'member',
    proof: 'here',
    reply: data(z.array(PendingInvite)),
    costs: { depth: 3, read: 3.5, write: 0 },
    example: { as: 'ada' },
  },
  validateInvite: {
    summary: 'Get the invitation of a token from an email',
    method: 'GET',
    path: '/org-invites/validate/:token',
    access: 'optional',
    reply: data(z.object({ orgName: z.string(), inviterName: z.string(), email: z.string() })),
    fails: [InviteUnknown],
    costs: { depth: 2, read: 3.5, write: 0 },
    example: { path: { token } },
  },
  landOnInvite: {
    summary: "Redirect from the email to the school's registration page",
    method: 'GET',
    path: '/org-invites/landing/:token',
    access: 'anyone',
    reply: text('text/html; charset=utf-8', { status: 302, headers: ['Location'] }),
    costs: { depth: 2, read: 3.5, write: 0 },
    example: { path: { token } },
  },
  acceptInviteByToken: {
    summary: 'Accept an invitation with the token from its email',
    method: 'POST',
    path: '/org-invites/accept-by-token',
    access: 'member',
    consequence: 'none',
    proof: 'here',
    body: InviteToken,
    reply: Accepted,
    fails: [TokenRequired, InviteUnknown, ...acceptance],
    costs: { depth: 4, read: 11, write: 17 },
    example: { as: 'ada', body: { token } },
  },
  declineInviteByToken: {
    summary: 'Decline an invitation with the token from its email',
    method: 'POST',
    path: '/org-invites/decline-by-token',
    access: 'member',
    consequence: 'none',
    proof: 'here',
    body: InviteToken,
    reply: done('Invitation declined'),
    fails: [TokenRequired, InviteUnknown, InviteForAnother, ConcurrentChange],
    costs: { depth: 4, read: 5, write: 4 },
    example: { as: 'ada', body: { token } },
  },
  acceptInvite: {
    summary: 'Accept an invitation of the caller, whose email address must be verified',
    method: 'POST',
    path: '/org-invites/:inviteId/accept',
    access: 'member',
    consequence: 'none',
    proof: 'here',
    body: EmptyBody,
    reply: Accepted,
    fails: [InviteNotFound, EmailUnproven, ...acceptance],
    costs: { depth: 3, read: 10, write: 17 },
    example: { as: 'ada', path: { inviteId: 'demo-invite' } },
  },
  declineInvite: {
    summary: 'Decline an invitation of the caller',
    method: 'POST',
    path: '/org-invites/:inviteId/decline',
    access: 'member',
    consequence: 'none',
    proof: 'here',
    body: EmptyBody,
    reply: done('Invitation declined'),
    fails: [InviteNotFound, EmailUnproven, InviteForAnother, ConcurrentChange],
    costs: { depth: 3, read: 4, write: 4 },
    example: { as: 'ada', path: { inviteId: 'demo-invite' } },
  },
})
