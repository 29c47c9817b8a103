import type { RegExpMatcher } from 'obscenity'

// Surnames and plain words that hold an obscene one, beyond the exceptions the data set knows.
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

// Loading the library and compiling its patterns takes milliseconds that only an operation that asks should pay.
const compiled = async (): Promise<RegExpMatcher> => {
  const { englishDataset, englishRecommendedTransformers, RegExpMatcher } = await import('obscenity')
  const { blacklistedTerms, whitelistedTerms = [] } = englishDataset.build()
  return new RegExpMatcher({
    blacklistedTerms,
    whitelistedTerms: [...whitelistedTerms, ...innocent],
    ...englishRecommendedTransformers,
  })
}

/** Whether a text holds an obscenity or a slur (English), disguised spellings included. */
export const isProfane = async (text: string): Promise<boolean> => {
  matcher ??= compiled()
  return (await matcher).hasMatch(text)
}
