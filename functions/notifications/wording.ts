import { shortened, visibleLine, visibleText } from '../../lib/contract/plain-text.ts'

/**
 * Text of an inbox. Some clients show it as HTML, so no value may become markup there: a `<` that could open a tag is
 * parted from what follows by an invisible joiner. Shown as text it reads as it was written.
 */
export const plainText = (text: string, most: number): string => {
  const clean = visibleText(text.toWellFormed()).replaceAll('\t', ' ')
  return shortened(clean.replace(/<(?=[a-z/!?])/gi, '<\u2060'), most)
}

/** One line of it: a title, the subject of a mail. */
export const plainLine = (text: string, most: number): string => plainText(visibleLine(text), most)
