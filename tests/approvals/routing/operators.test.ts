import { describe, expect, it } from 'vitest'
import { evaluateConditions, holds } from '../../../functions/stakeholders/index.ts'

type Type = Parameters<typeof holds>[1]
type Case = readonly [
  type: Type,
  operator: string,
  value: unknown,
  actual: unknown,
  expected: boolean | undefined,
]

const noon = '2026-05-04T12:00:00Z'

const cases: readonly Case[] = [
  ['string', 'equals', 'Party', ' party ', true],
  ['string', 'equals', 'Party', 'parties', false],
  ['string', 'equals', 'Party', undefined, false],
  ['string', 'notEquals', 'Party', 'talk', true],
  ['string', 'notEquals', 'Party', 'PARTY', false],
  ['string', 'notEquals', 'Party', undefined, true],
  ['string', 'contains', 'art', 'Party', true],
  ['string', 'contains', 'art', ['Party'], false],
  ['string', 'contains', 'art', ['music', 'Art'], true],
  ['string', 'contains', 'art', null, false],
  ['string', 'notContains', 'art', 'Party', false],
  ['string', 'notContains', 'art', ['Party'], true],
  ['string', 'notContains', 'art', undefined, true],
  ['string', 'in', ['talk', 'Party'], 'party', true],
  ['string', 'in', 'talk, party', 'party', true],
  ['string', 'in', ['talk'], 'party', false],
  ['string', 'in', ['talk'], undefined, false],
  ['string', 'notIn', ['talk'], 'party', true],
  ['string', 'notIn', ['Party '], 'party', false],
  ['string', 'notIn', ['talk'], undefined, true],
  ['string', 'greaterThan', 'a', 'b', undefined],
  ['string', 'equals', 5, 'five', undefined],
  ['string', 'equals', 'a', 5, undefined],
  ['number', 'equals', 5, 5, true],
  ['number', 'equals', 5, '5', true],
  ['number', 'equals', 5, undefined, false],
  ['number', 'notEquals', 5, 6, true],
  ['number', 'notEquals', 5, 5, false],
  ['number', 'notEquals', 5, null, true],
  ['number', 'greaterThan', 5, 5, false],
  ['number', 'greaterThan', 5, 5.1, true],
  ['number', 'greaterThan', 5, undefined, false],
  ['number', 'lessThan', 5, 4, true],
  ['number', 'lessThan', 5, 5, false],
  ['number', 'lessThan', 5, undefined, false],
  ['number', 'greaterThanOrEqual', 5, 5, true],
  ['number', 'greaterThanOrEqual', 5, 4, false],
  ['number', 'greaterThanOrEqual', 5, undefined, false],
  ['number', 'lessThanOrEqual', 5, 5, true],
  ['number', 'lessThanOrEqual', 5, 6, false],
  ['number', 'lessThanOrEqual', 5, undefined, false],
  ['number', 'in', [1, 5], 5, true],
  ['number', 'in', '1,5', 5, true],
  ['number', 'in', [1], undefined, false],
  ['number', 'notIn', [1, 5], 5, false],
  ['number', 'notIn', [1], 5, true],
  ['number', 'notIn', [1], undefined, true],
  ['number', 'in', 5, 5, true],
  ['number', 'in', 5, 55, false],
  ['number', 'in', '4, 5', 5, true],
  ['number', 'contains', 5, 55, undefined],
  ['number', 'equals', 'many', 5, undefined],
  ['number', 'equals', 5, 'many', undefined],
  ['number', 'in', ['many'], 5, undefined],
  ['boolean', 'equals', true, true, true],
  ['boolean', 'equals', true, 'true', true],
  ['boolean', 'equals', true, undefined, false],
  ['boolean', 'notEquals', true, false, true],
  ['boolean', 'notEquals', true, true, false],
  ['boolean', 'notEquals', true, undefined, true],
  ['boolean', 'in', [true], true, undefined],
  ['boolean', 'equals', 'perhaps', true, undefined],
  ['boolean', 'equals', true, 'perhaps', undefined],
  ['date', 'equals', '2026-05-04', noon, true],
  ['date', 'equals', '2026-05-04T14:00:00+02:00', noon, true],
  ['date', 'equals', '2026-05-05', noon, false],
  ['date', 'equals', '2026-05-04', undefined, false],
  ['date', 'notEquals', '2026-05-05', noon, true],
  ['date', 'notEquals', '2026-05-04', noon, false],
  ['date', 'notEquals', '2026-05-04', undefined, true],
  ['date', 'before', '2026-05-05', noon, true],
  ['date', 'before', '2026-05-04', noon, false],
  ['date', 'before', '2026-05-05', undefined, false],
  ['date', 'after', '2026-05-03', noon, true],
  ['date', 'after', '2026-05-04', noon, false],
  ['date', 'after', '2026-05-03', undefined, false],
  ['date', 'between', ['2026-05-01', '2026-05-04'], noon, true],
  ['date', 'between', ['2026-05-05', '2026-05-09'], noon, false],
  ['date', 'between', ['2026-05-01', '2026-05-04'], undefined, false],
  ['date', 'between', ['2026-05-09', '2026-05-01'], noon, undefined],
  ['date', 'between', ['2026-05-09'], noon, undefined],
  ['date', 'between', '2026-05-01, 2026-05-04', noon, true],
  ['date', 'between', '2026-05-05, 2026-05-09', noon, false],
  ['date', 'between', '2026-05-01', noon, undefined],
  ['date', 'in', ['2026-05-04'], noon, undefined],
  ['date', 'equals', '2026-02-30', noon, undefined],
  ['date', 'equals', 'soon', noon, undefined],
  ['date', 'equals', '2026-05-04', 'soon', undefined],
]

