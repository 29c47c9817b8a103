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

/** Fields of an event that conditions read, by type. Lists hold texts. */
const eventFields: Readonly<Record<string, FieldType>> = {
  name: 'string',
  description: 'string',
  type: 'string',
  location: 'string',
  classroom_id: 'string',
  start_time: 'date',
  end_time: 'date',
  timezone: 'string',
  visibility: 'string',
  expectedAttendance: 'number',
  maxAttendees: 'number',
  contact: 'string',
  externalLink: 'string',
  tags: 'string',
  targetAudience: 'string',
  hostingType: 'string',
  hostingId: 'string',
  requiresApproval: 'boolean',
  registrationEnabled: 'boolean',
  registrationRequired: 'boolean',
  autoBook: 'boolean',
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

export const isEventField = (field: string): boolean => known(eventFields, fieldNamed(field)) !== undefined

/** A field of a form of the school, which events keep under `customFields`. */
export type FieldDefinition = { readonly name: string; readonly type: FieldType }

/** Undefined for a field that neither events nor the school's definitions have. */
export const typeOf = (field: string, definitions: readonly FieldDefinition[]): FieldType | undefined =>
  known(eventFields, fieldNamed(field)) ?? definitions.find(({ name }) => name === field)?.type

/** Operators that say the contrary of another, and hold where a field is missing. */
export const contraryOf = (operator: string): string | undefined =>
  known<string>({ notEquals: 'equals', notContains: 'contains', notIn: 'in' }, operator)
