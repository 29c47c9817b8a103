import * as z from 'zod/mini'
import { OrgRenewal, OrgState, orgCounts, orgNames, orgProfile } from '../../lib/contract/organizations.ts'

/** Fields of an organization in an export. */
export const exportFields = {
  _id: z.string(),
  org_name: orgNames.org_name,
  ...orgProfile.stored,
  ...z.pick(OrgState, {
    owner: true,
    verified: true,
    verificationType: true,
    approvalStatus: true,
    lifecycleStatus: true,
    orgTypeKey: true,
    createdAt: true,
  }).shape,
  memberCount: orgCounts.memberCount,
  totalEventCount: z.number(),
  renewal: z.optional(OrgRenewal),
}
