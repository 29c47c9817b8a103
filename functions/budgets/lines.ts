import { type FailureKind, fail, failureText, withText } from '../../lib/contract/failure.ts'
import type { settingsOf } from '../policies/index.ts'
import {
  AmountInvalid,
  AmountRequired,
  CustomLinesOff,
  LineKeyInvalid,
  LineMissing,
  LinesTooLarge,
  NumberRequired,
  TextRequired,
  TooManyLines,
  TotalTooLarge,
  WrongValueKind,
} from './contract/failures.ts'
import type { LineDefinition, LineKind } from './contract/shapes.ts'
import type { Line } from './repository.ts'

/** The largest amount and the largest sum of a budget, in minor units: 10^12 of the major unit. */
const maxMinor = 1e14

const decimal = /^(\d{1,13})(?:\.(\d{1,2}))?$/

/**
 * Converts a client's amount to minor units: a number from 0 to 10^12 with at most two decimals. It reads the shortest
 * decimal text, so nothing is rounded. Fails with AMOUNT_INVALID otherwise.
 */
export const minorOf = (amount: number, field: string): number => {
  const [, whole = '', cents = ''] = decimal.exec(String(amount)) ?? fail(AmountInvalid, { field })
  const minor = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  return minor <= maxMinor ? minor : fail(AmountInvalid, { field })
}

/** Converts minor units to the number that clients read. They print it as they sent it. */
export const amountOf = (minor: number): number => minor / 100

/**
 * The sum of minor units. Fails with TOTAL_TOO_LARGE above 10^12 of the major unit, far below the limit of exact
 * integers.
 */
export const sumOf = (minors: readonly number[]): number => {
  let sum = 0
  for (const minor of minors) {
    sum += minor
    if (sum > maxMinor) fail(TotalTooLarge, { field: 'lineItems' })
  }
  return sum
}

/** Rules for the kinds and number of custom lines. */
type LinePolicy = ReturnType<typeof settingsOf>['atlasPolicy']['budgets']

/** A line in a request. Absent fields keep their values. */
export type LineChange = {
  readonly key: string
  readonly amount?: number | null | undefined
  readonly numberValue?: number | null | undefined
  readonly textValue?: string | null | undefined
  readonly note?: string | undefined
  readonly label?: string | undefined
  readonly kind?: LineKind | undefined
}

type Value = Pick<Line, 'minor' | 'numberValue' | 'textValue'>

const valueIn: Readonly<Record<LineKind, (sent: LineChange, before: Line | undefined) => Value>> = {
  currency: ({ amount, key }, before) => {
    const minor =
      amount === undefined ? before?.minor : amount === null ? undefined : minorOf(amount, `lineItems.${key}`)
    return minor === undefined ? {} : { minor }
  },
  number: ({ numberValue }, before) => {
    const number = numberValue === undefined ? before?.numberValue : numberValue
    return number === undefined || number === null ? {} : { numberValue: number }
  },
  text: ({ textValue }, before) => {
    const newText = textValue === undefined ? before?.textValue : textValue
    return newText ? { textValue: newText } : {}
  },
}

type LineIdentity = Pick<Line, 'key' | 'label' | 'kind' | 'custom'>

/** A line that changes its kind loses its value. */
const lineOf = (named: LineIdentity, before: Line | undefined, sent: LineChange | undefined): Line => {
  const same = before?.kind === named.kind ? before : undefined
  const note = sent?.note ?? before?.note
  return {
    ...named,
    ...valueIn[named.kind](sent ?? { key: named.key }, same),
    ...(note ? { note } : {}),
  }
}

/** The lines of a new budget. */
export const firstLines = (definitions: readonly LineDefinition[]): Line[] =>
  definitions.map(({ key, label, kind }) => ({ key, label, kind }))

const slugOf = (key: string): string =>
  key
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60)

const byKey = (sent: readonly LineChange[], known: ReadonlySet<string>): ReadonlyMap<string, LineChange> => {
  const all = new Map<string, LineChange>()
  for (const line of sent) {
    const key = known.has(line.key) ? line.key : slugOf(line.key)
    if (key === '' || all.has(key)) fail(LineKeyInvalid, { field: 'lineItems' })
    all.set(key, line)
  }
  return all
}

