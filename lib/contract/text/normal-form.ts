/**
 * Combining marks that one letter may carry; the most marked scripts need fewer than ten. Unicode calls text within
 * this limit stream-safe (UAX 15).
 */
const maxMarks = 30

const beyondLatin = /[^\0-\u02FF]/
const excessMarks = new RegExp(`(\\p{M}{${maxMarks}})\\p{M}+`, 'gu')

/**
 * Text in a Unicode normal form, without marks beyond the thirtieth on one letter. Normalizing sorts a letter's marks
 * in time quadratic in their number: 128,000 of them, in a body of 256 KB, would occupy a processor for five seconds.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string => {
  const bounded = beyondLatin.test(text) ? text.replace(excessMarks, '$1') : text
  return bounded.normalize(form)
}
