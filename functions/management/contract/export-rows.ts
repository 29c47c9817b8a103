import * as z from 'zod/mini'
import { FormatOff } from '../../../lib/contract/failures.ts'
import { flat } from '../../../lib/contract/reply.ts'
import type { Rows } from '../../../lib/contract/row.ts'

const ExportedOrg = z.object({
  _id: z.string(),
  org_name: z.string(),
  org_description: z.string(),
  owner: z.string(),
  verified: z.boolean(),
  verificationType: z.string(),
  approvalStatus: z.string(),
  lifecycleStatus: z.string(),
  orgTypeKey: z.string(),
  memberCount: z.number(),
  totalEventCount: z.number(),
  createdAt: z.string(),
})

/** Lists to take along. */
export const exportRows = {
  exportOrganizations: {
    summary: 'Every organization as JSON or CSV, in parts of a few megabytes; a cursor goes on behind a part',
    method: 'GET',
    path: '/org-management/organizations/export',
    access: 'admin',
    query: z.strictObject({
      format: z.optional(z.enum(['json', 'csv'])),
      cursor: z.optional(z.string().check(z.maxLength(2048))),
    }),
    reply: flat(z.object({ data: z.array(ExportedOrg), nextCursor: z.optional(z.string()) })),
    fails: [FormatOff],
    example: { as: 'root', query: { format: 'json' } },
  },
} as const satisfies Rows
