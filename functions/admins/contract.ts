import * as z from 'zod/mini'
import { conflict, forbidden, invalid, notFound } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { described, Email, Id } from '../../lib/contract/fields.ts'
import { data, done } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'

export const NobodyNamed = invalid("Send the person's email or globalUserId", 'VALIDATION_ERROR')
export const GlobalUserNotFound = notFound(
  'Global user not found. Add by email or globalUserId.',
  'USER_NOT_FOUND',
)
export const PlatformRoleNotFound = notFound('Platform role not found', 'NOT_FOUND')
export const EmailNotVerified = conflict(
  'This person has not verified their e-mail address yet. Ask them to verify it first.',
  'EMAIL_NOT_VERIFIED',
)
export const LastPlatformAdmin = conflict(
  'You cannot remove yourself or the last administrator. Ask another administrator, or add one first.',
  'LAST_PLATFORM_ADMIN',
)
export const RootRequired = forbidden(
  'Only a root administrator can add or remove root administrators',
  'FORBIDDEN',
)

const PlatformAdmin = z.object({
  globalUserId: z.string(),
  email: z.optional(z.string()),
  name: z.optional(z.string()),
  picture: z.optional(z.string()),
  roles: z.array(z.string()),
  addedAt: z.string(),
  /** Global user id, or `system` for the deployment's list. */
  addedBy: z.string(),
})

/** Clients read `nominations`, which is always empty: administrators are added by e-mail, not nominated. */
const Admins = z.object({
  admins: z.array(PlatformAdmin),
  nominations: z.array(z.object({ id: z.string() })),
})

export const contract = declare('admins', 'Platform administrators', {
  listPlatformAdmins: {
    summary: 'List the platform administrators, longest-serving first',
    method: 'GET',
    path: '/admin/platform-admins',
    access: 'admin',
    host: 'both',
    duringMaintenance: true,
    reply: data(Admins),
    costs: { depth: 3, read: 4, write: 0 },
    example: { as: 'root' },
  },
  addPlatformAdmin: {
    summary: 'Make a person a platform administrator, or with `preview` only return who it would be',
    method: 'POST',
    path: '/admin/platform-admins',
    access: 'platformAdmin',
    consequence: 'grants-role',
    host: 'both',
    duringMaintenance: true,
    body: z.strictObject({
      email: z.optional(Email),
      globalUserId: z.optional(Id),
      preview: z.optional(
        described(z.boolean(), 'Whether only to check the request and return the person. Default: false'),
      ),
    }),
    reply: data(
      z.object({
        globalUserId: z.string(),
        email: z.string(),
        name: z.string(),
        /** Whether the person has verified the address. */
        emailVerified: z.boolean(),
      }),
      'Platform admin added',
    ),
    fails: [NobodyNamed, GlobalUserNotFound, EmailNotVerified, ConcurrentChange],
    costs: { depth: 4, read: 5, write: 10 },
    example: { as: 'root', body: { email: 'ada@demo.example.edu' } },
  },
  removePlatformAdmin: {
    summary: "Remove a person's platform roles and end all their sessions",
    method: 'DELETE',
    path: '/admin/platform-admins/:globalUserId',
    access: 'platformAdmin',
    consequence: 'grants-role',
    host: 'both',
    duringMaintenance: true,
    reply: done('Platform admin removed'),
    fails: [PlatformRoleNotFound, LastPlatformAdmin, RootRequired, ConcurrentChange],
    costs: { depth: 3, read: 4, write: 14 },
    example: { as: 'root', path: { globalUserId: 'demo-global-ada' } },
  },
})
