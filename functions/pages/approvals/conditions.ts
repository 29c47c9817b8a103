import { type FormInput, type Refusal, refusalOf } from '../call.ts'
import { type Choice, type Filled, select } from '../layout/forms.ts'
import { collapsible, type Html, html } from '../layout/page.ts'
import { msg, t, translateChoices } from '../locale.ts'
import { conditionFields, conditionIn, type FieldChoices, isShown, rowValues } from './condition-values.ts'
import {
  type Condition,
  conditionWords,
  type Field,
  type Flow,
  type Group,
  nameOf,
  type Step,
} from './condition-words.ts'

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

/** Whether the form can show the conditions of a step: one group with a single joint and plain values. */
const isSimple = (
  { conditionGroups: [group, ...others] }: Step,
  flow: Flow,
  choices: FieldChoices,
): boolean =>
  others.length === 0 &&
  group !== undefined &&
  group.conditions.length <= rows.length &&
  group.conditions.every((condition) => isShown(condition, flow, choices)) &&
  new Set(group.conditionLogicalOperators).size <= 1

const appliesOf = (step: Step, flow: Flow, choices: FieldChoices): string => {
  if (step.always) return 'always'
  if (isRequested(step)) return 'requested'
  return isSimple(step, flow, choices) ? 'conditions' : 'kept'
}

/** A step's events as the form's controls hold them. */
export const appliesValues = (step: Step, flow: Flow, choices: FieldChoices): Filled['values'] => {
  const applies = appliesOf(step, flow, choices)
  const [group] = step.conditionGroups
  const shown = applies === 'conditions' ? (group?.conditions ?? []) : []
  return Object.assign(
    { applies, joint: group?.conditionLogicalOperators[0] ?? 'AND' },
    ...shown.map((condition, at) => rowValues(condition, at + 1, choices)),
  )
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
const usedRows = (values: Filled['values']): number[] => rows.filter((row) => values[`field${row}`])

const isUsed = (values: Filled['values']): boolean =>
  values.applies === 'conditions' || usedRows(values).length > 0

type Entered<V> = V | { readonly refusal: Refusal }

/** Identifies a condition. The order of its values does not matter. */
const conditionMark = (entered: Entered<Condition>): string =>
  'refusal' in entered
    ? ''
    : JSON.stringify([entered.field, entered.operator, [entered.value].flat().map(String).sort()])

/** Whether conditions were entered besides those of the step, which the form may have shown. */
const hasNewConditions = (input: FormInput, flow: Flow, step: Step | undefined): boolean => {
  const entered = usedRows(input).map((row) => conditionIn(row, input, flow))
  const groups = step && !step.always ? step.conditionGroups : []
  const known = new Set(groups.flatMap(({ conditions }) => conditions).map(conditionMark))
  return entered.some((one) => !known.has(conditionMark(one)))
}

/** The controls for the events that a step applies to. `choices` are the values of fields that have some. */
export const appliesFields = (filled: Filled, flow: Flow, choices: FieldChoices, step?: Step): Html => {
  // The button for the values of conditions also chooses that they apply.
  const isChosen = filled.values.show && usedRows(filled.values).length > 0
  const own = isChosen ? { ...filled, values: { ...filled.values, applies: 'conditions' } } : filled
  const used = rows.map((row) => filled.values[`field${row}`])
  const all: Choice[] = [
    ['requested', t('Events that request approval')],
    ['always', t('Every event')],
    ['conditions', t('Events that meet the conditions below')],
    ...(step && appliesOf(step, flow, choices) === 'kept'
      ? [
          [
            'kept',
            step.conditionGroups.length === 0 ? t('No event') : t('Events that meet its current conditions'),
          ] as const,
        ]
      : []),
  ]
  const fields = fieldChoices(flow.fieldDefinitions, used)
  const conditions = rows.map((row) => conditionFields(filled, row, flow, { fields, choices }))
  const next = html`<div><button class="btn plain small" name="show" value="yes" formnovalidate formaction="/admin#step">${t('Show comparisons and values')}</button></div>`
  const details = html`<div class="stack"><p class="soft">${t('Choose what to compare. Then show its comparisons and values.')}</p><div class="stack">${select(filled, 'joint', t('The step applies when'), translateChoices(joints))}${conditions}</div>${next}</div>`
  return html`${select(own, 'applies', t('Applies to'), all)}${collapsible(t('Conditions'), details, isUsed(filled.values))}`
}

type Applies = Pick<Step, 'always' | 'conditionGroups' | 'groupLogicalOperators'>

const refused = (name: string, message: string) => ({ refusal: refusalOf(400, { field: name, message }) })

/** The events that a step applies to, as they were entered. `step` is the step that the form changes. */
export const appliesIn = (input: FormInput, flow: Flow, step?: Step): Entered<Applies> => {
  const none = { always: false, groupLogicalOperators: [] }
  if (input.applies !== 'conditions' && hasNewConditions(input, flow, step))
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
