import * as z from 'zod/mini'
import { ConcurrentChange, SecondFactorRequired, StrongProofRequired } from '../../lib/contract/failures.ts'
import { EmptyBody } from '../../lib/contract/fields.ts'
import { PublicUser } from '../../lib/contract/people.ts'
import { data, done } from '../../lib/contract/reply.ts'
import type { Rows } from '../../lib/contract/row.ts'
import {
  BeyondSchool,
  FactorTooYoung,
  MemberNotFound,
  NothingLost,
  OtherAdministratorRequired,
  Outranked,
  OwnRecovery,
  RecoveryNotFound,
} from './shapes.ts'

const moment = z.nullable(z.string())

const Reason = z.enum(['lost', 'stolen'])

/** Recovery that administrators have opened for a person who has lost every factor. */
const Assistance = z.object({
  state: z.enum(['none', 'opened', 'confirmed']),
  openedBy: z.nullable(PublicUser),
  openedAt: moment,
  /** Until when another administrator may confirm it; null where no confirmation is due. */
  confirmUntil: moment,
  /** When the person can continue, once it is confirmed. */
  readyAt: moment,
  /** Until when the person may use it; null before it is confirmed. */
  usableUntil: moment,
  /** Why it was opened: `stolen` where the person reports that a thief holds a factor. */
  reason: z.nullable(Reason),
})

const path = '/admin/members/:userId/factor-recovery'
const ben = { userId: 'demo-user-ben' }
const own = { access: 'admin', proof: 'own', consequence: 'factors', inPerson: true } as const
const eligibilityFailures = [
  MemberNotFound,
  OwnRecovery,
  BeyondSchool,
  Outranked,
  NothingLost,
  FactorTooYoung,
  ConcurrentChange,
  SecondFactorRequired,
  StrongProofRequired,
] as const

/** Two administrators of a school together spare a member the wait of three days. */
export const assistanceRows = {
  getFactorRecovery: {
    summary: 'Get the factor recovery that administrators opened for a person',
    method: 'GET',
    path,
    access: 'admin',
    reply: data(Assistance),
    fails: [MemberNotFound],
    costs: { depth: 4, read: 6, write: 0 },
    example: { as: 'root', path: ben },
  },
  openFactorRecovery: {
    summary:
      'Open a factor recovery for a person who lost every second factor; another administrator must confirm',
    method: 'POST',
    path,
    creates: 'once',
    ...own,
    body: z.optional(
      z.strictObject({
        /** Default: `lost`. With `stolen`, no factor of the account ends the confirmed recovery. */
        reason: z.optional(Reason),
      }),
    ),
    reply: data(Assistance, 'Another administrator must confirm this'),
    fails: eligibilityFailures,
    costs: { depth: 5, read: 10.5, write: 12 },
    example: { as: 'root', path: ben },
  },
  confirmFactorRecovery: {
    summary: 'Confirm a factor recovery that another administrator opened, in place of the three-day wait',
    method: 'POST',
    path: `${path}/confirm`,
    ...own,
    body: EmptyBody,
    reply: data(Assistance, 'Confirmed'),
    fails: [...eligibilityFailures, RecoveryNotFound, OtherAdministratorRequired],
    costs: { depth: 5, read: 11.5, write: 14 },
    example: { as: 'root', path: ben },
  },
  withdrawFactorRecovery: {
    summary: 'Withdraw a factor recovery that administrators opened for a person',
    method: 'DELETE',
    path,
    access: 'admin',
    inPerson: true,
    reply: done('Withdrawn'),
    fails: [MemberNotFound, RecoveryNotFound, ConcurrentChange],
    costs: { depth: 4, read: 5, write: 6 },
    example: { as: 'root', path: ben },
  },
} as const satisfies Rows
