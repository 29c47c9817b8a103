import { AsyncLocalStorage } from 'node:async_hooks'
import type { OtherOperations } from '../../lib/context.ts'
import { defaultCurrency, defaultLocale, type Locale, readerLocale } from '../../lib/contract/text/locale.ts'
import { sentenceCase as withCapital } from '../../lib/contract/text/sentence-case.ts'
import { type Catalogue, formatMessage, translated } from '../../lib/message.ts'
import { type PreparedText, translateText } from '../../lib/prepared-text.ts'
import { type Html, html } from './layout/html.ts'

export type Reader = { readonly within?: OtherOperations }

/** The request whose page is rendered, so that components need no context for their texts. */
const rendering = new AsyncLocalStorage<Reader>()
const english: Locale = { language: 'en', tag: defaultLocale }

let spanish: Catalogue | undefined

/** The reader's locale: by their choice, else by their browser, else by their school. */
export const localeOf = ({ within }: Reader): Locale =>
  within ? readerLocale(within.request.languages, within.visit.school) : english

/** The locale of the page that is being rendered. */
export const currentLocale = (): Locale => {
  const reader = rendering.getStore()
  return reader ? localeOf(reader) : english
}

/** The currency of the school whose page is being rendered. */
export const currentCurrency = (): string =>
  rendering.getStore()?.within?.visit.school?.currency ?? defaultCurrency

/** A text at the beginning of a line, such as a date: `Martes, 1 de diciembre`. */
export const sentenceCase = (text: string): string => withCapital(text, currentLocale().tag)

/** Runs a page operation whose texts are for the reader of `context`. */
export const renderFor = <T>(context: Reader, render: () => T): T => rendering.run(context, render)

/** Loads the catalogue of the reader's language. The school's language is known after the first call. */
export const loadCatalogue = async (context: Reader): Promise<void> => {
  if (spanish || localeOf(context).language === 'en') return
  spanish = (await import('./es/catalogue.json', { with: { type: 'json' } })).default
}

type Values = Readonly<Record<string, string | number | Html>>
type Rendered<V extends Values> = [Extract<V[keyof V], Html>] extends [never] ? string : Html

/**
 * A text of the page in the reader's language. `message` is English, in ICU message format where it has values:
 * `t('{count, plural, one {# seat} other {# seats}} left', { count })`. With HTML among the values the result is HTML.
 */
export function t(message: string): string
export function t<const V extends Values>(message: string, values: V): Rendered<V>
export function t(message: string, values?: Values): string | Html {
  const locale = currentLocale()
  const text = translated(locale.language === 'es' ? spanish : undefined, message)
  if (!values) return text
  const parts = formatMessage<Html>(text, locale, values)
  return typeof parts === 'string' ? parts : html`${parts}`
}

/** A message of a failure. `text` has its values apart, and belongs to it as long as a page shows no other. */
export type FailureMessage = {
  readonly message: string
  readonly text?: { readonly message: string; readonly prepared: PreparedText } | undefined
}

/** A failure's message in the reader's language. Forms show it by `failureMessage`, in words of their own. */
export const translateFailure = ({ message, text }: FailureMessage): string => {
  const locale = currentLocale()
  if (text === undefined || text.message !== message || locale.language === 'en') return t(message)
  return translateText(
    text.prepared,
    Object.assign((one: string, values?: Values) => String(values ? t(one, values) : t(one)), { locale }),
  )
}

/** Choices of a field whose texts are messages, in the reader's language. */
export const translateChoices = <V extends string>(
  choices: readonly (readonly [value: V, message: string])[],
): (readonly [value: V, text: string])[] => choices.map(([value, message]) => [value, t(message)] as const)

/** Marks a message that is translated later, such as a label in a constant. */
export const msg = <const M extends string>(message: M): M => message
