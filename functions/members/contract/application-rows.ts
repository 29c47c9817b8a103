import * as z from 'zod/mini'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { hours } from '../../../lib/contract/limit.ts'
import { PageQuery } from '../../../lib/contract/paging.ts'
import { done, flat } from '../../../lib/contract/reply.ts'
import type { Rows } from '../../../lib/contract/row.ts'
import { ApplicationDecided, ApplicationNotFound } from './failures.ts'
import { OwnApplicationView } from './shapes.ts'

/** Each application tells the managers: whoever applies and withdraws in turn comes to an end. */
export const withdrawalLimits = { person: { max: 20, seconds: hours } } as const

/** What applicants see of their applications, at every organization of the school. */
export const ownApplicationRows = {
  listOwnApplications: {
    summary:
      'Own applications to organizations of the school, newest first, with what became of them; withdrawn ones are shown for 90 days',
    method: 'GET',
    path: '/org-roles/me/applications',
    access: 'member',
    query: z.strictObject(PageQuery),
    reply: flat(z.object({ applications: z.array(OwnApplicationView), nextCursor: z.optional(z.string()) })),
    example: { as: 'ada' },
  },
  withdrawApplication: {
    summary:
      'Takes an own pending application back, with what was answered to its form; one can apply again at once',
    method: 'DELETE',
    path: '/org-roles/:orgId/me/applications/:applicationId',
    access: 'member',
    reply: done('Application withdrawn'),
    fails: [ApplicationNotFound, ApplicationDecided, ConcurrentChange],
    limits: withdrawalLimits,
    example: { as: 'ada', path: { orgId: 'demo-org-chess', applicationId: 'demo-application' } },
  },
} as const satisfies Rows
