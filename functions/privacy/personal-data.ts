import { answerKeptSeconds, keyedAnswer } from '../../lib/keyed-answer.ts'
import { firstRows, mostErased, type PersonalData } from '../../lib/personal-data.ts'

/** The moment after which nothing expires that was made before `since`. */
const lastExpiry = (since: string): string =>
  new Date(Date.parse(since) + answerKeptSeconds * 1000).toISOString()

/** What belongs to no domain of its own. */
export const personalData: readonly PersonalData[] = [
  {
    name: 'repeatableAnswers',
    of: 'school',
    entities: ['KeyedAnswer'],
    holds:
      'Answers to requests with an Idempotency-Key, kept for 24 hours so that a repetition gets the same',
    removed: 'Within minutes',
    async collect({ person }, table) {
      const holes = { person: person.user.id }
      const { items } = await firstRows((limit, cursor) => table.list(keyedAnswer, { holes, limit, cursor }))
      const rows = items.map(({ operation, key, status, body, expiresAt }) => ({
        operation,
        key,
        status,
        answer: body,
        expiresAt,
      }))
      return { rows }
    },
    async erase({ globalUserId, since }, table) {
      const holes = { person: globalUserId }
      const { items, cursor } = await table.list(keyedAnswer, { holes, limit: mostErased })
      // Who comes back to the school is the same person: answers of that time are not for this erasure.
      const own = items.filter(({ expiresAt }) => expiresAt <= lastExpiry(since))
      await Promise.all(own.map((row) => table.remove(keyedAnswer, row)))
      return cursor !== undefined && own.length > 0
    },
  },
  {
    name: 'mails',
    of: 'school',
    entities: ['OutboxMail'],
    holds: 'Mails that are still to be sent: the address, the kind of mail and what it says',
    removed: 'Address and words as soon as the mail is sent or given up, which is a matter of minutes',
    withheld: 'A mail is in your mailbox moments later; what is left of it here names nobody',
  },
  {
    name: 'codes',
    of: 'person',
    entities: ['Code'],
    holds:
      'That a code was mailed: no code and no address, both only as what a secret or a hash makes of them',
    removed: 'At once',
    kept: {
      why: 'A code for a school address that was not linked yet is found by nobody but its owner; it ends after an hour',
      entities: { Code: 'ids' },
    },
    withheld: 'Nothing in it is readable',
  },
  {
    name: 'limits',
    of: 'person',
    entities: ['RateWindow'],
    holds: 'How often something was tried within a window: no account and no address, only hashes of them',
    removed: 'By itself at the end of the window, a day at most',
    kept: {
      why: 'Whoever could empty a limit by deleting an account could go on guessing',
      entities: { RateWindow: 'ids' },
    },
    withheld: 'Nothing in it is readable',
  },
  {
    name: 'erasures',
    of: 'school',
    entities: ['Erasure'],
    holds: 'That somebody left, so that what arrives late is removed a day later',
    removed: 'By itself within four days',
    kept: { why: 'It is what the removal works from; it names ids', entities: { Erasure: 'ids' } },
    withheld: 'It begins with leaving',
  },
]
