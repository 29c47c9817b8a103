import { normalForm } from './normal-form.ts'

/** In these scripts and symbols a joiner between two characters changes their form, so it is visible. */
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
// Unicode's default-ignorable characters include all direction marks. The Braille blank and interlinear annotations are
// invisible too.
const hidden = '[\\p{Default_Ignorable_Code_Point}\\u2800\\uFFF9-\\uFFFB]|(?![\\t\\n])\\p{Cc}'
const joinersAndHidden = new RegExp(`${visibleJoiners}|(${hidden})`, 'gu')
const anyHidden = new RegExp(hidden, 'u')

/**
 * Text as it appears: composed (NFC), without control characters, direction marks and invisible characters. Line
 * breaks and tabs stay, and joiners stay where a script or an emoji needs them.
 */
export const visibleText = (text: string): string => {
  const unified = text.replace(/\r\n?|[\u2028\u2029]/g, '\n')
  const visible = anyHidden.test(unified)
    ? unified.replace(joinersAndHidden, (sign, gone?: string) => (gone === undefined ? sign : ''))
    : unified
  return normalForm(visible, 'NFC')
}

/** The same on one line, with single spaces between words and none at the ends. */
export const visibleLine = (text: string): string => visibleText(text).replace(/\s+/g, ' ').trim()

/** Limits the length in characters; a shortened text ends in an ellipsis. */
export const truncate = (text: string, most: number): string => {
  const signs = [...text]
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join('')}…`
}

const dots = '.\\u2024\\u3002\\uFE52\\uFF0E\\uFF61'
const dot = `[${dots}]`
const slashes = /(?<=[/\\])(?=[/\\])|(?<=\b(?:mailto|tel|sms|javascript|data|callto):)(?=\S)/giu
// A dot between digits belongs to a number, unless a second one follows: that is an address.
const domains = new RegExp(
  `${dot}(?=[^\\s\\d${dots}])|(?<=[^\\s\\d${dots}])${dot}(?=\\d)|(?<=\\d${dot}\\d+)${dot}(?=\\d)`,
  'gu',
)

/**
 * The same text with a space in every web address, so that no mail program turns it into a link: `evil. com`, `http:/
 * /evil`. Other text stays unchanged.
 */
export const defuseLinks = (text: string): string =>
  text.replace(slashes, ' ').replace(domains, (sign) => `${sign} `)
