import type { Translate } from './contract/text/locale.ts'
import { isPreparedList, type PreparedText, type PreparedValue } from './contract/text/prepared.ts'
import { formatMoment } from './contract/zone.ts'

export { type PreparedText, preparedText } from './contract/text/prepared.ts'

const valueText = (value: PreparedValue, t: Translate): string => {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (isPreparedList(value)) return value.map((part) => valueText(part, t)).join(', ')
  return 'moment' in value ? formatMoment(value.moment, value.zone, t) : translateText(value, t)
}

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
