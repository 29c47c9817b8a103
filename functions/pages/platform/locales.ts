import { defaultLocale, isLocale } from '../../../lib/contract/text/locale.ts'
import type { Choice } from '../layout/forms.ts'
import { currentLocale } from '../locale.ts'

const tags = [
  defaultLocale,
  'en-GB',
  'en-CA',
  'en-AU',
  'es-MX',
  'es-US',
  'es-ES',
  'es-CO',
  'es-AR',
  'es-CL',
  'es-PE',
] as const

const namesInUse = () =>
  new Intl.DisplayNames(currentLocale().tag, { type: 'language', languageDisplay: 'standard' })

/** A language and region in words, such as "Spanish (Mexico)". */
export const localeName = (tag: string): string => namesInUse().of(tag) ?? tag

/** Common languages and regions, and the one that a school has. */
export const localeChoices = (current: string = defaultLocale): Choice[] => {
  const names = namesInUse()
  const known = isLocale(current) ? [...tags, current] : tags
  return [...new Set<string>(known)].map((tag): Choice => [tag, names.of(tag) ?? tag])
}
