import * as z from 'zod/mini'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { data } from '../../../lib/contract/reply.ts'
import type { Rows } from '../../../lib/contract/row.ts'
import { ApprovalTypeFixed, NotAnApprovalGroup } from './failures.ts'

const ApprovalType = z.enum(['regular', 'approval_group'])

const settings = {
  type: z.optional(ApprovalType),
  /** Hours. */
  escalationTimeout: z.optional(z.int().check(z.minimum(1), z.maximum(168))),
  autoEscalate: z.optional(z.boolean()),
  maxPendingApprovals: z.optional(z.literal(50)),
  notificationPreferences: z.optional(
    z.strictObject({
      email: z.optional(z.literal(true)),
      sms: z.optional(z.literal(false)),
      push: z.optional(z.literal(true)),
    }),
  ),
}

/** Clients send the whole object back: what nothing reads is taken with its default value alone (rules/organizations 30). */
const ApprovalSettingsChange = z
  .looseObject(settings)
  .check(z.refine((given) => Object.keys(given).every((name) => name in settings), 'Unknown setting'))
export type ApprovalSettingsChange = z.infer<typeof ApprovalSettingsChange>

const ApprovalSettings = z.object({
  type: ApprovalType,
  escalationTimeout: z.number(),
  autoEscalate: z.boolean(),
  maxPendingApprovals: z.number(),
  notificationPreferences: z.object({ email: z.boolean(), sms: z.boolean(), push: z.boolean() }),
})
export type ApprovalSettings = z.infer<typeof ApprovalSettings>

/** Organizations that decide about events. */
export const approvalRows = {
  updateApprovalSettings: {
    summary: 'Changes how an approval group decides; administrators also make an organization one, or end it',
    method: 'POST',
    path: '/:orgId/approval-settings',
    access: { org: 'manage_members' },
    body: z.object({ approvalSettings: ApprovalSettingsChange }),
    reply: data(ApprovalSettings, 'Approval settings updated successfully'),
    fails: [NotAnApprovalGroup, ApprovalTypeFixed, ConcurrentChange],
    example: {
      as: 'ada',
      path: { orgId: 'demo-org-chess' },
      body: { approvalSettings: { escalationTimeout: 48, autoEscalate: true } },
    },
  },
} as const satisfies Rows
