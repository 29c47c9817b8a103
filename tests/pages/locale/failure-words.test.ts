import { describe, expect, it } from 'vitest'
import { calledDomains } from '../../../functions/pages/contract.ts'
import catalogue from '../../../functions/pages/es/catalogue.json' with { type: 'json' }
import { failureMessage } from '../../../functions/pages/failure-words.ts'
import { routes } from '../../../functions/routes.ts'

const failures = new Set(
  routes
    .filter(({ domain }) => (calledDomains as readonly string[]).includes(domain))
    .flatMap(({ rows }) => Object.values(rows).flatMap(({ fails = [] }) => fails)),
)
const declared = [...failures].map(({ message }) => message)
const expected = Object.keys(catalogue).filter(
  (text) => /^Expected [#\w]/.test(text) && !/^Expected (?:attendance|people)$/.test(text),
)

/** Words for programs: requests, names of fields, abbreviations. */
const technical =
  /\b[Ss]end (?:a|an|the|one|text|true|it|them|your)\b|^Expected|[a-z]_[a-z]|[a-z]{2,}[A-Z]|\bIANA\b|Invalid credentials|\bOrg\b|tenant/

/** Failures that no form of ours can cause: the page fills these fields in itself. */
const unreachable: readonly string[] = [
  'tenants array is required.',
  'Invalid weekly meeting data format. Send it as a JSON object.',
  'Invalid member form data format. Send it as a JSON object.',
  'Invalid social links data format. Send them as a JSON array.',
  'Invalid message settings data format. Send them as a JSON object.',
  'custom_roles must be a JSON array of roles',
  'Missing formId or responses',
  'More than one step awaits your decision, and one has questions. Send the stepId.',
  "agendaItemIds has an item that is not on this event's agenda",
]

describe('texts of refused fields', () => {
  it('speak to people, whatever programs read', () => {
    const left = [...declared, ...expected].filter(
      (message) =>
        technical.test(failureMessage({ message }).replace('WebP', '')) && !unreachable.includes(message),
    )
    expect(left).toEqual([])
  })

  it.each([
    ['Send a number or text', 'Enter a whole number'],
    ['Send 1 or more', 'Enter 1 or more'],
    ['Capacity: send 1 or more', 'Capacity: Enter 1 or more'],
    ['Line item 1, amount: send a number', 'Line item 1, amount: Enter a number'],
    ['Send at most 1 character', 'Enter at most 1 character'],
    ['This is required. Send text', 'Please fill this in'],
    ['Send one of: a, b', 'Choose one of the options'],
    [
      'Blackout date 1: the end must not be before the start',
      'The last day must not be before the first day',
    ],
    [
      "You don't have permission to view_finances in this organization",
      'Your role in this club does not allow this.',
    ],
    [
      'Event falls in a blackout period: Exams, May 1',
      'The school is closed for events at that time: Exams, May 1',
    ],
    [
      'Room not found. Choose one from the list of rooms.',
      'Room not found. Choose one from the list of rooms.',
    ],
  ])('%s', (message, words) => {
    expect(failureMessage({ message })).toBe(words)
  })
})
