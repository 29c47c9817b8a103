import type { Answer, FormInput, Refusal } from '../call.ts'
import { refusalOf } from '../call.ts'
import { type Choice, type Filled, field, select, suggestions } from '../layout/forms.ts'
import { collapsible, type Html, html } from '../layout/page.ts'
import { msg, t, translateChoices } from '../locale.ts'

export type Flow = Answer<'stakeholders', 'getApprovalFlow'>
export type Step = Flow['steps'][number]
type Group = Step['conditionGroups'][number]
type Condition = Group['conditions'][number]
type Field = Pick<Flow['fieldDefinitions'][number], 'name' | 'type' | 'label'>

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

const nameOf = (name: string, fields: readonly Field[]): string => {
  const common = fieldNames[name]
  return common === undefined ? (fields.find((one) => one.name === name)?.label ?? name) : t(common)
}

const valueWords = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value !== 'boolean') return String(value)
  return value ? t('Yes') : t('No')
}

/** One condition in words. `fields` name the school's own ones. */
export const conditionWords = (
  { field: name, operator, value }: Omit<Condition, 'value'> & { readonly value: unknown },
  fields: readonly Field[] = [],
): Html =>
  html`<bdi>${nameOf(name, fields)}</bdi> ${t(operators[operator] ?? operator)} <bdi>${valueWords(value)}</bdi>`

const jointWords = (joint: string | undefined): string => (joint === 'OR' ? t('or') : t('and'))

const joined = (parts: readonly Html[], joints: readonly string[]): Html =>
  html`${parts.map((part, at) => (at === 0 ? part : html` <em>${jointWords(joints[at - 1])}</em> ${part}`))}`

const conditionsWords = (
  { conditionGroups, groupLogicalOperators }: Step,
  fields: readonly Field[],
): Html => {
  const groups = conditionGroups.map(({ conditions, conditionLogicalOperators }) => {
    const own = joined(
      conditions.map((condition) => conditionWords(condition, fields)),
      conditionLogicalOperators,
    )
    return conditionGroups.length > 1 && conditions.length > 1 ? html`(${own})` : own
  })
  return joined(groups, groupLogicalOperators)
}

const requested: Condition = { field: 'requiresApproval', operator: 'equals', value: true }

const isRequested = ({ conditionGroups }: Step): boolean => {
  const [condition, ...others] = conditionGroups.flatMap(({ conditions }) => conditions)
  return (
    others.length === 0 &&
    condition?.field === requested.field &&
    condition.operator === requested.operator &&
    condition.value === requested.value
  )
}

/** The events that a step applies to. */
export const appliesWords = (step: Step, fields: readonly Field[]): Html => {
  if (step.always) return html`${t('Every event')}`
  if (step.conditionGroups.length === 0) return html`<span class="tag warn">${t('No event')}</span>`
  if (isRequested(step)) return html`${t('Events that request approval')}`
  return conditionsWords(step, fields)
}

/** Conditions that the form can enter. */
const rows = [1, 2, 3]

/** Whether the form would read a value as it shows it. */
const isPlain = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.every((one) => isPlain(one) && !String(one).includes(','))
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0
  return typeof value !== 'string' || (value.trim() === value && !/^\d{4}-\d\d-\d\dT/.test(value))
}

const isList = (operator: string): boolean => ['in', 'notIn', 'between'].includes(operator)

/** Whether the form can show the conditions of a step: one group with a single joint and plain values. */
const isSimple = ({ conditionGroups: [group, ...others] }: Step): boolean =>
  others.length === 0 &&
  group !== undefined &&
  group.conditions.length <= rows.length &&
  group.conditions.every(
    ({ operator, value }) => isPlain(value) && isList(operator) === Array.isArray(value),
  ) &&
  new Set(group?.conditionLogicalOperators).size <= 1

const appliesOf = (step: Step): string => {
  if (step.always) return 'always'
  if (isRequested(step)) return 'requested'
  return isSimple(step) ? 'conditions' : 'kept'
}

/** A step's events as the form's controls hold them. */
export const appliesValues = (step: Step): Readonly<Record<string, string>> => {
  const [group] = step.conditionGroups
  const applies = appliesOf(step)
  const shown = applies === 'conditions' ? (group?.conditions ?? []) : []
  return {
    applies,
    joint: group?.conditionLogicalOperators[0] ?? 'AND',
    ...Object.fromEntries(
      shown.flatMap(({ field: name, operator, value }, at) => [
        [`field${at + 1}`, name],
        [`operator${at + 1}`, operator],
        [`value${at + 1}`, valueWords(value)],
      ]),
    ),
  }
}

const joints = [
  ['AND', msg('All conditions hold')],
  ['OR', msg('At least one condition holds')],
] as const

/** Event fields whose values are ids or codes, which nobody can type, and the one with a choice of its own. */
const notOffered: ReadonlySet<string> = new Set([
  'autoBook',
  'contact',
  'hostingId',
  'hostingType',
  'registrationRequired',
  'requiresApproval',
  'targetAudience',
  'timezone',
  'visibility',
])

/** The fields to choose from, with those that a step uses already. */
const fieldChoices = (fields: readonly Field[], used: readonly (string | undefined)[]): Choice[] => [
  ['', t('Choose')],
  ...fields
    .filter(({ name }) => !notOffered.has(name) || used.includes(name))
    .map(({ name }): Choice => [name, nameOf(name, fields)]),
]

/** The rows in which a condition was entered. */
const usedRows = (values: Filled['values']): number[] =>
  rows.filter((row) => Boolean(values[`field${row}`] || values[`value${row}`]?.trim()))

