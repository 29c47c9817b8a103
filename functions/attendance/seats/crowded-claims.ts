import type { Context } from '../../../lib/context.ts'
import { failUnavailable } from '../../../lib/table/call.ts'
import { lost } from '../../../lib/table/retry.ts'
import type { Table } from '../../../lib/table/table.ts'
import type { Who } from '../person.ts'
import type { Claim, SeatCounter } from '../repository.ts'
import {
  type Claimed,
  claimOf,
  claimSeat,
  clearClaims,
  isLate,
  mostClaims,
  type OpenClaim,
} from './claims.ts'

/** At a counter with so many claims somebody looks which of them have their row by now. */
const manyClaims = 6
/** At every further claim of so many somebody does, so that who ends early is made up for. */
const lookEvery = 3

/** Some of those who claim clear the claims of all, one at a time: each number of claims is seen by one of them. */
export const clearAtTimes = async ({ table }: Pick<Context, 'table'>, seat: SeatCounter): Promise<void> => {
  const open = Object.keys(seat.claims ?? {}).length
  if (open >= manyClaims && open % lookEvery === 0) await clearClaims(table, seat)
}

/** Tries of somebody who finds as many claims of others as there may be: each takes some milliseconds until its row stands. */
export const crowdedTries = 30
/** The rows of all are looked at by every so manyth try only: most claims go by themselves. */
const crowdedLooks = 4

/** Whether somebody looks at the rows of all in this try. */
export const looksAtAll = (turn: number): boolean => turn % crowdedLooks === crowdedLooks - 1

export const isCrowded = (seat: SeatCounter): boolean => Object.keys(seat.claims ?? {}).length >= mostClaims

/**
 * The same as `claimSeat`, again after random pauses while too many claims of others are open. `help` is given those whose
 * rows do not stand, each time they are looked at. Fails with 503 where the request is too old to claim anything.
 */
export const claimInCrowd = (
  table: Table,
  seat: SeatCounter,
  who: Who,
  claim: Claim,
  now: () => Date,
  help: (open: readonly OpenClaim[], turn: number) => Promise<void>,
): Promise<Claimed> =>
  table.retryOnConflict(
    async (turn) => {
      if (isLate(claim, now())) failUnavailable()
      const claimed = await claimSeat(table, seat, who, claim)
      const waits = !claimed.ok && claimed.seat && claimOf(claimed.seat, who) === undefined
      if (!waits || !isCrowded(claimed.seat) || turn + 1 === crowdedTries) return claimed
      if (looksAtAll(turn)) await help(await clearClaims(table, claimed.seat), turn)
      return lost
    },
    { attempts: crowdedTries },
  )
