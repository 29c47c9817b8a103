import type { RegExpMatcher } from 'obscenity'

// Surnames and ordinary words that contain an obscene one, in addition to the data set's exceptions.
const innocent = [
  'cockburn',
  'cockpit',
  'cummings',
  'cummins',
  'dickens',
  'dickerson',
  'dickinson',
  'dickson',
  'fagan',
  'fukuda',
  'fukui',
  'fukuoka',
  'penistone',
  'pussycat',
  'rapeseed',
  'vandyke',
]

let matcher: Promise<RegExpMatcher> | undefined

// Loading the library and compiling its patterns takes milliseconds. Only operations that use it should pay them.
const compiled = async (): Promise<RegExpMatcher> => {
  const { englishDataset, englishRecommendedTransformers, RegExpMatcher } = await import('obscenity')
  const { blacklistedTerms, whitelistedTerms = [] } = englishDataset.build()
  return new RegExpMatcher({
    blacklistedTerms,
    whitelistedTerms: [...whitelistedTerms, ...innocent],
    ...englishRecommendedTransformers,
  })
}

/** Whether a text contains an obscenity or a slur (English), including disguised spellings. */
export const isProfane = async (text: string): Promise<boolean> => {
  matcher ??= compiled()
  return (await matcher).hasMatch(text)
}
