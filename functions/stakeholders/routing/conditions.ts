import { roomKey } from '../../rooms/index.ts'
import {
  type Condition,
  type Conditions,
  contraryOf,
  type FieldDefinition,
  type FieldType,
  fieldNamed,
  isEventField,
  operatorsOf,
  type TestedOperator,
  typeOf,
} from '../contract/fields.ts'
import { type FieldValues, listed, readers } from './condition-values.ts'

/** Facts about an event, by field. Custom fields are under `customFields`. */
export type EventFacts = Readonly<Record<string, unknown>> & {
  readonly customFields?: Readonly<Record<string, unknown>> | undefined
}

/** The result of one condition. `holds` is undefined when it cannot be evaluated. */
export type EvaluatedCondition = Condition & {
  readonly actual?: unknown
  readonly holds: boolean | undefined
}

type Test<T extends FieldType> = (actual: FieldValues[T], inList: boolean) => boolean

const every = <V>(values: readonly (V | undefined)[] | undefined): readonly V[] | undefined => {
  const read = values?.filter((value) => value !== undefined)
  return read && read.length === values?.length ? (read as readonly V[]) : undefined
}

/** Builds an operator's test from a condition's value; undefined when the value has the wrong type. */
type TestOf<T extends FieldType> = (value: unknown, zone: string) => Test<T> | undefined

const comparing =
  <T extends FieldType>(
    type: T,
    compare: (actual: FieldValues[T], expected: FieldValues[T], inList: boolean) => boolean,
  ): TestOf<T> =>
  (value, zone) => {
    const expected = readers[type](value, zone)
    return expected === undefined ? undefined : (actual, inList) => compare(actual, expected, inList)
  }

const among =
  <T extends 'string' | 'number'>(type: T): TestOf<T> =>
  (value) => {
    const expected = every(listed(value)?.map((one) => readers[type](one) as FieldValues[T] | undefined))
    return expected && ((actual) => expected.includes(actual))
  }

const between: TestOf<'date'> = (value, zone) => {
  const ends = every(listed(value)?.map((one) => readers.date(one, zone)))
  const [first, last] = ends ?? []
  if (!first || !last || ends?.length !== 2 || first.from > last.to) return undefined
  return ({ from, to }) => from >= first.from && to <= last.to
}

/** The meaning of every operator. The compiler reports an operator of `operatorsOf` that is missing here. */
const tests: { readonly [T in FieldType]: Readonly<Record<TestedOperator<T>, TestOf<T>>> } = {
  string: {
    equals: comparing('string', (actual, expected) => actual === expected),
    // A list contains its entries; a text contains its substrings.
    contains: comparing('string', (actual, expected, inList) =>
      inList ? actual === expected : actual.includes(expected),
    ),
    in: among('string'),
  },
  number: {
    equals: comparing('number', (actual, expected) => actual === expected),
    greaterThan: comparing('number', (actual, expected) => actual > expected),
    lessThan: comparing('number', (actual, expected) => actual < expected),
    greaterThanOrEqual: comparing('number', (actual, expected) => actual >= expected),
    lessThanOrEqual: comparing('number', (actual, expected) => actual <= expected),
    in: among('number'),
  },
  boolean: { equals: comparing('boolean', (actual, expected) => actual === expected) },
  date: {
    equals: comparing('date', ({ from, to }, expected) => from <= expected.to && to >= expected.from),
    before: comparing('date', ({ to }, expected) => to < expected.from),
    after: comparing('date', ({ from }, expected) => from > expected.to),
    between,
  },
}

const isBlank = (actual: unknown): boolean =>
  actual === undefined || actual === null || (typeof actual === 'string' && actual.trim() === '')

/**
 * Whether a condition holds for a value. Undefined when it cannot be evaluated: an unknown operator for the type, or a
 * value of another type. Days are in `zone`. For a missing value only negations hold. For a list, one matching entry is
 * enough.
 */
export const holds = (
  { operator, value }: Pick<Condition, 'operator' | 'value'>,
  type: FieldType,
  actual: unknown,
  zone = 'UTC',
): boolean | undefined => {
  if (!(operatorsOf[type] as readonly string[]).includes(operator)) return undefined
  const positive = contraryOf(operator)
  const ofType = tests[type] as Readonly<Record<string, TestOf<FieldType>>>
  const test = ofType[positive ?? operator]?.(value, zone)
  if (!test) return undefined
  const inList = Array.isArray(actual)
  const present = (inList ? (actual as readonly unknown[]) : [actual]).filter((one) => !isBlank(one))
  const read = every(present.map((one) => readers[type](one, zone)))
  if (!read) return undefined
  const found = read.some((one) => test(one, inList))
  return positive === undefined ? found : !found
}

/** Facts of a draft, under the events' own field names. */
export const factsNamed = (draft: EventFacts): EventFacts => {
  const facts: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(draft)) facts[fieldNamed(field)] ??= value
  return facts
}

const factOf = (facts: EventFacts, field: string): unknown => {
  if (isEventField(field)) return facts[fieldNamed(field)]
  const own = facts.customFields
  return own && Object.hasOwn(own, field) ? own[field] : undefined
}

const isRoom = (field: string): boolean => fieldNamed(field) === 'classroom_id'

/** Compares rooms by key, so that any spelling of a room's name matches. */
const asKey = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asKey)
  return typeof value === 'string' ? value.split(',').map(roomKey).join(',') : value
}
const asRoom = (condition: Condition): Condition => ({
  ...condition,
  value: asKey(condition.value) as Condition['value'],
})

const evaluateCondition = (
  condition: Condition,
  facts: EventFacts,
  definitions: readonly FieldDefinition[],
  zone: string,
): EvaluatedCondition => {
  const type = typeOf(condition.field, definitions)
  const actual = factOf(facts, condition.field)
  const [input, found] = isRoom(condition.field) ? [asRoom(condition), asKey(actual)] : [condition, actual]
  return { ...condition, actual, holds: type && holds(input, type, found, zone) }
}

/**
 * Combines results from left to right, without precedence (rules/stakeholders 25). Undefined when a part is undefined,
 * or the number of operators is wrong.
 */
const combineResults = (
  parts: readonly (boolean | undefined)[],
  operators: readonly string[],
): boolean | undefined => {
  if (parts.length === 0 || operators.length !== parts.length - 1) return undefined
  return parts.reduce((left, right, at) => {
    if (left === undefined || right === undefined) return undefined
    const operator = operators[at - 1]
    if (operator === 'AND') return left && right
    return operator === 'OR' ? left || right : undefined
  })
}

/**
 * Evaluates conditions on an event, one by one and combined. `holds` is undefined when any part cannot be evaluated,
 * even if the rest would decide. A mistake in the settings never lets an event pass.
 */
export const evaluateConditions = (
  { conditionGroups, groupLogicalOperators }: Conditions,
  facts: EventFacts,
  definitions: readonly FieldDefinition[],
  zone = 'UTC',
): { readonly holds: boolean | undefined; readonly conditions: readonly EvaluatedCondition[] } => {
  const groups = conditionGroups.map(({ conditions, conditionLogicalOperators }) => {
    const judged = conditions.map((condition) => evaluateCondition(condition, facts, definitions, zone))
    return {
      judged,
      holds: combineResults(
        judged.map((one) => one.holds),
        conditionLogicalOperators,
      ),
    }
  })
  return {
    holds: combineResults(
      groups.map((group) => group.holds),
      groupLogicalOperators,
    ),
    conditions: groups.flatMap(({ judged }) => judged),
  }
}
