import type { Item } from './read.ts'
import { requestMarkAttribute } from './schema.ts'

/**
 * A request that creates something and may be sent again. Each item that it puts on condition of absence carries its
 * mark. A repetition thereby recognizes the work of an earlier run: that run's items are not in its way, and its puts
 * count as done (rules/table 21).
 */
export type RepeatableRequest = {
  /** Identifies the request, however often it is sent. */
  readonly seed: string
  /** Identifies this run: the seed and the run's time. */
  readonly mark: string
  /** An earlier run has created something. Its items count as absent until this run has put them. */
  readonly isRepeat: boolean
  /** Waits until the request is claimed, before anything is written. Fails if this run must not continue. */
  claimSettled(): Promise<void>
  /** Called with the mark that an earlier run left. Does not return. */
  stopAtEarlierItem(mark: string): never
  /**
   * An earlier run created the item, and it has been deleted since. Throws if the request is meant as a new one;
   * otherwise the earlier work counts as done.
   */
  stopAtDeletedItem(): void
  readonly ids: RepeatableIds
  /** Addresses of the items that this run has put. */
  readonly ownPuts: Set<string>
}

/**
 * Ids that are the same in every run of a request, by number. Parallel work that is planned again has its own numbers
 * and gets the same ids each time.
 */
export type RepeatableIds = {
  next(): string
  /** Gives each attempt of a plan the same ids as the attempt before. */
  withIdsPerAttempt<T, A, R>(attempt: (turn: T) => A, plan: (each: (turn: T) => A) => R): R
}

type Address = { readonly pk?: unknown; readonly sk?: unknown }

const placeOf = ({ pk, sk }: Address): string => `${pk}\n${sk}`

const requestMarkOf = (making: RepeatableRequest, item: Item | undefined): string | undefined => {
  const mark = item?.[requestMarkAttribute]
  return typeof mark === 'string' && mark.startsWith(`${making.seed}.`) ? mark : undefined
}

/** A deleted item may remain for a while, with the time of its deletion. */
const isSoftDeleted = (item: Item | undefined): boolean => item?.deletedAt !== undefined

/** Whether the request's reads see an item. Stops this run at an earlier run's item, if necessary. */
export const isVisibleTo = (making: RepeatableRequest | undefined, item: Item): boolean => {
  const mark = making && requestMarkOf(making, item)
  if (!making || mark === undefined || making.ownPuts.has(placeOf(item))) return true
  if (isSoftDeleted(item)) making.stopAtDeletedItem()
  if (making.isRepeat) return false
  return making.stopAtEarlierItem(mark)
}

/**
 * A refused put on condition of absence: the existing item, or none if only another write of the transaction failed.
 */
export type RefusedPut = { readonly item: Item | undefined }

/**
 * Whether puts were refused by items of this same request. Stops this run at an earlier run's items, if necessary.
 * Items of one transaction exist together: one that is missing or marked as deleted has been deleted since.
 */
export const areOwnPuts = (
  making: RepeatableRequest | undefined,
  refused: readonly RefusedPut[],
): boolean => {
  if (!making) return false
  const marks = refused.flatMap(({ item }) => requestMarkOf(making, item) ?? [])
  const [mark] = marks
  if (mark === undefined) return false
  // A run with another time has other addresses for items that are stored by time.
  if (making.isRepeat && refused.some(({ item }) => item === undefined || isSoftDeleted(item)))
    making.stopAtDeletedItem()
  return making.isRepeat || mark === making.mark || making.stopAtEarlierItem(mark)
}

export const recordPut = (making: RepeatableRequest | undefined, address: Address): void => {
  making?.ownPuts.add(placeOf(address))
}
