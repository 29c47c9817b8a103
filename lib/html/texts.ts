import type { Locale, Translate } from '../contract/text/locale.ts'

type Catalogue = Readonly<Record<string, string>>

let spanish: Catalogue | undefined

/**
 * Texts of the frame and of errors, in the reader's language. They have no plurals. The formatter of `lib/message.ts`
 * would be a part of every function.
 */
export const frameTexts = async (locale: Locale): Promise<Translate> => {
  if (locale.language === 'es')
    spanish ??= (await import('../es/frame.json', { with: { type: 'json' } })).default
  const catalogue: Catalogue | undefined = locale.language === 'es' ? spanish : undefined
  const translate = (message: string, values: Parameters<Translate>[1] = {}): string => {
    const text = catalogue && Object.hasOwn(catalogue, message) ? (catalogue[message] ?? message) : message
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
  }
  return Object.assign(translate, { locale })
}

/** Marks a message that is translated later. */
export const msg = <const M extends string>(message: M): M => message
