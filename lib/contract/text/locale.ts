/** A language with message catalogues. English messages are the keys of the other catalogues. */
export type Language = 'en' | 'es'

export type Locale = {
  readonly language: Language
  /** BCP 47 tag for dates, times and numbers. */
  readonly tag: string
}

/**
 * A text in one language: `t('Hello {name},', { name })`. The message is English, in ICU message format where it has
 * values.
 */
export type Translate = {
  (message: string, values?: Readonly<Record<string, string | number>>): string
  readonly locale: Locale
}

/** The locale of a school that has set none. */
export const defaultLocale = 'en-US'

/** The currency of a school that has set none. */
export const defaultCurrency = 'USD'

/** Whether this is the code of a currency (ISO 4217). */
export const isCurrency = (code: string): boolean => Intl.supportedValuesOf('currency').includes(code)

/** Tags for readers who name a language without a region. */
const tags: Readonly<Record<Language, string>> = { en: defaultLocale, es: 'es' }

const languageOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? ''
const hasCatalogue = (language: string): language is Language => Object.hasOwn(tags, language)

/** Whether dates and numbers can be written for this BCP 47 tag. */
export const isLocale = (tag: string): boolean => {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0
  } catch {
    return false
  }
}

/** The locale for a school's mails, and for readers without a preference. */
export const schoolLocale = (school: { readonly locale?: string | undefined } | undefined): Locale => {
  const tag = school?.locale ?? defaultLocale
  const language = languageOf(tag)
  return hasCatalogue(language) ? { language, tag } : { language: 'en', tag: defaultLocale }
}

/** Tags of an `Accept-Language` header, most preferred first. */
const acceptedTags = (header: string): readonly string[] =>
  header
    .split(',')
    .slice(0, 20)
    .flatMap((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim())
      const weight = Number(parameters.find((part) => part.startsWith('q='))?.slice(2) ?? 1)
      return weight > 0 && isLocale(tag) ? [{ tag, weight }] : []
    })
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)

/** What a browser says about its reader's languages. */
export type ReaderLanguages = {
  /** The `Accept-Language` header. */
  readonly accepted: string
  /** The language that the reader chose on a page. */
  readonly chosen?: Language
}

/** A language with a catalogue, or undefined. */
export const languageIn = (text: string | undefined): Language | undefined =>
  text !== undefined && hasCatalogue(text) ? text : undefined

/**
 * The language that the reader chose, else the first of the `Accept-Language` header that has a catalogue, else the
 * school's. The format follows the header's region; a tag without a region follows the school where both speak the same
 * language.
 */
export const readerLocale = (
  languages: ReaderLanguages | undefined,
  school: { readonly locale?: string | undefined } | undefined,
): Locale => {
  const own = schoolLocale(school)
  const { accepted = '', chosen } = languages ?? {}
  const isReadable = (tag: string): boolean =>
    chosen === undefined ? hasCatalogue(languageOf(tag)) : languageOf(tag) === chosen
  const tag = acceptedTags(accepted).find(isReadable) ?? chosen
  if (tag === undefined) return own
  const language = languageOf(tag) as Language
  // Formatters are kept by tag, so a tag has a language and a region only.
  const { region } = new Intl.Locale(tag)
  if (region !== undefined) return { language, tag: `${language}-${region}` }
  return language === own.language ? own : { language, tag: tags[language] }
}
