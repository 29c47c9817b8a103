import { currentLocale } from '../locale.ts'

type Separators = { readonly group: string; readonly decimal: string }

/** The separators of numbers in the reader's locale: `1,250.5` or `1.250,5`. */
const separators = (): Separators => {
  const parts = new Intl.NumberFormat(currentLocale().tag).formatToParts(12_345.5)
  const part = (name: string): string => parts.find(({ type }) => type === name)?.value ?? ''
  return { group: part('group') || ',', decimal: part('decimal') || '.' }
}

/** A number for a field to edit it, with the reader's decimal separator and without groups. */
export const editableNumber = (value: number): string =>
  String(value).replace('.', () => separators().decimal)

/** A character in a regular expression. */
const literal = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`

/** An amount as the reader writes it, with or without a sign or code of a currency (rules/budgets 34). */
export const amountIn = (text: string | undefined): number | null =>
  numberIn(text?.trim().replace(/^(?:[A-Z]{0,3}\p{Sc}|[A-Z]{3}\s)|(?:\p{Sc}|\s[A-Z]{3})$/gu, ''))

/** A number as the reader writes it, or nothing. Other text becomes NaN, which is refused (rules/budgets 34). */
export const numberIn = (text: string | undefined): number | null => {
  const { group, decimal } = separators()
  const typed = (text ?? '').trim()
  if (typed === '') return null
  const [g, d] = [literal(group), literal(decimal)]
  const isGrouped = new RegExp(`^-?\\d{1,3}(${g}\\d{2,3})*${g}\\d{3}(${d}\\d*)?$`, 'u').test(typed)
  const digits = isGrouped ? typed.replaceAll(group, '') : typed
  return Number(digits.replace(decimal, '.'))
}
