import type * as z from 'zod/mini'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const forms: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  url: 'an address such as https://example.edu',
  datetime: 'a date and time such as 2026-04-01T16:00:00Z',
  date: 'a date such as 2026-04-01',
  time: 'a time such as 16:00',
}

/** Messages of a missing text, and of a text or list without content. */
export const requiredTextMessage = 'This is required. Send text'
export const emptyMessage = 'Do not leave this empty'

/** Points to the reference for people. */
const seeReference = '. See the reference at /docs.'

const units: Readonly<Record<string, readonly [one: string, several: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}

/** A size in units of a text or list. Undefined for numbers. */
const amount = (origin: string, size: number | bigint): string | undefined => {
  const unit = units[origin]
  return unit && `${size} ${Number(size) === 1 ? unit[0] : unit[1]}`
}

const tooBigMessage = ({ origin, maximum, inclusive = true }: z.core.$ZodIssueTooBig): string => {
  const size = amount(origin, maximum)
  if (size) return `Send at most ${size}`
  return inclusive ? `Send ${maximum} or less` : `Send less than ${maximum}`
}

const tooSmallMessage = ({ origin, minimum, inclusive = true }: z.core.$ZodIssueTooSmall): string => {
  const size = amount(origin, minimum)
  if (size) return Number(minimum) === 1 ? emptyMessage : `Send at least ${size}`
  return inclusive ? `Send ${minimum} or more` : `Send more than ${minimum}`
}

/**
 * What to send instead, for people; the field's name appears beside it. It repeats nothing from the request except
 * field names.
 */
export const issueMessage = (issue: Issue): string => {
  switch (issue.code) {
    case 'invalid_type': {
      const expected = kinds[issue.expected] ?? issue.expected
      return issue.input === undefined ? `This is required. Send ${expected}` : `Send ${expected}`
    }
    case 'invalid_value': {
      const [first, ...others] = issue.values.map(String)
      return others.length > 0 ? `Send one of: ${[first, ...others].join(', ')}` : `Send ${first}`
    }
    case 'too_big':
      return tooBigMessage(issue as z.core.$ZodIssueTooBig)
    case 'too_small':
      return tooSmallMessage(issue as z.core.$ZodIssueTooSmall)
    case 'invalid_format': {
      const form = forms[issue.format]
      return form ? `Send ${form}` : `The format is not valid${seeReference}`
    }
    case 'unrecognized_keys': {
      const names = issue.keys.map((name) => `"${name}"`).join(', ')
      return `Leave out ${names}: not known here`
    }
    default:
      return `This value is not valid${seeReference}`
  }
}