const isUsed = (values: Filled['values']): boolean =>
  values.applies === 'conditions' || usedRows(values).length > 0

/** Whether conditions were entered besides those that the form showed of the step. */
const hasNewConditions = (input: FormInput, step: Step | undefined): boolean => {
  const shown = step ? appliesValues(step) : {}
  return usedRows(input).some((row) =>
    [`field${row}`, `value${row}`].some((name) => (input[name] ?? '').trim() !== (shown[name] ?? '')),
  )
}

/** The controls for the events that a step applies to. `suggested` are values that people enter often. */
export const appliesFields = (
  filled: Filled,
  { fieldDefinitions }: Flow,
  suggested: readonly Choice[],
  step?: Step,
): Html => {
  const used = rows.map((row) => filled.values[`field${row}`])
  const choices: Choice[] = [
    ['requested', t('Events that request approval')],
    ['always', t('Every event')],
    ['conditions', t('Events that meet the conditions below')],
    ...(step && appliesOf(step) === 'kept'
      ? [
          [
            'kept',
            step.conditionGroups.length === 0 ? t('No event') : t('Events that meet its current conditions'),
          ] as const,
        ]
      : []),
  ]
  const conditionFields = rows.map(
    (row) =>
      html`<div class="pair three">${select(filled, `field${row}`, t('Condition {number, number}', { number: row }), fieldChoices(fieldDefinitions, used))}${select(
        filled,
        `operator${row}`,
        t('Comparison'),
        Object.entries(operators).map(([name, words]): Choice => [name, t(words)]),
      )}${field(filled, { name: `value${row}`, label: t('Value'), isRequired: false, longest: 200, list: 'values' })}</div>`,
  )
  const values = suggestions('values', suggested)
  const details = html`<div class="stack"><p class="soft">${t('Separate several values with commas. Enter dates as 2026-12-31.')}</p><div>${select(filled, 'joint', t('The step applies when'), translateChoices(joints))}${conditionFields}</div>${values}</div>`
  return html`${select(filled, 'applies', t('Applies to'), choices)}${collapsible(t('Conditions'), details, isUsed(filled.values))}`
}

type Applies = Pick<Step, 'always' | 'conditionGroups' | 'groupLogicalOperators'>
type Entered<V> = V | { readonly refusal: Refusal }

const refused = (name: string, message: string) => ({ refusal: refusalOf(400, { field: name, message }) })

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** One value as the type of its field; undefined when it does not fit. */
const typed = (text: string, type: Field['type']): string | number | boolean | undefined => {
  if (type === 'number') return /^\d+$/.test(text) ? Number(text) : undefined
  if (type === 'date') return isDate(text) ? text : undefined
  if (type === 'string') return text
  const word = text.toLocaleLowerCase()
  if (word === t('Yes').toLocaleLowerCase()) return true
  return word === t('No').toLocaleLowerCase() ? false : undefined
}

const typeMistakes: Readonly<Record<Field['type'], string>> = {
  number: msg('Enter a whole number'),
  date: msg('Enter a date as 2026-12-31'),
  boolean: msg('Enter yes or no'),
  string: msg('Enter a value'),
}

const conditionIn = (row: number, input: FormInput, flow: Flow): Entered<Condition> => {
  const {
    [`field${row}`]: name = '',
    [`operator${row}`]: operator = '',
    [`value${row}`]: entered = '',
  } = input
  const definition = flow.fieldDefinitions.find((one) => one.name === name)
  if (!definition) return refused(`field${row}`, t('Choose what to compare'))
  const allowed = flow.allowedOperators.find(({ type }) => type === definition.type)?.operators
  if (!allowed?.includes(operator))
    return refused(`operator${row}`, t('This comparison does not work here. Choose another.'))
  const takesList = isList(operator)
  const texts = (takesList ? entered.split(',') : [entered]).map((text) => text.trim())
  const values = texts.map((text) => (text === '' ? undefined : typed(text, definition.type)))
  const whole = values.filter((value) => value !== undefined)
  if (whole.length < values.length) return refused(`value${row}`, t(typeMistakes[definition.type]))
  if (operator === 'between' && whole.length !== 2)
    return refused(`value${row}`, t('Enter two dates with a comma between them'))
  const [first = ''] = whole
  return { field: name, operator, value: takesList ? (whole as string[]) : first }
}

/** The events that a step applies to, as they were entered. `step` is the step that the form changes. */
export const appliesIn = (input: FormInput, flow: Flow, step?: Step): Entered<Applies> => {
  const none = { always: false, groupLogicalOperators: [] }
  if (input.applies !== 'conditions' && hasNewConditions(input, step))
    return refused('applies', t('Choose to meet the conditions below, or clear them'))
  if (input.applies === 'always') return { ...none, always: true, conditionGroups: [] }
  if (input.applies === 'kept' && step) {
    const { always, conditionGroups, groupLogicalOperators } = step
    return { always, conditionGroups, groupLogicalOperators }
  }
  const groupOf = (conditions: Condition[]): Group => ({
    conditions,
    conditionLogicalOperators: conditions.slice(1).map(() => (input.joint === 'OR' ? 'OR' : 'AND')),
  })
  if (input.applies !== 'conditions') return { ...none, conditionGroups: [groupOf([requested])] }
  const entered = usedRows(input).map((row) => conditionIn(row, input, flow))
  if (entered.length === 0) return refused('field1', t('Choose what to compare'))
  const wrong = entered.find((one) => 'refusal' in one)
  if (wrong) return wrong
  return { ...none, conditionGroups: [groupOf(entered as Condition[])] }
}
