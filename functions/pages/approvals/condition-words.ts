import type { Answer } from '../call.ts'
import { type Html, html } from '../layout/page.ts'
import { msg, t } from '../locale.ts'

export type Flow = Answer<'stakeholders', 'getApprovalFlow'>
export type Step = Flow['steps'][number]
export type Group = Step['conditionGroups'][number]
export type Condition = Group['conditions'][number]
export type Field = Pick<Flow['fieldDefinitions'][number], 'name' | 'type' | 'label'>

const operators: Readonly<Record<string, string>> = {
  equals: msg('is'),
  notEquals: msg('is not'),
  greaterThanOrEqual: msg('is at least'),
  lessThanOrEqual: msg('is at most'),
  greaterThan: msg('is greater than'),
  lessThan: msg('is less than'),
  contains: msg('contains'),
  notContains: msg('does not contain'),
  in: msg('is one of'),
  notIn: msg('is not one of'),
  before: msg('is before'),
  after: msg('is after'),
  between: msg('is between'),
}

/** Fields of every event. A school's own fields have the labels that it gave them. */
const fieldNames: Readonly<Record<string, string>> = {
  type: msg('Event type'),
  expectedAttendance: msg('Expected people'),
  maxAttendees: msg('Seats'),
  classroom_id: msg('Room'),
  location: msg('Other place'),
  start_time: msg('Start'),
  end_time: msg('End'),
  name: msg('Name'),
  description: msg('Description'),
  tags: msg('Tags'),
  externalLink: msg('Link'),
  registrationEnabled: msg('Takes registrations'),
  requiresApproval: msg('The organizer requests approval'),
}

/** The name of a field. `fields` name the school's own ones. */
export const nameOf = (name: string, fields: readonly Field[]): string => {
  const common = fieldNames[name]
  return common === undefined ? (fields.find((one) => one.name === name)?.label ?? name) : t(common)
}

export const operatorWords = (operator: string): string => t(operators[operator] ?? operator)

const valueWords = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value !== 'boolean') return String(value)
  return value ? t('Yes') : t('No')
}

/** One condition in words. `fields` name the school's own ones. */
export const conditionWords = (
  { field: name, operator, value }: Omit<Condition, 'value'> & { readonly value: unknown },
  fields: readonly Field[] = [],
): Html => html`<bdi>${nameOf(name, fields)}</bdi> ${operatorWords(operator)} <bdi>${valueWords(value)}</bdi>`
