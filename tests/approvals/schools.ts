import fc from 'fast-check'
import type { Setup } from '../../functions/stakeholders/index.ts'
import { setupOf } from './cast-of-approvals.ts'

const roles = ['a', 'b', 'c', 'd', 'e'] as const
const anyRole = fc.constantFrom(...roles)

const anyStaff = fc.record({
  activeMembers: fc.integer({ min: 0, max: 3 }),
  approvalConfig: fc.record(
    { requiredApprovals: fc.integer({ min: 1, max: 3 }), requireAllMembers: fc.boolean() },
    { requiredKeys: [] },
  ),
  escalationRules: fc.record(
    {
      timeout: fc.constantFrom(1, 24),
      autoEscalate: fc.boolean(),
      escalateTo: anyRole,
      escalateToUser: fc.constantFrom('ada', 'ben'),
    },
    { requiredKeys: [] },
  ),
  backupAssignees: fc.array(
    fc.record({
      userId: fc.constantFrom('cleo', 'dora', 'ada'),
      priority: fc.nat(5),
      isActive: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
})

const anyStep = fc.record({
  role: anyRole,
  stage: fc.integer({ min: 0, max: 3 }),
  kind: fc.constantFrom('approver', 'approver', 'approver', 'acknowledger', 'notifiee'),
  allowSelfApproval: fc.boolean(),
})

/** The settings of a school: five roles, and steps that always apply. */
export const anySetup: fc.Arbitrary<Setup> = fc
  .tuple(
    fc.tuple(...roles.map(() => anyStaff)),
    fc.uniqueArray(anyStep, { maxLength: 6, selector: ({ role, stage }) => `${role} ${stage}` }),
  )
  .map(([staff, steps]) =>
    setupOf({
      roles: Object.fromEntries(roles.map((role, at) => [role, staff[at] ?? {}])),
      flow: {
        steps: steps.map((step, at) => ({
          ...step,
          _id: `s${at}`,
          always: true,
          conditionGroups: [],
          groupLogicalOperators: [],
          checkItems: [],
        })),
      },
    }),
  )

/** Something that happens to an approval. `pick` chooses among the steps that wait. */
export type Act = {
  readonly does: 'approve' | 'reject' | 'withdraw' | 'wait'
  readonly pick: number
  readonly admin: boolean
}
export const anyAct: fc.Arbitrary<Act> = fc.record({
  does: fc.constantFrom('approve', 'approve', 'approve', 'approve', 'wait', 'wait', 'reject', 'withdraw'),
  pick: fc.nat(9),
  admin: fc.boolean(),
})
