import type { ModelClock } from './clock.ts'
import type { Copies } from './copies/copies.ts'
import type { Ask } from './engine-calls.ts'
import type { Figures } from './figures.ts'
import type { Holds } from './holds.ts'
import type { Tables } from './tables.ts'
import type { Throughput } from './throughput.ts'

/** State shared by the operations of the front. */
export type Model = {
  readonly figures: Figures
  readonly clock: ModelClock
  readonly ask: Ask
  readonly tables: Tables
  readonly holds: Holds
  /** Absent where reads never lag. */
  readonly copies: Copies | undefined
  readonly throughput: Throughput
  /** Whether any effect needs to know the result of writes. */
  readonly seesWrites: boolean
}
