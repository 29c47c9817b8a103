import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluateConditions, holds } from '../../../functions/stakeholders/index.ts'

// An oracle of another make: every operator is one sentence over plain values, all of them known to be well formed.
type Wanted = {
  readonly type: 'string' | 'number' | 'boolean' | 'date'
  readonly operator: string
  readonly value: never
}

const words = ['alpha', 'beta', 'alphabet', 'Gamma', ' gamma ']
const days = ['2026-01-01', '2026-01-02', '2026-02-28', '2026-03-01']
const moments = days.flatMap((day) => [
  `${day}T00:00:00.000Z`,
  `${day}T13:30:00.000Z`,
  `${day}T23:59:59.999Z`,
])

const fold = (text: string): string => text.trim().toLowerCase()

const oracle = (operator: string, value: unknown, actual: unknown): boolean => {
  if (actual === undefined) return ['notEquals', 'notContains', 'notIn'].includes(operator)
  const a = typeof actual === 'string' && moments.includes(actual) ? actual.slice(0, 10) : actual
  const folded = typeof a === 'string' ? fold(a) : a
  const wanted = (Array.isArray(value) ? value : [value]).map((one) =>
    typeof one === 'string' ? fold(one) : one,
  )
  const [first, last] = wanted as [string, string]
  switch (operator) {
    case 'equals':
    case 'in':
      return wanted.includes(folded)
    case 'notEquals':
    case 'notIn':
      return !wanted.includes(folded)
    case 'contains':
      return String(folded).split(first).length > 1
    case 'notContains':
      return String(folded).split(first).length === 1
    case 'greaterThan':
      return !(Number(folded) <= Number(first))
    case 'lessThan':
      return !(Number(folded) >= Number(first))
    case 'greaterThanOrEqual':
      return !(Number(folded) < Number(first))
    case 'lessThanOrEqual':
      return !(Number(folded) > Number(first))
    // Days as texts sort like days.
    case 'before':
      return [String(folded), first].sort()[0] !== first
    case 'after':
      return [String(folded), first].sort()[1] !== first
    default:
      return [first, String(folded), last].sort()[1] === folded
  }
}

const word = fc.constantFrom(...words)
const number = fc.integer({ min: -3, max: 3 })
const day = fc.constantFrom(...days)
const range = fc.tuple(day, day).map((ends) => ends.sort())

const asked = (type: Wanted['type'], operators: string[], value: fc.Arbitrary<unknown>) =>
  fc.record({ type: fc.constant(type), operator: fc.constantFrom(...operators), value })

const anyCondition = fc.oneof(
  asked('string', ['equals', 'notEquals', 'contains', 'notContains'], word),
  asked('string', ['in', 'notIn'], fc.array(word, { minLength: 1 })),
  asked(
    'number',
    ['equals', 'notEquals', 'greaterThan', 'lessThan', 'greaterThanOrEqual', 'lessThanOrEqual'],
    number,
  ),
  asked('number', ['in', 'notIn'], fc.array(number, { minLength: 1 })),
  asked('boolean', ['equals', 'notEquals'], fc.boolean()),
  asked('date', ['equals', 'notEquals', 'before', 'after'], day),
  asked('date', ['between'], range),
) as fc.Arbitrary<Wanted>

const fieldOf = { string: 'name', number: 'maxAttendees', boolean: 'autoBook', date: 'start_time' } as const

const anyEvent = fc.record({
  name: fc.option(word, { nil: undefined }),
  maxAttendees: fc.option(number, { nil: undefined }),
  autoBook: fc.option(fc.boolean(), { nil: undefined }),
  start_time: fc.option(fc.constantFrom(...moments), { nil: undefined }),
})

const joint = fc.constantFrom<('AND' | 'OR')[]>('AND', 'OR')
const sequence = <T>(one: fc.Arbitrary<T>) =>
  fc
    .array(one, { minLength: 1, maxLength: 4 })
    .chain((parts) =>
      fc.tuple(
        fc.constant(parts),
        fc.array(joint, { minLength: parts.length - 1, maxLength: parts.length - 1 }),
      ),
    )

/** By the last joint first: what it says of everything before it. */
const folded = (parts: readonly boolean[], joints: readonly string[]): boolean => {
  const last = parts.at(-1) === true
  if (parts.length === 1) return last
  const before = folded(parts.slice(0, -1), joints.slice(0, -1))
  return joints.at(-1) === 'AND' ? before && last : before || last
}

describe('evaluation', () => {
  it('agrees with the oracle on one condition', () => {
    fc.assert(
      fc.property(anyCondition, anyEvent, ({ type, operator, value }, event) => {
        const actual = event[fieldOf[type]]
        expect(holds({ operator, value }, type, actual)).toBe(oracle(operator, value, actual))
      }),
      { numRuns: 2000 },
    )
  })

  it('agrees with the oracle on groups of conditions', () => {
    fc.assert(
      fc.property(sequence(sequence(anyCondition)), anyEvent, ([groups, groupLogicalOperators], event) => {
        const conditionGroups = groups.map(([conditions, conditionLogicalOperators]) => ({
          conditions: conditions.map(({ type, operator, value }) => ({
            field: fieldOf[type],
            operator,
            value,
          })),
          conditionLogicalOperators,
        }))
        const expected = folded(
          groups.map(([conditions, joints]) =>
            folded(
              conditions.map(({ type, operator, value }) => oracle(operator, value, event[fieldOf[type]])),
              joints,
            ),
          ),
          groupLogicalOperators,
        )
        expect(evaluateConditions({ conditionGroups, groupLogicalOperators }, event, []).holds).toBe(expected)
      }),
      { numRuns: 500 },
    )
  })
})
