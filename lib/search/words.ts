import { normalForm } from '../contract/text/normal-form.ts'

/** Letters without a decomposition, in the spelling of people who cannot type them. */
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
  ə: 'e',
  ɛ: 'e',
  ɔ: 'o',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
}
const undecomposed = new RegExp(`[${Object.keys(plain).join('')}]`, 'g')

/** A text in its compared form: without accents, case and width. */
const folded = (text: string): string =>
  normalForm(text.toLowerCase(), 'NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(undecomposed, (letter) => plain[letter] ?? letter)
    // A sigma at the end of a word has a letter of its own, which other ways to write the word do not use.
    .replaceAll('ς', 'σ')

/** Limits for the words that index one name. */
const maxWords = 12
const longestWord = 60

const apostrophes = "'\u2018\u2019\u02BC`"
const apostrophe = new RegExp(`[${apostrophes}]`, 'gu')
const separator = /[^\p{L}\p{N}]+/u

const limited = (words: readonly string[], most: number): readonly string[] =>
  [...new Set(words.map((word) => [...word].slice(0, longestWord).join('')))].slice(0, most)

/**
 * The words of a name or a query: folded, unique, in order. An apostrophe does not end a word. A text without letters
 * and digits is one word, as far as keys can hold it.
 */
export const wordsOf = (text: string, most = maxWords): readonly string[] => {
  const whole = folded(text).replace(apostrophe, '')
  const found = whole.split(separator).filter((word) => word !== '')
  const words = found.length > 0 ? found : [whole.replace(/[\s#%]+/g, '')].filter((word) => word !== '')
  return limited(words, most)
}

/** Words joined by apostrophes or hyphens, such as `O'Neil` and `Jean-Luc`. */
const compound = new RegExp(`[\\p{L}\\p{N}]+(?:[${apostrophes}\\p{Pd}][\\p{L}\\p{N}]+)+`, 'gu')

/** A part such as the `s` of `women's` finds nothing that anyone looks for. */
const shortestPart = 2

/** A compound as one word, and its parts after an apostrophe. */
const compoundWordsIn = (text: string): readonly string[] =>
  [...folded(text).matchAll(compound)].flatMap(([whole]) => {
    const parts = whole.split(separator).filter((part) => part.length >= shortestPart)
    return [whole.replace(new RegExp(separator, 'gu'), ''), ...parts]
  })

/** Scripts that do not separate words, or in which a family name precedes the given name without a space. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** All endings of a word in such a script, so that its beginnings find each part: `太郎` in `田中太郎`. */
const endingsOf = (word: string): readonly string[] => {
  if (!unspaced.test(word)) return []
  // A syllable of Hangul is one letter here, not its two or three parts.
  const letters = [...word.normalize('NFC')]
  return letters.flatMap((letter, at) =>
    at > 0 && unspaced.test(letter) ? [letters.slice(at).join('').normalize('NFKD')] : [],
  )
}

/**
 * The words that find a name: its words, its compounds as one word and in parts, and in scripts without spaces the
 * endings of words and all words as one. Compare typed words, from `wordsOf`, with these.
 */
export const nameWordsOf = (name: string, most = maxWords): readonly string[] => {
  const words = wordsOf(name, most)
  const joined = words.filter((word) => unspaced.test(word)).join('')
  const further = [...compoundWordsIn(name), ...words.flatMap(endingsOf), joined]
  return limited([...words, ...further.filter((word) => word !== '')], most)
}

/** The words that find a person. The username comes first, so that the text of these words sorts people by it. */
export const personWordsOf = ({
  name,
  username,
}: {
  readonly name: string
  readonly username: string
}): readonly string[] => [username.toLowerCase(), ...nameWordsOf(name)]

/** Whether every typed word begins one of the words. */
export const matchesPrefixes = (typed: readonly string[], words: readonly string[]): boolean =>
  typed.every((beginning) => words.some((word) => word.startsWith(beginning)))

/** The words of a text to index. A word that begins another one is found through that one. */
export const indexedWordsIn = (words: readonly string[]): readonly string[] =>
  [...new Set(words)].filter((word) => !words.some((other) => other !== word && other.startsWith(word)))

export const initialOf = ([initial = '']: Iterable<string> & string): string => initial
