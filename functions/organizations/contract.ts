import * as z from 'zod/mini'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { createRepeatSeconds } from '../../lib/contract/idempotency.ts'
import { PageQuery } from '../../lib/contract/paging.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { pictureLimits } from '../../lib/contract/picture.ts'
import { done, flat } from '../../lib/contract/reply.ts'
import { declare, form } from '../../lib/contract/row.ts'
import { days } from '../../lib/contract/time.ts'
import { memberFormRows } from '../forms/contract.ts'
import { NameQuestion, NewOrganization, OrganizationChange } from './contract/bodies.ts'
import {
  AlreadyFollowing,
  changeFails,
  creationFails,
  NameExists,
  NameProfane,
  NameRequired,
  NotFollowing,
  OrgInactive,
  OrgNotFound,
  OrgPendingApproval,
} from './contract/failures.ts'
import { approvalRows, membershipRows } from './contract/rows.ts'
import { EventPage, OrganizationCard, OrganizationView, Overview } from './contract/shapes.ts'
import { orgUploads, uploadRows } from './contract/uploads.ts'
import { unusedPaths } from './unused-paths.ts'

export {
  DescriptionProfane,
  NameAndDescriptionRequired,
  NameProfane,
  NameTaken,
  NotRestorable,
  OrgNotFound,
  RestorationTooSoon,
  RestoredOwnerGone,
  UnsupportedImage,
} from './contract/failures.ts'

export const orgLimits = {
  creation: { max: 100, seconds: days },
} as const

const Page = z.strictObject(PageQuery)
const chess = { orgId: 'demo-org-chess' }

