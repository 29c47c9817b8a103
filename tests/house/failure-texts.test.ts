import { describe, expect, it } from 'vitest'
import { read, sources } from './files.ts'

const files = sources('functions', 'lib').filter((path) => !path.startsWith('functions/pages/'))

/** Whole templates with values, such as `At most ${most}`, which follow `message:` or `message =`. */
const builtMessage = /\bmessage(?::| =)\s*(?:[\w.]+(?: \|\||\?\?) )?`[^`]*\$\{/g
/** A failure with another message than its kind's. */
const otherMessage = /\{\s*\.\.\.[A-Z]\w+,[^{}]*?\bmessage\b/g

/** Messages of successes, and texts of traces, which no page shows as a failure. */
const otherTexts = [
  'functions/impersonation/impersonation.ts',
  'functions/invites/invitation.ts',
  'functions/notifications/inbox/notification.ts',
  'functions/notifications/templates/',
  'functions/planning/submission/statuses.ts',
  'functions/saml/',
  'functions/verification/review.ts',
]

const found = (path: string, pattern: RegExp): readonly string[] =>
  [...read(path).matchAll(pattern)].map(([text]) => `${path}: ${text}`)

describe('messages of failures', () => {
  // rules/http 63
  it('have no values in them: `failureText` names the values, so that pages can translate the message', () => {
    const built = files
      .filter((path) => !otherTexts.some((other) => path.startsWith(other)))
      .flatMap((path) => found(path, builtMessage))
    expect(built).toEqual([])
    expect(files.flatMap((path) => found(path, otherMessage))).toEqual([])
  })
})
