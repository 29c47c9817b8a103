import { seatCountersFor } from '../../../../functions/attendance/index.ts'

/**
 * What DynamoDB lets one item, one partition and one table do. Milliseconds, and write units a second. `holdMs` is how long
 * a transaction keeps others off its items: two phases between three zones.
 */
export type Limits = {
  readonly holdMs: number
  readonly partitionUnits: number
  readonly tableUnits: number
}

/** A table on demand that nobody has warmed, and one that was warmed for 40,000 units. */
export const aws = {
  fresh: { holdMs: 13, partitionUnits: 1000, tableUnits: 4000 },
  warmed: { holdMs: 13, partitionUnits: 1000, tableUnits: 40_000 },
} as const

/** How a registration is written. `counterUnits` fall on the partition of its counter, `units` on the table. */
export type Design = {
  readonly name: string
  readonly transaction: boolean
  readonly counters: number
  readonly counterUnits: number
  readonly units: number
}

/** What the platform does: a claim at a counter, then the person's row with its copy in an index. */
export const claimed = (counters: number): Design => ({
  name: `claim, ${counters} ${counters === 1 ? 'counter' : 'counters'}`,
  transaction: false,
  counters,
  // One unit, a fifth more for tries that meet a throttle or a condition, and an eighth of an update that removes claims.
  counterUnits: 1.33,
  units: 3.2,
})

/** The row and one counter, all or nothing. A transaction costs twice; the index once. */
export const together = (counters: number): Design => ({
  name: `transaction, ${counters} ${counters === 1 ? 'counter' : 'counters'}`,
  transaction: true,
  counters,
  counterUnits: 2,
  units: 5,
})

/** The counters of an event of so many seats, as the platform chooses them when it goes live. */
export const chosen = (seats: number): Design =>
  claimed(seatCountersFor({ maxAttendees: seats, expectedAttendance: seats }))

export type Bound = 'conflicts' | 'partition' | 'table'
export type Prediction = { readonly perSecond: number; readonly bound: Bound }

/** The most registrations a second, and what keeps them from being more. */
export const predict = (
  { transaction, counters, counterUnits, units }: Design,
  { holdMs, partitionUnits, tableUnits }: Limits,
): Prediction => {
  const bounds: readonly (readonly [Bound, number])[] = [
    // Transactions on one item follow each other: who meets one is cancelled, and tries again.
    ['conflicts', transaction ? (counters * 1000) / holdMs : Number.POSITIVE_INFINITY],
    ['partition', (counters * partitionUnits) / counterUnits],
    ['table', tableUnits / units],
  ]
  const [bound, most] = bounds.reduce((least, one) => (one[1] < least[1] ? one : least))
  return { perSecond: Math.round(most), bound }
}

/** Seconds until everybody of a storm has an answer. */
export const secondsFor = (people: number, design: Design, limits: Limits): number =>
  Math.round(people / predict(design, limits).perSecond)
