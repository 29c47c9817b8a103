import * as z from 'zod/mini'
import { conflict, invalid, notFound } from '../../lib/contract/failure.ts'
import { ConcurrentChange, ImpersonationForbidden, SessionRevoked } from '../../lib/contract/failures.ts'
import { EmptyBody, text } from '../../lib/contract/fields.ts'
import { SelfUser } from '../../lib/contract/people.ts'
import { data, done } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import { hours } from '../../lib/contract/time.ts'

export const IdentifierRequired = invalid(
  'identifier (username, email, or user id) is required',
  'VALIDATION_ERROR',
)
export const UserNotFound = notFound('User not found', 'USER_NOT_FOUND')
export const NotImpersonating = conflict('You are not impersonating anyone', 'NOT_IMPERSONATING')

export const impersonationLimits = { administrator: { max: 20, seconds: hours } } as const

export const contract = declare(
  'impersonation',
  'Impersonation: an administrator acts as another person for an hour, recorded in the audit log',
  {
    impersonateUser: {
      summary: 'Start to impersonate a person of this school, without any administrator rights',
      method: 'POST',
      path: '/admin/impersonate',
      access: 'admin',
      consequence: 'impersonation',
      duringMaintenance: true,
      body: z.strictObject({ identifier: z.optional(text(254, 0)), reason: z.optional(text(500)) }),
      reply: data(z.object({ user: SelfUser }), undefined, { tokens: 'data' }),
      fails: [IdentifierRequired, UserNotFound, ImpersonationForbidden, ConcurrentChange],
      limits: impersonationLimits,
      costs: { depth: 6, read: 6.5, write: 15 },
      example: { as: 'root', body: { identifier: 'ada', reason: 'cannot see the calendar' } },
    },
    stopImpersonation: {
      summary: "Stop the impersonation and restore the administrator's session",
      method: 'POST',
      path: '/admin/impersonate/stop',
      access: 'caller',
      consequence: 'none',
      duringMaintenance: true,
      goesOnWithout: 'tokens',
      body: EmptyBody,
      reply: done('Impersonation ended', { tokens: 'top' }),
      fails: [NotImpersonating, SessionRevoked, ConcurrentChange],
      costs: { depth: 4, read: 7, write: 8 },
      example: { as: 'root' },
    },
  },
)
