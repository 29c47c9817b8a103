import * as z from 'zod/mini'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { pictureLimits, pictureTypes } from '../../../lib/contract/picture.ts'
import { data, flat } from '../../../lib/contract/reply.ts'
import type { Rows } from '../../../lib/contract/row.ts'
import { hours, minutes } from '../../../lib/contract/time.ts'
import { OrgPendingApproval, UnsupportedImage, UploadNotFound } from './failures.ts'
import { OrganizationView } from './shapes.ts'

/** Direct uploads of pictures: number of uploads, and validity of the signed address. */
export const orgUploads = {
  limit: { max: 60, seconds: hours },
  seconds: 15 * minutes,
} as const

const kind = z.enum(['image', 'bannerImage'])

export const uploadRows = {
  requestOrgUpload: {
    summary: 'Get an upload address for a larger picture of an organization',
    publishes: true,
    method: 'POST',
    path: '/org-images/:orgId/uploads',
    creates: 'each',
    access: { org: 'owner' },
    body: z.strictObject({
      type: z.enum(pictureTypes),
      size: z.int().check(z.minimum(1), z.maximum(pictureLimits.uploadBytes)),
    }),
    reply: data(
      z.object({ uploadId: z.string(), uploadUrl: z.string(), expiresAt: z.string() }),
      'Upload the picture to uploadUrl with PUT, then commit it',
      { status: 201 },
    ),
    limits: { upload: orgUploads.limit },
    costs: { depth: 2, read: 4, write: 1 },
    example: { as: 'ada', path: { orgId: 'demo-org-chess' }, body: { type: 'image/png', size: 5_000_000 } },
  },
  commitOrgUpload: {
    summary: "Set an uploaded picture as the organization's picture",
    publishes: true,
    method: 'POST',
    path: '/org-images/:orgId/uploads/:uploadId/commit',
    access: { org: 'owner' },
    body: z.strictObject({ kind }),
    takesPictures: true,
    reply: flat(z.object({ org: OrganizationView }), 'Org updated successfully'),
    fails: [UploadNotFound, UnsupportedImage, OrgPendingApproval, ConcurrentChange],
    costs: { depth: 3, read: 8, write: 6 },
    example: {
      as: 'ada',
      path: { orgId: 'demo-org-chess', uploadId: 'demo-upload' },
      body: { kind: 'bannerImage' },
    },
  },
} as const satisfies Rows
