import * as z from 'zod/mini'
import { text } from '../../../lib/contract/fields.ts'
import { plannerFields } from '../../events/contract.ts'

/**
 * An object without other fields. Unlike zod's own, its error does not repeat unknown field names, which come from the
 * client.
 */
export const closed = <const S extends z.core.$ZodShape>(shape: S) =>
  z.strictObject(shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? 'Unknown field' : undefined),
  })

const Single = z.union([text(200), z.number(), z.boolean()])

/** One condition on an event. Dates are ISO 8601; a day means the whole day, in UTC. */
export const Condition = closed({
  field: text(64),
  operator: text(32),
  /** Several values are a list, or a text with commas. */
  value: z.union([text(1000), Single, z.array(Single).check(z.minLength(1), z.maxLength(50))]),
})
export type Condition = z.infer<typeof Condition>

const Joints = z.array(z.enum(['AND', 'OR'])).check(z.maxLength(19))

const ConditionGroup = closed({
  conditions: z.array(Condition).check(z.minLength(1), z.maxLength(20)),
  /** One fewer than there are conditions. */
  conditionLogicalOperators: z._default(Joints, []),
})

/** Groups of conditions, joined from left to right. */
export const conditionFields = {
  conditionGroups: z.array(ConditionGroup).check(z.maxLength(10)),
  /** One fewer than there are groups. */
  groupLogicalOperators: Joints,
}
export type Conditions = {
  readonly conditionGroups: readonly z.infer<typeof ConditionGroup>[]
  readonly groupLogicalOperators: readonly ('AND' | 'OR')[]
}

/** Field types that conditions support, with the operators of each. */
export const operatorsOf = {
  string: ['equals', 'notEquals', 'contains', 'notContains', 'in', 'notIn'],
  number: [
    'equals',
    'notEquals',
    'greaterThan',
    'lessThan',
    'greaterThanOrEqual',
    'lessThanOrEqual',
    'in',
    'notIn',
  ],
  boolean: ['equals', 'notEquals'],
  date: ['equals', 'notEquals', 'before', 'after', 'between'],
} as const

export type FieldType = keyof typeof operatorsOf
export const fieldTypes = ['string', 'number', 'boolean', 'date'] as const

type ConditionField = readonly [type: FieldType, label: string]

const plannedFields = Object.entries(plannerFields).flatMap(([name, { condition }]) =>
  condition ? [[name, condition] as const] : [],
)

/** Event fields that conditions read, with type and label for a condition editor. Lists contain texts. */
const eventFields: Readonly<Record<string, ConditionField>> = {
  ...Object.fromEntries<ConditionField>(plannedFields),
  start_time: ['date', 'Start'],
  end_time: ['date', 'End'],
  timezone: ['string', 'Time zone'],
  hostingType: ['string', 'Kind of host'],
  hostingId: ['string', 'Host'],
}

/** Event fields that conditions read. */
export const conditionFieldNames: readonly string[] = Object.keys(eventFields)

/** Other names by which clients send event fields. Of several names for one field, the first wins. */
export const clientAliases: Readonly<Record<string, string>> = {
  title: 'name',
  category: 'type',
  eventType: 'type',
  roomId: 'classroom_id',
  resourceId: 'classroom_id',
  startTime: 'start_time',
  endTime: 'end_time',
  capacity: 'maxAttendees',
  event_tags: 'tags',
}

const aliases: Readonly<Record<string, string>> = {
  ...clientAliases,
  room: 'location',
  roomName: 'location',
  classroom: 'classroom_id',
}

const known = <V>(record: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

/** The event's own name for a field that a condition may call by an alias. */
export const fieldNamed = (field: string): string => known(aliases, field) ?? field

/** The type of a standard event field. */
export const eventFieldType = (field: string): FieldType | undefined =>
  known(eventFields, fieldNamed(field))?.[0]

export const isEventField = (field: string): boolean => eventFieldType(field) !== undefined

/** A field of a school's form. Events store its value under `customFields`. */
export type FieldDefinition = { readonly name: string; readonly type: FieldType }

/** Standard event fields in the format of form field definitions. A date has the type of its text. */
export const eventFieldDefinitions = Object.entries(eventFields).map(([name, [type, label]]) => ({
  name,
  type,
  label,
  inputType: type === 'string' || type === 'date' ? 'text' : type,
}))

/** The type of a field; undefined when neither events nor the school's definitions have it. */
export const typeOf = (field: string, definitions: readonly FieldDefinition[]): FieldType | undefined =>
  eventFieldType(field) ?? definitions.find(({ name }) => name === field)?.type

const contraries = { notEquals: 'equals', notContains: 'contains', notIn: 'in' } as const

/** Operators of a type that are not the negation of another. Each has a test in `routing/conditions.ts`. */
export type TestedOperator<T extends FieldType> = Exclude<
  (typeof operatorsOf)[T][number],
  keyof typeof contraries
>

/** Operators that negate another one. They hold when a field is missing. */
export const contraryOf = (operator: string): string | undefined => known<string>(contraries, operator)
