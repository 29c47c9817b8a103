import * as z from 'zod/mini'
import { ConcurrentChange, SecondFactorRequired, StrongProofRequired } from '../../lib/contract/failures.ts'
import { data } from '../../lib/contract/reply.ts'
import type { Rows } from '../../lib/contract/row.ts'
import { WayIds, WayIn } from '../sessions/contract.ts'
import { FactorEstablished, MemberNotFound, Outranked, OwnRecovery } from './shapes.ts'

/** How far an administrator of a school reaches: `school` for people who also have an account at another school. */
const Scope = z.enum(['account', 'school'])

/** Way in, with what an administrator may do about it. */
const MemberWay = z.object({
  ...WayIn.shape,
  /** Whether this administrator can remove it. Removing an established factor takes two administrators. */
  isRemovable: z.boolean(),
})

const path = '/admin/members/:userId/secure'
const ben = { userId: 'demo-user-ben' }

/** Operations by which an administrator secures a stolen account. */
export const accountSecurityRows = {
  getAccountSecurity: {
    summary: "List the sign-in methods of a member's account, with date and device",
    method: 'GET',
    path,
    access: 'admin',
    proof: 'own',
    consequence: 'factors',
    inPerson: true,
    reply: data(z.object({ scope: Scope, sessions: z.number(), ways: z.array(MemberWay) })),
    fails: [MemberNotFound, OwnRecovery, Outranked, SecondFactorRequired, StrongProofRequired],
    costs: { depth: 4, read: 8, write: 0 },
    example: { as: 'root', path: ben },
  },
  secureAccount: {
    summary: 'Secure a stolen account: end all sessions, remove sign-in methods, and require a new password',
    method: 'POST',
    path,
    // A repeated request also ends what began since the first.
    creates: 'each',
    access: 'admin',
    proof: 'own',
    consequence: 'factors',
    inPerson: true,
    body: z.optional(
      z.strictObject({
        /** Ids of ways in to remove. Default: those that were added lately. */
        remove: z.optional(WayIds),
        /** Whether the password stops working until the person sets a new one by mail. Default: true. */
        requireNewPassword: z.optional(z.boolean()),
      }),
    ),
    reply: data(
      z.object({
        scope: Scope,
        removed: z.array(WayIn),
        kept: z.array(WayIn),
        passwordEnded: z.boolean(),
        sessionsEnded: z.number(),
      }),
      'Account secured',
    ),
    fails: [
      MemberNotFound,
      OwnRecovery,
      Outranked,
      FactorEstablished,
      ConcurrentChange,
      SecondFactorRequired,
      StrongProofRequired,
    ],
    costs: { depth: 6, read: 9, write: 12 },
    example: { as: 'root', path: ben, body: { requireNewPassword: true } },
  },
} as const satisfies Rows
