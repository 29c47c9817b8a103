import { normalForm } from './normal-form.ts'

/** Joins letters or signs of these into another form, so that a joiner between two of them shows. */
const joining =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}' +
  '\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}' +
  '\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}'
const picture = '\\p{Extended_Pictographic}\\p{Emoji_Modifier}'
const visibleJoiners = [
  `(?<=[${joining}])[\\u200C\\u200D](?=[${joining}])`,
  `(?<=[${picture}])\\uFE0F`,
  `(?<=[${picture}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})`,
  '(?<=[0-9#*])\\uFE0F(?=\\u20E3)',
].join('|')
// What Unicode says may be ignored holds all marks of direction too; a blank of Braille and notes between lines show as little.
const hidden = '[\\p{Default_Ignorable_Code_Point}\\u2800\\uFFF9-\\uFFFB]|(?![\\t\\n])\\p{Cc}'
const joinersAndHidden = new RegExp(`${visibleJoiners}|(${hidden})`, 'gu')
const anyHidden = new RegExp(hidden, 'u')

/**
 * Text as it looks: composed (NFC), without control characters, marks of direction and signs that nobody sees. New lines
 * and tabs stay; joiners do where a script or an emoji needs them.
 */
export const visibleText = (text: string): string => {
  const unified = text.replace(/\r\n?|[\u2028\u2029]/g, '\n')
  const visible = anyHidden.test(unified)
    ? unified.replace(joinersAndHidden, (sign, gone?: string) => (gone === undefined ? sign : ''))
    : unified
  return normalForm(visible, 'NFC')
}

/** The same on one line, with single blanks between words and none around them. */
export const visibleLine = (text: string): string => visibleText(text).replace(/\s+/g, ' ').trim()

/** At most so many characters, the last of them an ellipsis where something is left out. */
export const truncate = (text: string, most: number): string => {
  const signs = [...text]
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join('')}…`
}

const dots = '.\\u2024\\u3002\\uFE52\\uFF0E\\uFF61'
const dot = `[${dots}]`
const slashes = /(?<=[/\\])(?=[/\\])|(?<=\b(?:mailto|tel|sms|javascript|data|callto):)(?=\S)/giu
// A dot between digits is a number, up to the second one: that is an address.
const domains = new RegExp(
  `${dot}(?=[^\\s\\d${dots}])|(?<=[^\\s\\d${dots}])${dot}(?=\\d)|(?<=\\d${dot}\\d+)${dot}(?=\\d)`,
  'gu',
)

/**
 * The same text with a blank in every address of the web, so that no mail program makes a link of it: `evil. com`,
 * `http:/ /evil`. Reads as it was written otherwise.
 */
export const defuseLinks = (text: string): string =>
  text.replace(slashes, ' ').replace(domains, (sign) => `${sign} `)
