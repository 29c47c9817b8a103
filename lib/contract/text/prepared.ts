/** A time (ISO 8601) that the text shows in a zone. */
export type PreparedTime = { readonly moment: string; readonly zone: string }
export type PreparedValue = string | number | PreparedText | PreparedTime | readonly (string | PreparedText)[]

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

export const isPreparedList = (value: PreparedValue): value is readonly (string | PreparedText)[] =>
  Array.isArray(value)

const valueText = (value: PreparedValue): string => {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (isPreparedList(value)) return value.map(valueText).join(', ')
  return 'moment' in value ? value.moment : englishText(value)
}

/** The English text for programs, with its values. A time is ISO 8601. */
export const englishText = ({ text, values }: PreparedText): string =>
  values === undefined
    ? text
    : text.replace(/''|\{(\w+)\}/g, (sign, name?: string) =>
        name === undefined ? "'" : valueText(values[name] ?? sign),
      )
