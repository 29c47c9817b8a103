import { type FormInput, type Refusal, refusalOf } from '../call.ts'
import { type Choice, checkbox, type Filled, field, hidden, select } from '../layout/forms.ts'
import { type Html, html } from '../layout/page.ts'
import { msg, t } from '../locale.ts'
import { type Condition, type Field, type Flow, nameOf, operatorWords } from './condition-words.ts'

/** Choices of the fields that have some, by the field's name. */
export type FieldChoices = Readonly<Record<string, readonly Choice[]>>

type Values = Filled['values']
type Entered<V> = V | { readonly refusal: Refusal }

const isList = (operator: string): boolean => ['in', 'notIn'].includes(operator)

const allowedFor = ({ type }: Field, flow: Flow): readonly string[] =>
  flow.allowedOperators.find((one) => one.type === type)?.operators ?? []

/** The comparisons to choose from: those that make sense for the field, and the current one. */
const comparisons = (
  definition: Field,
  flow: Flow,
  isChoice: boolean,
  current: string | undefined,
): readonly string[] => {
  const allowed = allowedFor(definition, flow)
  const isSensible = (operator: string): boolean =>
    isChoice ? isList(operator) : definition.type !== 'boolean' || operator === 'equals'
  const sensible = allowed.filter((operator) => isSensible(operator) || operator === current)
  return sensible.length > 0 ? sensible : allowed
}

/** The names of check boxes begin with it. */
const pickPrefix = (row: number): string => `value${row}-`

const pickedIn = (row: number, values: Values): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    name.startsWith(pickPrefix(row)) && value ? [value] : [],
  )

/**
 * What was entered in a row. Comparison and values of another field than the one they were shown for do not count.
 */
export const rowIn = (row: number, values: Values) => {
  const name = values[`field${row}`] ?? ''
  const shown = values[`shown${row}`]
  const isOwn = shown === undefined || shown === name
  return {
    name,
    operator: isOwn ? (values[`operator${row}`] ?? '') : '',
    value: isOwn ? (values[`value${row}`] ?? '').trim() : '',
    until: isOwn ? (values[`until${row}`] ?? '').trim() : '',
    picked: isOwn ? pickedIn(row, values) : [],
  }
}

const picks = (filled: Filled, row: number, definition: Field, choices: readonly Choice[]): Html => {
  const { picked, value } = rowIn(row, filled.values)
  const boxes = choices.map(([choice, text], at) => {
    const name = `${pickPrefix(row)}${at}`
    return checkbox({ values: picked.includes(choice) ? { [name]: choice } : {} }, name, text, choice)
  })
  const others = field(
    { ...filled, values: { [`value${row}`]: value } },
    {
      name: `value${row}`,
      label: t('Other values'),
      optional: true,
      longest: 1000,
      hint: t('Separated by commas.'),
    },
  )
  return html`<fieldset class="field"><legend>${nameOf(definition.name, [definition])}</legend><div class="grid">${boxes}</div>${others}</fieldset>`
}

/** The control for the value of a field, by its type. */
const valueControl = (filled: Filled, row: number, { type }: Field): Html => {
  const name = `value${row}`
  const { value, until } = rowIn(row, filled.values)
  const own: Filled = { ...filled, values: { [name]: value, [`until${row}`]: until } }
  const label = t('Value')
  if (type === 'boolean')
    return select(own, name, label, [
      ['yes', t('Yes')],
      ['no', t('No')],
    ])
  if (type === 'date')
    return html`<div class="stack-s">${field(own, { name, label: t('Date'), type: 'date', isRequired: false })}${field(own, { name: `until${row}`, label: t('Last date, if between'), type: 'date', isRequired: false })}</div>`
  const hint = t('Separate several values with commas.')
  if (type === 'number')
    return field(own, { name, label, isRequired: false, inputmode: 'numeric', longest: 200, hint })
  return field(own, { name, label, isRequired: false, longest: 1000, hint })
}

/** One condition: its field, and when one is chosen, its comparison and value. */
export const conditionFields = (
  filled: Filled,
  row: number,
  flow: Flow,
  { fields, choices }: { readonly fields: readonly Choice[]; readonly choices: FieldChoices },
): Html => {
  const { name, operator } = rowIn(row, filled.values)
  const chosen = select(filled, `field${row}`, t('Condition {number, number}', { number: row }), fields)
  const definition = flow.fieldDefinitions.find((one) => one.name === name)
  if (!definition) return html`<div class="pair three">${chosen}</div>`
  const own = choices[name]
  const comparison = select(
    { ...filled, values: { [`operator${row}`]: operator } },
    `operator${row}`,
    t('Comparison'),
    comparisons(definition, flow, own !== undefined, operator).map(
      (one): Choice => [one, operatorWords(one)],
    ),
  )
  const head = html`${hidden(`shown${row}`, name)}<div class="pair three">${chosen}${comparison}`
  return own
    ? html`${head}</div>${picks(filled, row, definition, own)}`
    : html`${head}${valueControl(filled, row, definition)}</div>`
}

