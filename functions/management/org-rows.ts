import * as z from 'zod/mini'
import { AnalyticsOff, ConcurrentChange } from '../../lib/contract/failures.ts'
import { addressable, described, Id, prose, text } from '../../lib/contract/fields.ts'
import {
  OrgState,
  orgCounts,
  orgDecisions,
  orgNames,
  orgOptions,
  orgProfile,
} from '../../lib/contract/organizations.ts'
import { PageQuery } from '../../lib/contract/paging.ts'
import { NamedPerson, PublicUser } from '../../lib/contract/people.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { pictureLimits } from '../../lib/contract/picture.ts'
import { data, flat } from '../../lib/contract/reply.ts'
import { form, type Rows } from '../../lib/contract/row.ts'
import { TooManyMemberships } from '../members/contract.ts'
import {
  DescriptionProfane,
  NameAndDescriptionRequired,
  NameProfane,
  NameTaken,
  NotRestorable,
  RestorationTooSoon,
  RestoredOwnerGone,
  UnsupportedImage,
} from '../organizations/contract.ts'
import { LifecycleStatus } from '../policies/contract.ts'
import { LifecycleForbidden, NotALifecycleMove, NotPending, NotRefused, UnknownOrgType } from './failures.ts'

const truth = z.enum(['true', 'false'])

/** Search filters for administrators. `status` is the approval status. */
export const OrgQuery = z.strictObject({
  ...PageQuery,
  search: z.optional(z.string().check(z.maxLength(100))),
  verified: z.optional(truth),
  lifecycleStatus: z.optional(LifecycleStatus),
  status: z.optional(z.enum(['pending', 'approved', 'rejected'])),
  sortBy: z.optional(z.enum(['createdAt', 'org_name', 'name', 'memberCount'])),
  sortOrder: z.optional(z.enum(['asc', 'desc'])),
})
export type OrgQuery = z.infer<typeof OrgQuery>

/** One entry of the administrators' lists. `recentEventCount` counts events created within the last 30 days. */
export const StaffOrg = z.object({
  _id: z.string(),
  ...orgNames,
  ...orgProfile.stored,
  ...orgOptions,
  ...OrgState.shape,
  ...orgDecisions,
  memberCount: orgCounts.memberCount,
  followerCount: orgCounts.followerCount,
  recentEventCount: z.number(),
})
export type StaffOrg = z.infer<typeof StaffOrg>

/** With the owner's name, which is empty when the owner has left. */
export const OwnedOrg = z.object({ ...StaffOrg.shape, owner: NamedPerson })

export const StaffOrgPage = z.object({
  ...OwnedOrg.shape,
  positions: z.array(z.object({ _id: z.string(), name: z.string(), displayName: z.string() })),
  org_banner_image: z.nullable(z.string()),
  adminNotes: z.optional(z.string()),
  ownerUser: z.nullable(PublicUser),
  totalEventCount: z.number(),
})
export type StaffOrgPage = z.infer<typeof StaffOrgPage>

export const OrgPagination = z.object({
  page: z.number(),
  limit: z.number(),
  /** Exact up to 500. Above that it is 500 with `totalIsLowerBound`. */
  total: z.number(),
  totalPages: z.number(),
  totalIsLowerBound: z.boolean(),
  /** Set for a search: only each page is sorted, not the whole result. */
  orderIsPartial: z.optional(z.boolean()),
})

export const OrgChange = z.object({
  verified: z.optional(z.boolean()),
  notes: z.optional(prose(4000)),
  orgTypeKey: z.optional(z.string().check(z.maxLength(40))),
})
export type OrgChange = z.infer<typeof OrgChange>

const named = z.optional(addressable(100, 0))
const description = orgProfile.sent.org_description

/** Name and description under either spelling. The current pictures may be sent back as text. */
export const OrgProfile = z.object({
  name: named,
  org_name: named,
  description,
  org_description: description,
  org_profile_image: z.optional(text(2048, 0)),
  org_banner_image: z.optional(text(2048, 0)),
})

/** The founder reads the reason. */
export const OrgRefusalReason = z.object({
  reason: described(
    text(1000),
    'Reason that the owner reads, up to 1000 characters',
    'Too similar to the Chess Club',
  ),
})

export const OrgRestoration = z.object({
  name: z.optional(described(addressable(100), 'New name, if another organization has taken the former one')),
  newOwnerId: z.optional(
    described(Id, 'User of the school who becomes the owner; by default the former owner'),
  ),
})

