import { type Locale, schoolLocale, type Translate } from './contract/text/locale.ts'
import { type Catalogue, english, translateWith } from './message.ts'

let spanish: Catalogue | undefined

/** Texts of mails and notifications, and of the pages that their links open. Only Spanish loads a catalogue. */
export const mailTexts = async (locale: Locale): Promise<Translate> => {
  if (locale.language === 'en') return english
  spanish ??= (await import('./es/mails.json', { with: { type: 'json' } })).default
  return translateWith(spanish, locale)
}

/** Those texts in the language of a school. */
export const schoolTexts = (
  school: { readonly locale?: string | undefined } | undefined,
): Promise<Translate> => mailTexts(schoolLocale(school))