describe('an operator', () => {
  it.each(cases)('of %s: %s %j of %j is %s', (type, operator, value, actual, expected) => {
    expect(holds({ operator, value: value as string }, type, actual)).toBe(expected)
  })
})

const when = (field: string, operator: string, value: string | number | boolean) => ({
  field,
  operator,
  value,
})
const group = (...conditions: ReturnType<typeof when>[]) => ({
  conditions,
  conditionLogicalOperators: conditions.slice(1).map(() => 'AND' as const),
})
const yes = when('type', 'equals', 'party')
const no = when('type', 'equals', 'talk')
const facts = {
  type: 'Party',
  location: 'Hall',
  maxAttendees: 80,
  customFields: { food: true, type: 'talk' },
}

const judged = (
  conditionGroups: ReturnType<typeof group>[],
  groupLogicalOperators: ('AND' | 'OR')[] = [],
  definitions: Parameters<typeof evaluateConditions>[2] = [],
) => evaluateConditions({ conditionGroups, groupLogicalOperators }, facts, definitions).holds

describe('conditions', () => {
  // rules/stakeholders 25
  it('combine from left to right, without precedence', () => {
    expect(judged([group(yes), group(yes), group(no)], ['OR', 'AND'])).toBe(false)
    expect(judged([group(no), group(yes), group(yes)], ['AND', 'OR'])).toBe(true)
  })

  it.each(['room', 'roomName'])('read %s as the location', (field) => {
    expect(judged([group(when(field, 'equals', 'hall'))])).toBe(true)
  })

  it.each([
    ['eventType', 'party', true],
    ['category', 'party', true],
    ['capacity', 80, undefined],
  ])('know the alias %s', (field, value, _) => {
    expect(judged([group(when(field, 'equals', value))])).toBe(true)
  })

  it('read fields of the form by name, behind those of the event', () => {
    const definitions = [{ name: 'food', type: 'boolean' as const }]
    expect(judged([group(when('food', 'equals', true))], [], definitions)).toBe(true)
    expect(judged([group(when('type', 'equals', 'talk'))], [], [{ name: 'type', type: 'string' }])).toBe(
      false,
    )
  })

  it.each([
    ['a field that is not defined', [group(yes), group(when('food', 'equals', true))], ['OR']],
    ['a field of every object', [group(when('constructor', 'equals', 'x'))], []],
    ['too few joints', [group(yes), group(yes)], []],
    ['too many joints', [group(yes)], ['AND']],
    ['an empty group', [group()], []],
    ['no group', [], []],
  ] as const)('cannot be evaluated with %s', (_, groups, joints) => {
    expect(judged([...groups], [...joints])).toBeUndefined()
  })
})