export const LifecycleChange = z.object({
  lifecycleStatus: LifecycleStatus,
  reason: z.optional(
    described(
      text(1000, 0),
      'Reason that the members read when the organization closes, up to 1000 characters',
      'Nobody has confirmed the officers',
    ),
  ),
})

const at = '/org-management/organizations'
const one = `${at}/:orgId` as const
const chess = { orgId: 'demo-org-chess' }

const listOf = <S extends z.core.$ZodType>(of: S) =>
  flat(z.object({ data: z.array(of), pagination: OrgPagination, nextCursor: z.optional(z.string()) }))

const figure = (description: string) => z.number().check(z.meta({ description }))

/** School administrators view and change organizations with these. */
export const orgRows = {
  getOrganizationAnalytics: {
    summary: 'Get figures on organizations, members, events and requests',
    method: 'GET',
    counted: true,
    path: '/org-management/analytics',
    aliases: ['/org-management/analytics/platform-overview'],
    access: 'admin',
    query: z.strictObject({ timeRange: z.optional(z.enum(['7d', '30d', '90d'])) }),
    reply: data(
      z.object({
        overview: z.object({
          totalOrgs: figure('Number of organizations, in any status but deleted'),
          verifiedOrgs: figure('Number of `totalOrgs` that are verified'),
          newOrgs: figure(
            "Number of `totalOrgs` created on the days of the range, in the school's time zone",
          ),
          totalMembers: figure('Number of active memberships; a person in two organizations counts twice'),
          newMembers: figure('Number of active memberships that began on the days of the range'),
          uniqueUsers: figure('Number of users of the school who are members of an organization'),
          totalEvents: figure('Number of events created on the days of the range, whenever they take place'),
          activeOrgs: figure('Number of `totalOrgs` whose lifecycle status is active'),
        }),
        /** Requests submitted within the range, by their current status. */
        verificationRequests: z.record(z.string(), z.number()),
        topOrganizations: z.array(
          z.object({ _id: z.string(), orgName: z.string(), memberCount: z.number() }),
        ),
        timeRange: z.string(),
      }),
    ),
    fails: [AnalyticsOff],
    costs: { depth: 2, read: 4, write: 0 },
    example: { as: 'root', query: { timeRange: '30d' } },
  },
  listManagedOrganizations: {
    summary: 'List all organizations of the school, newest first',
    method: 'GET',
    counted: true,
    path: at,
    access: 'admin',
    query: OrgQuery,
    reply: listOf(StaffOrg),
    costs: { depth: 3, read: 5.5, write: 0 },
    example: { as: 'root', query: { search: 'chess' } },
  },
  listPendingOrganizations: {
    summary: 'List organizations that await approval, newest first',
    method: 'GET',
    counted: true,
    path: '/org-management/pending-approvals',
    access: 'admin',
    query: OrgQuery,
    reply: listOf(OwnedOrg),
    costs: { depth: 2, read: 3.5, write: 0 },
    example: { as: 'root' },
  },
  getManagedOrganization: {
    summary: 'Get an organization with the fields that only administrators read',
    method: 'GET',
    counted: true,
    path: one,
    access: 'admin',
    reply: data(StaffOrgPage),
    fails: [OrganizationNotFound],
    costs: { depth: 3, read: 9, write: 0 },
    example: { as: 'root', path: chess },
  },
  editManagedOrganization: {
    summary: 'Update the name, description and pictures of an organization',
    method: 'POST',
    path: `${one}/edit`,
    access: 'admin',
    body: form(OrgProfile, ['image', 'bannerImage'], pictureLimits.formBytes),
    takesPictures: true,
    reply: data(StaffOrgPage, 'Organization updated successfully'),
    fails: [
      OrganizationNotFound,
      NameAndDescriptionRequired,
      NameProfane,
      DescriptionProfane,
      NameTaken,
      UnsupportedImage,
      ConcurrentChange,
    ],
    costs: { depth: 4, read: 7, write: 27 },
    example: {
      as: 'root',
      headers: { 'content-type': 'application/json' },
      path: chess,
      body: { name: 'Chess Society', description: 'We play on Fridays' },
    },
  },
  changeManagedOrganization: {
    summary: "Update an organization's verification, type and administrator notes",
    method: 'PUT',
    path: one,
    access: 'admin',
    body: OrgChange,
    reply: data(StaffOrgPage, 'Organization updated successfully'),
    fails: [OrganizationNotFound, UnknownOrgType, ConcurrentChange],
    costs: { depth: 4, read: 7, write: 10 },
    example: { as: 'root', path: chess, body: { verified: true, notes: 'Met them in March' } },
  },
  approveManagedOrganization: {
    summary: 'Approve a pending organization',
    method: 'PUT',
    path: `${one}/approve`,
    access: 'admin',
    reply: data(StaffOrgPage, 'Organization approved successfully'),
    fails: [OrganizationNotFound, NotPending, ConcurrentChange],
    costs: { depth: 4, read: 7, write: 10 },
    example: { as: 'root', path: chess },
  },
  refuseManagedOrganization: {
    summary: 'Refuse a pending organization and send its owner the reason',
    method: 'POST',
    path: `${one}/refuse`,
    access: 'admin',
    consequence: 'none',
    body: OrgRefusalReason,
    reply: data(StaffOrgPage, 'Organization refused'),
    fails: [OrganizationNotFound, NotPending, ConcurrentChange],
    costs: { depth: 4, read: 7, write: 11 },
    example: {
      as: 'root',
      path: chess,
      body: { reason: 'Too similar to the Chess Society. Ask to join them.' },
    },
  },
  resubmitOrganization: {
    summary: 'Submit a refused organization for approval again',
    method: 'POST',
    path: '/org-roles/:orgId/resubmit',
    access: { org: 'ownerOrAdmin' },
    consequence: 'none',
    reply: data(
      z.object({ _id: z.string(), approvalStatus: z.string() }),
      'Organization submitted for approval',
    ),
    fails: [NotRefused, ConcurrentChange],
    costs: { depth: 4, read: 8, write: 12 },
    example: { as: 'ada', path: chess },
  },
  listDeletedOrganizations: {
    summary: 'List deleted organizations that can still be restored, the latest first',
    method: 'GET',
    path: '/org-management/deleted-organizations',
    access: 'admin',
    query: z.strictObject(PageQuery),
    reply: flat(
      z.object({
        data: z.array(
          z.object({
            _id: z.string(),
            org_name: z.string(),
            deletedAt: z.string(),
            /** After this time the organization is removed for good. */
            restorableUntil: z.string(),
          }),
        ),
        nextCursor: z.optional(z.string()),
      }),
    ),
    costs: { depth: 2, read: 2.5, write: 0 },
    example: { as: 'root' },
  },
  restoreOrganization: {
    summary: 'Restore an organization deleted within 30 days; lists its events that stay cancelled',
    method: 'POST',
    path: `${one}/restore`,
    access: 'admin',
    consequence: 'grants-role',
    body: OrgRestoration,
    reply: data(
      z.object({
        _id: z.string(),
        org_name: z.string(),
        /** Upcoming events that the deletion cancelled, the next first. At most 100. */
        cancelledEvents: z.array(z.object({ _id: z.string(), name: z.string(), start_time: z.string() })),
      }),
      'Organization restored',
    ),
    fails: [
      OrganizationNotFound,
      NotRestorable,
      RestorationTooSoon,
      RestoredOwnerGone,
      TooManyMemberships,
      NameTaken,
      NameProfane,
      ConcurrentChange,
    ],
    costs: { depth: 5, read: 8.5, write: 44 },
    example: { as: 'root', path: chess },
  },
  moveManagedOrganization: {
    summary: 'Change the lifecycle status of an organization',
    method: 'PATCH',
    path: `${one}/lifecycle`,
    access: 'admin',
    consequence: 'none',
    body: LifecycleChange,
    reply: data(StaffOrgPage, 'Lifecycle updated successfully'),
    fails: [OrganizationNotFound, NotALifecycleMove, LifecycleForbidden, ConcurrentChange],
    costs: { depth: 5, read: 8, write: 12 },
    example: { as: 'root', path: chess, body: { lifecycleStatus: 'sunset' } },
  },
  moveOrganizationLifecycle: {
    summary: 'Change the lifecycle status of an organization, as a manager of its roles or settings',
    method: 'PATCH',
    path: '/org-roles/:orgId/lifecycle',
    access: { org: ['manage_roles', 'manage_settings'] },
    consequence: 'none',
    body: LifecycleChange,
    reply: data(z.object({ _id: z.string(), lifecycleStatus: z.string() }), 'Lifecycle updated successfully'),
    fails: [NotALifecycleMove, LifecycleForbidden, ConcurrentChange],
    costs: { depth: 4, read: 8, write: 12 },
    example: { as: 'ada', path: chess, body: { lifecycleStatus: 'sunset' } },
  },
} as const satisfies Rows
