import * as z from 'zod/mini'
import { text } from '../../../lib/contract/fields.ts'
import { closed } from './closed-shape.ts'

const Single = z.union([text(200), z.number(), z.boolean()])

/** One condition on an event. Dates are ISO 8601; a day stands for all of it, in UTC. */
export const Condition = closed({
  field: text(64),
  operator: text(32),
  value: z.union([Single, z.array(Single).check(z.minLength(1), z.maxLength(50))]),
})
export type Condition = z.infer<typeof Condition>

const Joints = z.array(z.enum(['AND', 'OR'])).check(z.maxLength(19))

export const ConditionGroup = closed({
  conditions: z.array(Condition).check(z.minLength(1), z.maxLength(20)),
  /** One less than there are conditions. */
  conditionLogicalOperators: z._default(Joints, []),
})

/** Groups of conditions, joined from left to right. */
export const conditionFields = {
  conditionGroups: z.array(ConditionGroup).check(z.maxLength(10)),
  /** One less than there are groups. */
  groupLogicalOperators: Joints,
}
export type Conditions = {
  readonly conditionGroups: readonly z.infer<typeof ConditionGroup>[]
  readonly groupLogicalOperators: readonly ('AND' | 'OR')[]
}
