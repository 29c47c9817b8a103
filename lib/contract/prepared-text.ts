import type { Translate } from './text/locale.ts'
import { formatMoment } from './zone.ts'

/** A time (ISO 8601) that the text shows in a zone. */
type PreparedTime = { readonly moment: string; readonly zone: string }
type PreparedValue = string | number | PreparedText | PreparedTime | readonly (string | PreparedText)[]

/**
 * A text of ours whose reader, and so whose language, is not known yet. `text` is an English message with the names of
 * its values in braces; two apostrophes in it stand for one. Texts among the values are translated too, and a list is
 * joined with commas.
 */
export type PreparedText = {
  readonly text: string
  readonly values?: Readonly<Record<string, PreparedValue>> | undefined
}

/** Marks an English text that is translated later, as `t` does where the reader is known. */
export const preparedText = (text: string, values?: PreparedText['values']): PreparedText =>
  values === undefined ? { text } : { text, values }

const isList = (value: PreparedValue): value is readonly (string | PreparedText)[] => Array.isArray(value)

/** Without `t`, in English. */
const valueText = (value: PreparedValue, t?: Translate): string => {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (isList(value)) return value.map((part) => valueText(part, t)).join(', ')
  if ('moment' in value) return formatMoment(value.moment, value.zone, t)
  return t ? translateText(value, t) : englishText(value)
}

/** The English text, with its values. */
export const englishText = ({ text, values }: PreparedText): string =>
  values === undefined
    ? text
    : text.replace(/''|\{(\w+)\}/g, (sign, name?: string) =>
        name === undefined ? "'" : valueText(values[name] ?? sign),
      )

/** The text in the language of `t`. */
export const translateText = ({ text, values }: PreparedText, t: Translate): string => {
  if (values === undefined) return t(text)
  const entries = Object.entries(values)
  const texts = entries.map(([name, value]) => [
    name,
    typeof value === 'number' ? value : valueText(value, t),
  ])
  return t(text, Object.fromEntries(texts) as Readonly<Record<string, string | number>>)
}

/** Prepared texts as a parameter of a stored mail or notification. */
export const storedTexts = (texts: readonly PreparedText[]): string => JSON.stringify(texts)

/** Reads what `storedTexts` wrote. */
export const readStoredTexts = (stored: string | undefined): readonly PreparedText[] => {
  try {
    return JSON.parse(stored ?? '[]') as readonly PreparedText[]
  } catch {
    return []
  }
}
