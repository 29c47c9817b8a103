import * as z from 'zod/mini'
import { conflict, invalid } from '../../lib/contract/failure.ts'
import { described, prose } from '../../lib/contract/fields.ts'

/**
 * Limits: addresses that one request changes, addresses of a roster, addresses of a list, bytes of an uploaded file.
 */
export const maxChanges = 2000
export const maxRosterAddresses = 50_000
export const maxRosterBytes = 4 * 1024 * 1024

export const RosterUnreadable = invalid(
  'The table cannot be read. Send one address in each row, under a heading such as email or in the first column.',
  'ROSTER_UNREADABLE',
)
export const RosterTooLong = invalid(
  `A list has at most ${maxRosterAddresses} addresses. Split it, or remove some addresses.`,
  'ROSTER_TOO_LONG',
)
export const RosterFull = invalid(
  `A roster has at most ${maxRosterAddresses} addresses. Remove some addresses first.`,
  'ROSTER_FULL',
)
export const RosterUnseen = conflict(
  'Preview this change again before you save it. It was not previewed, or the roster has changed since.',
  'ROSTER_UNSEEN',
)

/** Requested roster change: a list, as JSON or as a table from another system. */
export const rosterFields = {
  mode: z.enum(['add', 'remove', 'replace']),
  emails: z.optional(z.array(prose(320)).check(z.maxLength(maxRosterAddresses))),
  csv: z.optional(prose(maxRosterBytes)),
}

export const RosterPreview = z.object({
  added: z.number(),
  removed: z.number(),
  /** Addresses that stay, and the number after the change. */
  kept: z.number(),
  total: z.number(),
  /** Entries that are no addresses and are skipped: their number, and the first of them. */
  wrong: z.number(),
  wrongEmails: z.array(z.string()),
  wrongRows: described(
    z.array(z.object({ row: z.number(), value: z.string() })),
    'Rows of the table without a valid address, the first 20; the first row is 1',
  ),
  seen: z.string(),
})

export const RosterEntries = z.object({
  entries: z.array(z.object({ email: z.string(), addedAt: z.string() })),
  total: z.number(),
  cursor: z.optional(z.string()),
})

export const RosterSaved = z.object({
  added: z.number(),
  removed: z.number(),
  total: z.number(),
  /** Changes still to be made. Repeating the request makes the next of them. */
  changesLeft: z.number(),
})
