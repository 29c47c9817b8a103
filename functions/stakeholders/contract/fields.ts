import * as z from 'zod/mini'
import { text } from '../../../lib/contract/fields.ts'

/** An object that takes no other fields. Unlike zod's own it does not repeat their names, which somebody made up. */
export const closed = <const S extends z.core.$ZodShape>(shape: S) =>
  z.strictObject(shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? 'Unknown field' : undefined),
  })

const Single = z.union([text(200), z.number(), z.boolean()])

/** One condition on an event. Dates are ISO 8601; a day stands for all of it, in UTC. */
export const Condition = closed({
  field: text(64),
  operator: text(32),
  /** Several values are a list, or a text with commas between them. */
  value: z.union([text(1000), Single, z.array(Single).check(z.minLength(1), z.maxLength(50))]),
})
export type Condition = z.infer<typeof Condition>

const Joints = z.array(z.enum(['AND', 'OR'])).check(z.maxLength(19))

const ConditionGroup = closed({
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

/** Types of fields that a condition can ask about, and what can be asked of each. */
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

/** Fields of an event that conditions read: their type, and what an editor of conditions calls them. Lists hold texts. */
const eventFields: Readonly<Record<string, readonly [FieldType, string]>> = {
  name: ['string', 'Name'],
  type: ['string', 'Type'],
  description: ['string', 'Description'],
  location: ['string', 'Location'],
  classroom_id: ['string', 'Room'],
  start_time: ['date', 'Start'],
  end_time: ['date', 'End'],
  timezone: ['string', 'Time zone'],
  visibility: ['string', 'Visibility'],
  expectedAttendance: ['number', 'Expected attendance'],
  maxAttendees: ['number', 'Most attendees'],
  contact: ['string', 'Contact'],
  externalLink: ['string', 'Link'],
  tags: ['string', 'Tags'],
  targetAudience: ['string', 'Audience'],
  hostingType: ['string', 'Kind of host'],
  hostingId: ['string', 'Host'],
  requiresApproval: ['boolean', 'Asks for approval'],
  registrationEnabled: ['boolean', 'Takes registrations'],
  registrationRequired: ['boolean', 'Needs a registration'],
  autoBook: ['boolean', 'Books its room'],
}

const aliases: Readonly<Record<string, string>> = {
  title: 'name',
  room: 'location',
  roomName: 'location',
  classroom: 'classroom_id',
  resourceId: 'classroom_id',
  roomId: 'classroom_id',
  eventType: 'type',
  category: 'type',
  startTime: 'start_time',
  endTime: 'end_time',
  capacity: 'maxAttendees',
  event_tags: 'tags',
}

const known = <V>(record: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

/** The name under which an event keeps a field, whatever the condition calls it. */
export const fieldNamed = (field: string): string => known(aliases, field) ?? field

/** The type of a field that every event has. */
export const eventFieldType = (field: string): FieldType | undefined =>
  known(eventFields, fieldNamed(field))?.[0]

export const isEventField = (field: string): boolean => eventFieldType(field) !== undefined

/** A field of a form of the school, which events keep under `customFields`. */
export type FieldDefinition = { readonly name: string; readonly type: FieldType }

/** What every event has, as fields of a form are defined. A date is typed as its text. */
export const eventFieldDefinitions = Object.entries(eventFields).map(([name, [type, label]]) => ({
  name,
  type,
  label,
  inputType: type === 'string' || type === 'date' ? 'text' : type,
}))

/** Undefined for a field that neither events nor the school's definitions have. */
export const typeOf = (field: string, definitions: readonly FieldDefinition[]): FieldType | undefined =>
  eventFieldType(field) ?? definitions.find(({ name }) => name === field)?.type

const contraries = { notEquals: 'equals', notContains: 'contains', notIn: 'in' } as const

/** Operators of a type that are no contrary of another: each has a test in `routing/conditions.ts`. */
export type TestedOperator<T extends FieldType> = Exclude<
  (typeof operatorsOf)[T][number],
  keyof typeof contraries
>

/** Operators that say the contrary of another, and hold where a field is missing. */
export const contraryOf = (operator: string): string | undefined => known<string>(contraries, operator)