export const contract = declare(
  'organizations',
  'Organizations: directory, details, joining, leaving and following',
  {
    getOrganization: {
      summary: 'Get an organization by id, as a list of one or none',
      method: 'GET',
      counted: true,
      path: '/get-org/:id',
      access: 'anyone',
      reply: flat(z.object({ org: z.array(OrganizationView) }), 'Org found'),
      costs: { depth: 1, read: 1.5, write: 0 },
      example: { path: { id: 'demo-org-chess' } },
    },
    getOrganizationByName: {
      summary: 'Get an organization with its newest members and followers',
      method: 'GET',
      counted: true,
      path: '/get-org-by-name/:name',
      access: 'caller',
      query: z.strictObject({ exhaustive: z.optional(z.enum(['true', 'false'])) }),
      reply: flat(
        z.object({
          org: Overview,
          ...Overview.shape,
          exhaustive: z.nullable(
            z.object({ eventCount: z.number(), memberCount: z.number(), followerCount: z.number() }),
          ),
        }),
        'Org found',
      ),
      fails: [OrgNotFound],
      costs: { depth: 2, read: 9, write: 0 },
      example: { as: 'ada', path: { name: 'Chess Club' }, query: { exhaustive: 'true' } },
    },
    createOrganization: {
      summary: 'Create an organization, owned by the caller',
      publishes: true,
      method: 'POST',
      path: '/create-org',
      creates: createRepeatSeconds,
      access: 'member',
      consequence: 'none',
      body: form(NewOrganization, ['image', 'bannerImage'], pictureLimits.formBytes),
      takesPictures: true,
      needs: [['org_name'], ['org_description']],
      reply: flat(z.object({ org: OrganizationView }), 'Org created successfully', { status: 201 }),
      fails: creationFails,
      limits: orgLimits,
      costs: { depth: 4, read: 4, write: 41 },
      example: {
        as: 'ada',
        body: {
          org_name: 'Chess Club',
          org_description: 'We play on Thursdays',
          weekly_meeting: 'Thursdays at six, room 101',
          custom_roles: '["Treasurer"]',
        },
      },
    },
    editOrganization: {
      summary: 'Update an organization; omitted fields keep their values',
      publishes: true,
      method: 'POST',
      path: '/edit-org',
      access: 'member',
      body: form(OrganizationChange, ['image', 'bannerImage'], pictureLimits.formBytes),
      takesPictures: true,
      reply: flat(z.object({ org: OrganizationView }), 'Org updated successfully'),
      fails: changeFails,
      limits: { upload: orgUploads.limit },
      costs: { depth: 3, read: 6, write: 23 },
      example: {
        as: 'ada',
        headers: { 'content-type': 'application/json' },
        body: { orgId: 'demo-org-chess', org_name: 'Chess Society', requireApprovalForJoin: true },
      },
    },
    ...membershipRows,
    listMeetings: {
      summary: 'List the meetings of an organization, soonest first',
      method: 'GET',
      counted: true,
      path: '/get-meetings/:name',
      access: 'caller',
      query: Page,
      reply: flat(z.object(EventPage), 'Meetings retrieved successfully'),
      fails: [OrgNotFound],
      costs: { depth: 3, read: 7, write: 0 },
      example: { as: 'ada', path: { name: 'Chess Club' } },
    },
    listOrganizationEvents: {
      summary: 'List the upcoming events of an organization',
      method: 'GET',
      counted: true,
      path: '/:orgId/events',
      access: 'caller',
      query: Page,
      reply: flat(
        z.object({
          ...EventPage,
          hasMore: z.boolean(),
          total: z.number(),
          totalIsLowerBound: z.boolean(),
        }),
        'Events found',
      ),
      fails: [OrganizationNotFound],
      costs: { depth: 2, read: 4.5, write: 0 },
      example: { as: 'ada', path: chess },
    },
    followOrganization: {
      summary: 'Follow an organization',
      method: 'POST',
      path: '/follow-org/:orgId',
      access: 'member',
      reply: done('Org followed successfully'),
      fails: [OrgNotFound, OrgPendingApproval, OrgInactive, AlreadyFollowing, ConcurrentChange],
      costs: { depth: 2, read: 4, write: 3 },
      example: { as: 'ada', path: chess },
    },
    unfollowOrganization: {
      summary: 'Unfollow an organization',
      method: 'POST',
      path: '/unfollow-org/:orgId',
      access: 'member',
      reply: done('Org unfollowed successfully'),
      fails: [OrgNotFound, NotFollowing],
      costs: { depth: 2, read: 3, write: 3 },
      example: { as: 'ada', path: chess },
    },
    listFollowedOrganizations: {
      summary: 'List the organizations that the caller follows',
      method: 'GET',
      path: '/get-followed-orgs',
      access: 'member',
      proof: 'here',
      query: Page,
      reply: flat(
        z.object({
          orgs: z.array(z.object({ _id: z.string(), user_id: z.string(), org_id: OrganizationCard })),
          nextCursor: z.optional(z.string()),
        }),
        'Followed orgs found',
      ),
      costs: { depth: 3, read: 3, write: 0 },
      example: { as: 'ada' },
    },
    checkOrganizationName: {
      summary: 'Check whether an organization name is available and acceptable',
      method: 'POST',
      path: '/check-org-name',
      access: 'optional',
      body: NameQuestion,
      reply: flat(z.object({ valid: z.literal(true) }), 'Org name is available'),
      fails: [NameRequired, NameProfane, NameExists],
      costs: { depth: 2, read: 3, write: 0 },
      example: { as: 'ada', body: { orgName: 'Chess Club' } },
    },
    listOrganizations: {
      summary: 'List the organizations of the school by name; a search matches the start of words in names',
      method: 'GET',
      counted: true,
      path: '/get-orgs',
      access: 'optional',
      query: z.strictObject({
        ...PageQuery,
        exhaustive: z.optional(z.enum(['true', 'false'])),
        includePending: z.optional(z.enum(['true', 'false'])),
        search: z.optional(z.string().check(z.maxLength(100))),
      }),
      reply: flat(
        z.object({
          orgs: z.array(
            z.object({
              ...OrganizationCard.shape,
              memberCount: z.optional(z.number()),
              followerCount: z.optional(z.number()),
              eventCount: z.optional(z.number()),
            }),
          ),
          nextCursor: z.optional(z.string()),
        }),
        'Orgs found',
      ),
      costs: { depth: 2, read: 3.5, write: 0 },
      example: { as: 'ada', query: { exhaustive: 'true', limit: '10' } },
    },
    ...uploadRows,
    ...approvalRows,
    ...memberFormRows,
    ...unusedPaths,
  },
)
