import { IntlMessageFormat } from 'intl-messageformat'
import { type Locale, schoolLocale, type Translate } from './contract/text/locale.ts'

/** Messages of one language by their English text. */
export type Catalogue = Readonly<Record<string, string>>

const formats = new Map<string, IntlMessageFormat>()

const formatOf = (message: string, tag: string): IntlMessageFormat => {
  const key = `${tag} ${message}`
  const known = formats.get(key)
  if (known) return known
  const format = new IntlMessageFormat(message, tag, undefined, { ignoreTag: true })
  formats.set(key, format)
  return format
}

/**
 * A message in the reader's language, without its values. A message that the catalogue lacks, such as a name that a
 * school chose, stays as it is.
 */
export const translated = (catalogue: Catalogue | undefined, message: string): string =>
  catalogue && Object.hasOwn(catalogue, message) ? (catalogue[message] ?? message) : message

/**
 * Fills values into an ICU message, such as `{count, plural, one {# seat} other {# seats}}`. Values that are objects, such
 * as HTML, stay objects between texts.
 */
export const formatMessage = <V>(
  message: string,
  { tag }: Locale,
  values: Readonly<Record<string, string | number | V>>,
): string | (string | V)[] => formatOf(message, tag).format<V>(values as never) as string | (string | V)[]

/** Texts of one language. */
export const translateWith = (catalogue: Catalogue | undefined, locale: Locale): Translate =>
  Object.assign(
    (message: string, values?: Parameters<Translate>[1]): string => {
      const text = translated(catalogue, message)
      return values ? String(formatMessage<never>(text, locale, values)) : text
    },
    { locale },
  )

/** Texts as the code has them. */
export const english: Translate = translateWith(undefined, schoolLocale(undefined))
