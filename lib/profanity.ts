import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity'

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

let matcher: RegExpMatcher | undefined

// Compiling the patterns takes a few milliseconds, which only an operation that asks should pay.
const compiled = (): RegExpMatcher => {
  const { blacklistedTerms, whitelistedTerms = [] } = englishDataset.build()
  return new RegExpMatcher({
    blacklistedTerms,
    whitelistedTerms: [...whitelistedTerms, ...innocent],
    ...englishRecommendedTransformers,
  })
}

/** Whether a text holds an obscenity or a slur (English), disguised spellings included. */
export const isProfane = (text: string): boolean => {
  matcher ??= compiled()
  return matcher.hasMatch(text)
}
