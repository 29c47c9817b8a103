import * as z from 'zod/mini'
import { conflicting, invalid } from '../../lib/contract/failure.ts'
import { prose } from '../../lib/contract/fields.ts'

/** Addresses of one request, and of all that it changes; addresses of a roster. */
export const mostAtOnce = 2000
export const mostListed = 50_000

export const RosterUnreadable = invalid(
  'Send a table with an address in each row, under a heading such as email or in the first column',
  'ROSTER_UNREADABLE',
)
export const RosterTooLong = invalid(
  `At most ${mostAtOnce} addresses are read and changed at once: send a longer list in parts`,
  'ROSTER_TOO_LONG',
)
export const RosterFull = invalid(`A roster has at most ${mostListed} addresses`, 'ROSTER_FULL')
export const RosterUnseen = conflicting(
  'Look first at what this changes, and send what that says you have seen',
  'ROSTER_UNSEEN',
)

/** What an administrator wants of the roster: either list, as it is or as the table that another system writes. */
export const WantedRoster = {
  mode: z.enum(['add', 'remove', 'replace']),
  emails: z.optional(z.array(prose(320)).check(z.maxLength(mostAtOnce))),
  csv: z.optional(prose(250_000)),
}

export const RosterPreview = z.object({
  added: z.number(),
  removed: z.number(),
  /** Addresses that stay, and what there is afterwards. */
  kept: z.number(),
  total: z.number(),
  /** What is no address and is passed over: how many, and the first of them. */
  wrong: z.number(),
  wrongEmails: z.array(z.string()),
  seen: z.string(),
})

export const RosterEntries = z.object({
  entries: z.array(z.object({ email: z.string(), addedAt: z.string() })),
  total: z.number(),
  cursor: z.optional(z.string()),
})

export const RosterSaved = z.object({ added: z.number(), removed: z.number(), total: z.number() })
