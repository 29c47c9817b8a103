import { schoolLocale, type Translate } from './contract/text/locale.ts'
import { type Catalogue, english, translateWith } from './message.ts'

let spanish: Catalogue | undefined

/** Texts of mails and notifications in the language of a school. Only Spanish loads a catalogue. */
export const schoolTexts = async (
  school: { readonly locale?: string | undefined } | undefined,
): Promise<Translate> => {
  const locale = schoolLocale(school)
  if (locale.language === 'en') return english
  spanish ??= (await import('./es/mails.json', { with: { type: 'json' } })).default
  return translateWith(spanish, locale)
}
