/** Letters that no decomposition takes apart, as people type them who do not have them. */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  þ: 'th',
  ŧ: 't',
}
const undecomposed = new RegExp(`[${Object.keys(plain).join('')}]`, 'g')

/** A text as it is compared: without accents, case and width. */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(undecomposed, (letter) => plain[letter] ?? letter)

/** Words by which one name is found. */
const mostWords = 12
const longestWord = 60

/**
 * The words of a name, or of what somebody looks for: folded, each once, in order. An apostrophe does not end a word. A
 * text without letters and digits is one word as a whole, as far as keys can hold it.
 */
export const wordsOf = (text: string): readonly string[] => {
  const whole = folded(text).replace(/['\u2019\u02BC`]/g, '')
  const found = whole.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const words = found.length > 0 ? found : [whole.replace(/[\s#%]+/g, '')].filter((word) => word !== '')
  return [...new Set(words.map((word) => [...word].slice(0, longestWord).join('')))].slice(0, mostWords)
}

/** Whether every word that was typed begins one of the words. */
export const begins = (typed: readonly string[], words: readonly string[]): boolean =>
  typed.every((beginning) => words.some((word) => word.startsWith(beginning)))

/** Words of a text by which it is found: what begins another word of it is found by that one. */
export const tellingIn = (words: readonly string[]): readonly string[] =>
  [...new Set(words)].filter((word) => !words.some((other) => other !== word && other.startsWith(word)))

export const initialOf = ([initial = '']: Iterable<string> & string): string => initial
