/**
 * Counts kept by the stream lag behind the rows that they count. The caller's recent changes travel in their recent
 * write marker, so that their next pages include them (rules/table 27).
 */

/** Counters, each with its letter in a marker. */
const letters = {
  members: 'm',
  followers: 'f',
  likes: 'l',
  registrations: 'r',
  seats: 's',
  waitlist: 'w',
  checkedIn: 'c',
  registeredIn: 'i',
  headsIn: 'h',
} as const

export type CounterName = keyof typeof letters

const names = new Map(Object.entries(letters).map(([name, letter]) => [letter, name as CounterName]))

/** The caller's changes of one counter of one item. */
type OwnChange = {
  readonly counter: CounterName
  /** The event, organization or message. */
  readonly id: string
  /** The count right after the last change. */
  readonly count: number
  /** The least and the most that the stored count may still lack: the first changes may be counted, the last not. */
  readonly least: number
  readonly most: number
  /** Seconds since 1970. */
  readonly at: number
}

export type OwnCounts = {
  /** A stored count as the caller sees it. Rules decide by stored counts only. */
  shown(counter: CounterName, id: string, stored: number): number
  /** Records a change by the caller to a count that was read as `stored`. */
  change(counter: CounterName, id: string, stored: number, by: number): void
  /** Ids of items whose counter the caller has just changed. */
  changedIds(counter: CounterName): readonly string[]
}

/** While the stream is on time, counts include a change this many seconds later. */
const countedWithinSeconds = 10

/** While the stream lags, a change is remembered this many seconds. */
export const rememberedSeconds = 3600

const maxChanges = 12
/** A larger change counts as this one. */
const maxLacking = 99

const changePattern = /^([a-z])(\d{1,9})\.(\d{1,2})\.(\d{1,2})\.(\d{1,12})\.([\w-]{1,80})$/

const parseChange = (text: string): OwnChange | undefined => {
  const [, letter = '', count, less, more, at, id = ''] = changePattern.exec(text) ?? []
  const counter = names.get(letter as (typeof letters)[CounterName])
  if (counter === undefined) return undefined
  return { counter, id, count: Number(count), least: -Number(less), most: Number(more), at: Number(at) }
}

const textOf = ({ counter, id, count, least, most, at }: OwnChange): string =>
  `${letters[counter]}${[count, -least, most, at, id].join('.')}`

const keyOf = ({ counter, id }: Pick<OwnChange, 'counter' | 'id'>): string => `${counter} ${id}`

/** The stored count, moved towards the count after the caller's last change by what it may still lack. */
const correctedCount = ({ count, least, most }: OwnChange, stored: number): number =>
  Math.max(0, stored + Math.min(most, Math.max(least, count - stored)))

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000)

/**
 * The counts of a request. `changes` is the part of the marker that `encoded` returned. A forged one changes
 * only what its sender sees, by at most 99. `countedUntil` (ISO 8601) is present while the stream lags.
 */
export const ownCountsFrom = (changes: string, now: Date, countedUntil?: string) => {
  const lagging = countedUntil === undefined ? Number.POSITIVE_INFINITY : secondsOf(new Date(countedUntil))
  const remembered = new Map<string, OwnChange>()
  for (const text of changes.split('!')) {
    const change = parseChange(text)
    const age = change ? secondsOf(now) - change.at : Number.POSITIVE_INFINITY
    if (change && age >= -countedWithinSeconds && age <= rememberedSeconds)
      remembered.set(keyOf(change), change)
  }
  const pendingChange = (counter: CounterName, id: string): OwnChange | undefined => {
    const change = remembered.get(keyOf({ counter, id }))
    const isPending = change && (secondsOf(now) - change.at <= countedWithinSeconds || change.at >= lagging)
    return isPending ? change : undefined
  }
  const shown: OwnCounts['shown'] = (counter, id, stored) => {
    const change = pendingChange(counter, id)
    return change ? correctedCount(change, stored) : stored
  }
  const change: OwnCounts['change'] = (counter, id, stored, by) => {
    if (by === 0) return
    const count = Math.max(0, shown(counter, id, stored) + by)
    const { least, most } = pendingChange(counter, id) ?? { least: 0, most: 0 }
    const key = keyOf({ counter, id })
    // The newest change is last.
    remembered.delete(key)
    remembered.set(key, {
      counter,
      id,
      count,
      least: Math.max(-maxLacking, Math.min(0, least + by)),
      most: Math.min(maxLacking, Math.max(0, most + by)),
      at: secondsOf(now),
    })
  }
  const changedIds: OwnCounts['changedIds'] = (counter) =>
    [...remembered.values()].flatMap(({ id }) => (pendingChange(counter, id) ? id : []))
  const encoded = (): string => [...remembered.values()].slice(-maxChanges).map(textOf).join('!')
  return { shown, change, changedIds, encoded }
}