const customLine = (key: string, sent: LineChange, before: Line | undefined): Line => {
  const label = sent.label?.trim() || before?.label || key
  return lineOf({ key, label, kind: sent.kind ?? before?.kind ?? 'currency', custom: true }, before, sent)
}

const refuseCustom = (lines: readonly Line[], before: ReadonlyMap<string, Line>, policy: LinePolicy) => {
  const added = lines.filter(({ key }) => !before.get(key)?.custom)
  if (added.length === 0) return
  if (policy.lineItemMode === 'template_only') fail(CustomLinesOff, { field: 'lineItems' })
  if (lines.length > policy.maxCustomLineItems) fail(TooManyLines, { field: 'lineItems' })
}

/** Limit of all lines as JSON, so that a budget and its snapshots stay at a few KB. */
const maxCharacters = 24_000

const valueFields = { currency: 'amount', number: 'numberValue', text: 'textValue' } as const

/** A client may send a line as it was shown, with all its values; those of other kinds are then ignored (rules/budgets 33). */
const refuseOtherKinds = ({ key, label, kind }: Line, sent: LineChange | undefined): void => {
  const field = valueFields[kind]
  if (sent?.[field] !== undefined) return
  const others = Object.values(valueFields).filter((name) => name !== field)
  if (others.some((name) => (sent?.[name] ?? '') !== ''))
    fail(
      withText(
        WrongValueKind,
        failureText('{problem} Send {field}: {label}', {
          problem: failureText(WrongValueKind.message),
          field,
          label,
        }),
      ),
      { field: `lineItems.${key}` },
    )
}

/**
 * Lines after a change (rules/budgets 10). Template lines always stay, changed where the request names them. Then come
 * the custom lines of the request, in its order. An existing custom line may stay whatever the policy.
 */
export const applyLineChanges = (
  lines: readonly Line[],
  sent: readonly LineChange[],
  definitions: readonly LineDefinition[],
  policy: LinePolicy,
): Line[] => {
  const before = new Map(lines.map((line) => [line.key, line]))
  const fixed = new Set(definitions.map(({ key }) => key))
  const named = byKey(sent, new Set([...fixed, ...before.keys()]))
  const own = [...named].flatMap(([key, line]) =>
    fixed.has(key) ? [] : [customLine(key, line, before.get(key))],
  )
  refuseCustom(own, before, policy)
  const all = [
    ...definitions.map(({ key, label, kind }) =>
      lineOf({ key, label, kind }, before.get(key), named.get(key)),
    ),
    ...own,
  ]
  for (const line of all) refuseOtherKinds(line, named.get(line.key))
  totalOf(all)
  return JSON.stringify(all).length > maxCharacters ? fail(LinesTooLarge, { field: 'lineItems' }) : all
}

/** The sum of all amounts, in minor units. */
export const totalOf = (lines: readonly Line[]): number => sumOf(lines.map(({ minor = 0 }) => minor))

const requiredValues: Readonly<Record<LineKind, [FailureKind, (line: Line) => boolean]>> = {
  currency: [AmountRequired, ({ minor }) => minor !== undefined],
  number: [NumberRequired, ({ numberValue }) => numberValue !== undefined],
  text: [TextRequired, ({ textValue = '' }) => textValue.trim() !== ''],
}

/**
 * Fails when lines that the template requires are missing or empty. The message names the label of the first one, and
 * the details have all.
 */
export const refuseIncomplete = (lines: readonly Line[], definitions: readonly LineDefinition[]): void => {
  const incomplete = definitions.flatMap(({ key, label, kind, required }) => {
    const line = lines.find((each) => each.key === key)
    const [missing, isThere] = requiredValues[kind]
    return !required || (line && isThere(line)) ? [] : [{ key, label, refusal: line ? missing : LineMissing }]
  })
  const [first] = incomplete
  if (!first) return
  const { refusal, label } = first
  const details = incomplete.map((one) => ({ field: `lineItems.${one.key}`, message: one.refusal.message }))
  const text = failureText('{problem}: {label}', { problem: failureText(refusal.message), label })
  fail(withText(refusal, text), { field: 'lineItems', details })
}
