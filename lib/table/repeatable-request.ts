import type { Item } from './read.ts'
import { requestMarkAttribute } from './schema.ts'

/**
 * A request that makes something and may be sent again. Every item that it puts where none may be carries its mark, so that
 * a repetition knows what an earlier one has done already: its own items are not in its way, and its own puts have taken
 * place (rules/table 21).
 */
export type RepeatableRequest = {
  /** Of the request, however often it is sent. */
  readonly seed: string
  /** Of this run of it: the seed and the time that the run goes by. */
  readonly mark: string
  /** An earlier run has made something: what is its own counts as not there until this run has put it. */
  readonly isRepeat: boolean
  /** Whose request it is, before anything is written. Fails where this run is not to go on. */
  claimSettled(): Promise<void>
  /** An earlier run, by the mark that it left. Does not return. */
  stopAtEarlierItem(mark: string): never
  /** An earlier run has made it, and it was taken away since. Ends the run where it is meant anew; else what was done is done. */
  stopAtDeletedItem(): void
  readonly ids: RepeatableIds
  /** Places of the items that this run has put. */
  readonly ownPuts: Set<string>
}

/**
 * Ids that are the same in every run of a request, each by its number. What goes on side by side and is planned anew has
 * numbers of its own, and takes the same ones each time.
 */
export type RepeatableIds = {
  next(): string
  /** Gives each attempt of a plan the same ids as the one before. */
  withIdsPerAttempt<T, A, R>(attempt: (turn: T) => A, plan: (each: (turn: T) => A) => R): R
}

type Address = { readonly pk?: unknown; readonly sk?: unknown }

const placeOf = ({ pk, sk }: Address): string => `${pk}\n${sk}`

const requestMarkOf = (making: RepeatableRequest, item: Item | undefined): string | undefined => {
  const mark = item?.[requestMarkAttribute]
  return typeof mark === 'string' && mark.startsWith(`${making.seed}.`) ? mark : undefined
}

/** What was taken away may stay for a while, and says since when. */
const isSoftDeleted = (item: Item | undefined): boolean => item?.deletedAt !== undefined

/** Whether a reader of the request sees an item. Meets the earlier run that has left it. */
export const isVisibleTo = (making: RepeatableRequest | undefined, item: Item): boolean => {
  const mark = making && requestMarkOf(making, item)
  if (!making || mark === undefined || making.ownPuts.has(placeOf(item))) return true
  if (isSoftDeleted(item)) making.stopAtDeletedItem()
  if (making.isRepeat) return false
  return making.stopAtEarlierItem(mark)
}

/** A put where nothing may be: what stands there already, or nothing where only another one of the transaction failed. */
export type RefusedPut = { readonly item: Item | undefined }

/**
 * Whether puts were refused by what this very request has put there before. Meets the earlier run that did. What was
 * put together is there together: where one is missing, or stands there as deleted, it was taken away since.
 */
export const areOwnPuts = (
  making: RepeatableRequest | undefined,
  refused: readonly RefusedPut[],
): boolean => {
  if (!making) return false
  const marks = refused.flatMap(({ item }) => requestMarkOf(making, item) ?? [])
  const [mark] = marks
  if (mark === undefined) return false
  // A run that goes by another time has other places for what is kept by time.
  if (making.isRepeat && refused.some(({ item }) => item === undefined || isSoftDeleted(item)))
    making.stopAtDeletedItem()
  return making.isRepeat || mark === making.mark || making.stopAtEarlierItem(mark)
}

export const recordPut = (making: RepeatableRequest | undefined, address: Address): void => {
  making?.ownPuts.add(placeOf(address))
}
