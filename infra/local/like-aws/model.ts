import type { ModelClock } from './clock.ts'
import type { Ask } from './engine-calls.ts'
import type { Figures } from './figures.ts'
import type { Holds } from './holds.ts'
import type { Item, Place } from './items.ts'
import type { Tables } from './tables.ts'

/** An item as a write left it; undefined where it is gone. */
export type Image = { readonly place: Place; readonly item: Item | undefined }

/** What the operations of the front share. */
export type Model = {
  readonly figures: Figures
  readonly clock: ModelClock
  readonly ask: Ask
  readonly tables: Tables
  readonly holds: Holds
}
