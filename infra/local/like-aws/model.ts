import type { ModelClock } from './clock.ts'
import type { Copies } from './copies/copies.ts'
import type { Ask } from './engine-calls.ts'
import type { Figures } from './figures.ts'
import type { Holds } from './holds.ts'
import type { Tables } from './tables.ts'
import type { Throughput } from './throughput.ts'

/** What the operations of the front share. */
export type Model = {
  readonly figures: Figures
  readonly clock: ModelClock
  readonly ask: Ask
  readonly tables: Tables
  readonly holds: Holds
  /** Absent where reads are never late. */
  readonly copies: Copies | undefined
  readonly throughput: Throughput
  /** Whether anybody asks what writes leave. */
  readonly seesWrites: boolean
}
