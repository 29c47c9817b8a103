import { failureText } from '../contract/failure.ts'
import type { PreparedText } from '../contract/text/prepared.ts'
import { sentenceCase } from '../contract/text/sentence-case.ts'
import { emptyMessage, requiredTextMessage } from './validation-message.ts'

const wordsOf: Readonly<Record<string, string>> = {
  org: 'organization',
  id: 'ID',
  ids: 'IDs',
  url: 'URL',
  urls: 'URLs',
}

/** `start_time` and `startTime` as "start time". */
const humanName = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_:-]+/)
    .filter((word) => word !== '')
    .map((word) => wordsOf[word.toLowerCase()] ?? word.toLowerCase())
    .join(' ')

const singular = (name: string): string =>
  name
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh|us)es$/, '$1')
    .replace(/(?<![su])s$/, '')

/** "A name" as "a name"; "ISO 8601" stays. */
const withSmallLetter = (text: string): string =>
  /^[A-Z](?![A-Z])/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

const nounWithArticle = (noun: string): string => {
  if (/[^s]s$/i.test(noun)) return noun
  return /^[aeio]/i.test(noun) ? `an ${noun}` : `a ${noun}`
}

type FieldName = { readonly parts: readonly string[]; readonly label: string; readonly noun: string }

/** `form.questions.0.options.1` as "Question 1, option 2". Objects around a list entry are left out. */
const fieldNameOf = (field: string): FieldName => {
  const parts: string[] = []
  let entries = 0
  let noun = ''
  for (const name of field.split('.')) {
    const isEntry = /^\d+$/.test(name) && parts.length > entries
    const before = isEntry ? singular(parts.at(-1) ?? '') : noun
    if (isEntry) {
      parts.splice(entries, parts.length - entries, `${before} ${Number(name) + 1}`)
      entries += 1
      noun = before
    } else {
      noun = humanName(name)
      // "Question 1, question" says nothing more than "Question 1".
      if (noun !== before || parts.length === 0) parts.push(noun)
    }
  }
  return { parts, label: sentenceCase(parts.join(', ')), noun }
}

const isFieldPath = (field: string): boolean => /^[A-Za-z][\w:.-]{0,199}$/.test(field)

type Detail = { readonly field: string; readonly message: string }

const isDetail = (value: unknown): value is Detail =>
  typeof value === 'object' &&
  value !== null &&
  'field' in value &&
  typeof value.field === 'string' &&
  'message' in value &&
  typeof value.message === 'string'

/**
 * The first fault of a request in words, such as "Question 1: enter a question", from the details of a validation
 * failure. Undefined without details.
 */
export const firstFault = (details: unknown): string | undefined => {
  const first: unknown = Array.isArray(details) ? details[0] : undefined
  if (!isDetail(first)) return undefined
  const { field, message } = first
  if (!isFieldPath(field)) return message
  const { label, noun } = fieldNameOf(field)
  const isMissing = [requiredTextMessage, emptyMessage, `${field} is required`].includes(message)
  return `${label}: ${isMissing ? `enter ${nounWithArticle(noun)}` : withSmallLetter(message)}`
}

/** A part of a field's name: `question 1` as a noun with its number. */
const partText = (part: string): PreparedText => {
  const [, noun, number] = /^(.+) (\d+)$/.exec(part) ?? []
  return noun === undefined || number === undefined
    ? failureText(sentenceCase(part))
    : failureText('{noun} {number}', { noun: failureText(sentenceCase(noun)), number })
}

/**
 * The first fault with its values apart, for pages, where labels of forms have translations. Its words differ from the
 * English summary: "Question 1: This is required. Send text".
 */
export const firstFaultText = (
  details: unknown,
  texts: readonly (PreparedText | undefined)[],
): PreparedText | undefined => {
  const first: unknown = Array.isArray(details) ? details[0] : undefined
  if (!isDetail(first)) return undefined
  const problem = texts[0] ?? failureText(first.message)
  return isFieldPath(first.field)
    ? failureText('{field}: {problem}', { field: fieldNameOf(first.field).parts.map(partText), problem })
    : problem
}
