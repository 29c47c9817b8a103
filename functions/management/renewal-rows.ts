import * as z from 'zod/mini'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { described, line } from '../../lib/contract/fields.ts'
import { OrgRenewal } from '../../lib/contract/organizations.ts'
import { PageQuery } from '../../lib/contract/paging.ts'
import { data, flat } from '../../lib/contract/reply.ts'
import type { Rows } from '../../lib/contract/row.ts'
import { CharterRequired, NoOpenRenewal, RenewalTooSoon } from './failures.ts'

/** A renewal as everybody at the school sees it. */
const Campaign = z.object({
  _id: z.string(),
  title: z.string(),
  dueAt: z.string(),
  requiresCharter: z.boolean(),
  startedAt: z.string(),
})

const RenewalStart = z.strictObject({
  title: described(line(80), 'Name of the cycle, up to 80 characters', 'Academic year 2026/27'),
  dueAt: described(
    z.iso.datetime({ offset: true }),
    'Time by which organizations must confirm, in the future, ISO 8601',
  ),
  requiresCharter: z.optional(
    described(z.boolean(), 'Whether an organization must send the address of its charter; false by default'),
  ),
})

const Confirmation = z.strictObject({
  officersConfirmed: described(z.literal(true), 'Confirmation that the listed officers are the current ones'),
  charterUrl: z.optional(
    described(
      z.string().check(z.maxLength(500), z.regex(/^https?:\/\/\S+$/, 'Send a web address')),
      'Web address of the current charter',
      'https://example.edu/chess/charter.pdf',
    ),
  ),
})

const states = z.enum(['open', 'confirmed', 'lapsed'])
const at = '/org-management/renewal'

/** Yearly renewal: organizations confirm their officers and charter by a date. */
export const renewalRows = {
  startOrgRenewal: {
    summary:
      'Start a renewal, in which organizations confirm officers and charter by a date; replaces an open one',
    method: 'PUT',
    path: at,
    access: 'admin',
    consequence: 'settings',
    body: RenewalStart,
    reply: data(Campaign, 'Renewal started'),
    fails: [RenewalTooSoon, ConcurrentChange],
    costs: { depth: 3, read: 3, write: 16 },
    example: {
      as: 'root',
      body: { title: 'Academic year 2026/27', dueAt: '2030-10-01T00:00:00.000Z', requiresCharter: false },
    },
  },
  getOrgRenewal: {
    summary: "Get the school's latest renewal; null if there was none",
    method: 'GET',
    path: at,
    access: 'caller',
    reply: data(z.nullable(Campaign)),
    costs: { depth: 2, read: 3, write: 0 },
    example: { as: 'root' },
  },
  listOrgRenewals: {
    summary: 'List organizations by their state in the latest renewal; a short page may have a cursor',
    method: 'GET',
    path: `${at}/organizations`,
    access: 'admin',
    query: z.strictObject({
      state: z.optional(states),
      limit: PageQuery.limit,
      cursor: PageQuery.cursor,
    }),
    reply: flat(
      z.object({
        data: z.array(
          z.object({
            _id: z.string(),
            org_name: z.string(),
            owner: z.string(),
            state: states,
            renewal: z.optional(OrgRenewal),
          }),
        ),
        nextCursor: z.optional(z.string()),
      }),
    ),
    fails: [NoOpenRenewal],
    costs: { depth: 2, read: 3.5, write: 0 },
    example: { as: 'root', query: { state: 'open' } },
  },
  confirmOrgRenewal: {
    summary: 'Confirm officers and charter of an organization for the latest renewal, even after it lapsed',
    method: 'POST',
    path: '/org-roles/:orgId/renewal',
    access: { org: ['manage_roles', 'manage_settings'] },
    consequence: 'none',
    body: Confirmation,
    reply: data(OrgRenewal, 'Renewal confirmed'),
    fails: [NoOpenRenewal, CharterRequired, ConcurrentChange],
    costs: { depth: 4, read: 6, write: 4 },
    example: { as: 'ada', path: { orgId: 'demo-org-chess' }, body: { officersConfirmed: true } },
  },
} as const satisfies Rows
