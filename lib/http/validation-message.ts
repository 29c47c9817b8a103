import type * as z from 'zod/mini'
import { failureText } from '../contract/failure.ts'
import { englishText, type PreparedText } from '../contract/text/prepared.ts'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

const kinds: Readonly<Record<string, PreparedText>> = {
  string: failureText('Send text'),
  number: failureText('Send a number'),
  int: failureText('Send a whole number'),
  boolean: failureText('Send true or false'),
  array: failureText('Send a list'),
  object: failureText('Send an object'),
  record: failureText('Send an object'),
  null: failureText('Send null'),
}

const forms: Readonly<Record<string, PreparedText>> = {
  email: failureText('Send an e-mail address'),
  url: failureText('Send an address such as https://example.edu'),
  datetime: failureText('Send a date and time such as 2026-04-01T16:00:00Z'),
  date: failureText('Send a date such as 2026-04-01'),
  time: failureText('Send a time such as 16:00'),
}

/** Messages of a missing text, and of a text or list without content. */
export const requiredTextMessage = 'This is required. Send text'
export const emptyMessage = 'Do not leave this empty'

type Sized = { readonly origin: string; readonly size: number | bigint }

/** Texts of a size limit for texts and lists. Undefined for numbers. */
const atMost = ({ origin, size }: Sized): PreparedText | undefined => {
  const count = Number(size)
  if (origin === 'string')
    return count === 1
      ? failureText('Send at most 1 character')
      : failureText('Send at most {count} characters', { count })
  if (origin !== 'array') return undefined
  return count === 1
    ? failureText('Send at most 1 entry')
    : failureText('Send at most {count} entries', { count })
}

const atLeast = ({ origin, size }: Sized): PreparedText | undefined => {
  const count = Number(size)
  if (origin !== 'string' && origin !== 'array') return undefined
  if (count === 1) return failureText(emptyMessage)
  return origin === 'string'
    ? failureText('Send at least {count} characters', { count })
    : failureText('Send at least {count} entries', { count })
}

const tooBigText = ({ origin, maximum, inclusive = true }: z.core.$ZodIssueTooBig): PreparedText => {
  const limit = String(maximum)
  return (
    atMost({ origin, size: maximum }) ??
    (inclusive
      ? failureText('Send {limit} or less', { limit })
      : failureText('Send less than {limit}', { limit }))
  )
}

const tooSmallText = ({ origin, minimum, inclusive = true }: z.core.$ZodIssueTooSmall): PreparedText => {
  const limit = String(minimum)
  return (
    atLeast({ origin, size: minimum }) ??
    (inclusive
      ? failureText('Send {limit} or more', { limit })
      : failureText('Send more than {limit}', { limit }))
  )
}

/** What to send instead. It repeats nothing from the request except field names. */
const issueText = (issue: Issue): PreparedText => {
  switch (issue.code) {
    case 'invalid_type': {
      const problem = kinds[issue.expected] ?? failureText('Send {value}', { value: issue.expected })
      return issue.input === undefined ? failureText('This is required. {problem}', { problem }) : problem
    }
    case 'invalid_value': {
      const [first, ...others] = issue.values.map(String)
      return others.length > 0
        ? failureText('Send one of: {values}', { values: [first ?? '', ...others] })
        : failureText('Send {value}', { value: first ?? '' })
    }
    case 'too_big':
      return tooBigText(issue as z.core.$ZodIssueTooBig)
    case 'too_small':
      return tooSmallText(issue as z.core.$ZodIssueTooSmall)
    case 'invalid_format':
      return forms[issue.format] ?? failureText('The format is not valid. See the reference at /docs.')
    case 'unrecognized_keys': {
      const names = issue.keys.map((name) => `"${name}"`)
      return failureText('Leave out {names}: not known here', { names })
    }
    default:
      return failureText('This value is not valid. See the reference at /docs.')
  }
}

/** The message of a fault, for people; the field's name appears beside it. */
export const issueMessage = (issue: Issue): string => englishText(issueText(issue))

/** The message of a fault with its values apart. Undefined for messages of a schema's own. */
export const textOfIssue = (issue: z.core.$ZodIssue): PreparedText | undefined => {
  // Zod drops the input, which decides only between these two texts.
  const input = issue.message.startsWith('This is required') ? undefined : null
  const text = issueText({ ...issue, input } as Issue)
  return englishText(text) === issue.message ? text : undefined
}
