/**
 * Text of an inbox. Some clients show it as HTML, so no value may become markup there: a `<` that could open a tag is
 * parted from what follows by an invisible joiner. Shown as text it reads as it was written.
 */
export const plainText = (text: string, most: number): string => {
  const clean = [...text.toWellFormed()]
    .filter((sign) => sign === '\n' || !/\p{Cc}/u.test(sign))
    .join('')
    .replace(/<(?=[a-z/!?])/gi, '<\u2060')
  const signs = [...clean]
  return signs.length <= most ? clean : `${signs.slice(0, most - 1).join('')}…`
}

/** One line of it: a title, the subject of a mail. */
export const plainLine = (text: string, most: number): string =>
  plainText(text.replace(/[\s\u2028\u2029]+/g, ' ').trim(), most)
