import type { Table } from '../../../lib/table/table.ts'
import { type Attendee, attendee } from '../../events/index.ts'
import { type SeatCounter, seatCounter } from '../repository.ts'
import { claimsOf, isAbandoned, isOf, type OpenClaim } from './claims.ts'

const pageSize = 500

const rowsAt = async (table: Table, { eventId, k }: SeatCounter): Promise<readonly Attendee[]> => {
  const rows: Attendee[] = []
  let cursor: string | undefined
  do {
    const holes = { eventId, partition: k }
    const page = await table.list(attendee, { holes, limit: pageSize, cursor, strong: true })
    rows.push(...page.items)
    cursor = page.cursor
  } while (cursor !== undefined)
  return rows
}

/**
 * Sets a counter to what its rows add up to, and ends the claims of those who have left and whose rows are gone: they may
 * have given back what they had, or may have come too late for it. Whatever changes a row's seats changes the counter before,
 * so that the sum is right while that stays as it was read and nobody else is about to do something. Otherwise nothing
 * happens, and the next look tries again.
 */
export const recount = async (table: Table, seat: SeatCounter, now: Date): Promise<void> => {
  const open = await claimsOf(table, seat)
  const isEnded = ({ claim, row }: OpenClaim) => claim.leaves && isAbandoned(claim, now) && !isOf(row, claim)
  if (open.length === 0 || !open.every(isEnded)) return
  const rows = (await rowsAt(table, seat)).filter(({ walkIn }) => !walkIn)
  const seated = rows.filter(({ status }) => status === 'attending')
  const taken = seated.reduce((sum, { guestCount }) => sum + guestCount, 0)
  const waiting = rows.length - seated.length
  const { eventId, k, version, claims = {} } = seat
  await table.update(
    seatCounter,
    { eventId, k },
    { set: { taken, waiting }, add: { version: 1 }, removeEntries: { claims: Object.keys(claims) } },
    {
      exists: true,
      equals: { version, taken: seat.taken, waiting: seat.waiting },
      entries: { claims },
      fewerEntries: { claims: open.length + 1 },
    },
  )
}