const isDate = (value: unknown): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(String(value)) && !Number.isNaN(Date.parse(String(value)))

/** The values that are offered as check boxes. */
const offered = (name: string, choices: FieldChoices): string[] =>
  choices[name]?.map(([choice]) => choice) ?? []

/** Whether a control can show a value as it is. Line breaks do not survive a form. */
const isPlain = (value: unknown, type: Field['type']): boolean => {
  if (type === 'date') return isDate(value)
  if (type === 'number') return typeof value === 'number' && Number.isInteger(value) && value >= 0
  if (type === 'boolean') return typeof value === 'boolean'
  return typeof value === 'string' && value.trim() === value && !/[\r\n]/.test(value)
}

/** Whether the form can show a condition and read it again unchanged. Values of a list are written between commas. */
export const isShown = (
  { field: name, operator, value }: Condition,
  flow: Flow,
  choices: FieldChoices,
): boolean => {
  const definition = flow.fieldDefinitions.find((one) => one.name === name)
  if (!definition || !allowedFor(definition, flow).includes(operator)) return false
  const several = isList(operator) || operator === 'between'
  const boxes = offered(name, choices)
  const isSplit = (text: string): boolean => isList(operator) && text.includes(',') && !boxes.includes(text)
  const isWhole = (one: unknown): boolean => isPlain(one, definition.type) && !isSplit(String(one))
  return several === Array.isArray(value) && [value].flat().every(isWhole)
}

/** A condition as the controls of its row hold it. */
export const rowValues = (
  { field: name, operator, value }: Condition,
  row: number,
  choices: FieldChoices,
): Values => {
  const texts = [value].flat().map((one) => (typeof one === 'boolean' ? (one ? 'yes' : 'no') : String(one)))
  const own = offered(name, choices)
  const [first = '', until = ''] = texts
  const others = texts.filter((text) => !own.includes(text)).join(', ')
  return {
    [`field${row}`]: name,
    [`operator${row}`]: operator,
    [`value${row}`]: operator === 'between' ? first : others,
    ...(operator === 'between' ? { [`until${row}`]: until } : {}),
    ...Object.fromEntries(
      texts.filter((text) => own.includes(text)).map((text, at) => [`${pickPrefix(row)}${at}`, text]),
    ),
  }
}

/** One value as the type of its field; undefined when it does not fit. */
const typed = (text: string, type: Field['type']): string | number | boolean | undefined => {
  if (type === 'number') return /^\d+$/.test(text) ? Number(text) : undefined
  if (type === 'date') return isDate(text) ? text : undefined
  if (type === 'string') return text || undefined
  const word = text.toLowerCase()
  return word === 'yes' ? true : word === 'no' ? false : undefined
}

const typeMistakes: Readonly<Record<Field['type'], string>> = {
  number: msg('Enter a whole number'),
  date: msg('Enter a date as 2026-12-31'),
  boolean: msg('Choose yes or no'),
  string: msg('Enter a value'),
}

const refused = (name: string, message: string) => ({ refusal: refusalOf(400, { field: name, message }) })

/** The condition that was entered in a row. */
export const conditionIn = (row: number, input: FormInput, flow: Flow): Entered<Condition> => {
  const { name, operator, value, until, picked } = rowIn(row, input)
  const definition = flow.fieldDefinitions.find((one) => one.name === name)
  if (!definition) return refused(`field${row}`, t('Choose what to compare'))
  const { type } = definition
  // Before the second step of the form nothing is chosen yet.
  if (operator === '') return refused(`value${row}`, t(typeMistakes[type]))
  if (!allowedFor(definition, flow).includes(operator))
    return refused(`operator${row}`, t('This comparison does not work here. Choose another.'))
  const written = isList(operator) ? value.split(',').map((text) => text.trim()) : [value]
  const texts = [...picked, ...(picked.length > 0 ? written.filter((text) => text !== '') : written)]
  const values = texts.map((text) => typed(text, type))
  const whole = values.filter((one) => one !== undefined)
  if (whole.length < values.length) return refused(`value${row}`, t(typeMistakes[type]))
  const [first = ''] = whole
  if (operator === 'between') {
    if (!isDate(until)) return refused(`until${row}`, t(typeMistakes.date))
    if (until < value) return refused(`until${row}`, t('The last date is before the first.'))
    return { field: name, operator, value: [value, until] }
  }
  if (isList(operator)) return { field: name, operator, value: whole as string[] }
  if (whole.length > 1) return refused(`value${row}`, t('Choose one value, or a comparison with several'))
  return { field: name, operator, value: first }
}
