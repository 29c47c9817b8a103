import { createHash } from 'node:crypto'
import type { EventCard } from './records/event.ts'

/** Says the number of counters too: whoever looks in all places where somebody could stand reads as many of each. */
const nameOf = (seatCounters: number, at: number): string =>
  seatCounters > 1 ? `${seatCounters}.${at}` : '0'

/** Names of the partitions over which the people of an event are spread: one for each seat counter. */
export const partitionsOf = ({ seatCounters }: Pick<EventCard, 'seatCounters'>): readonly string[] =>
  Array.from({ length: Math.max(1, seatCounters) }, (_, at) => nameOf(seatCounters, at))

/** The partition of one person, the same as long as the event has as many counters. */
export const partitionOf = ({ seatCounters }: Pick<EventCard, 'seatCounters'>, personId: string): string => {
  const number = createHash('sha256').update(personId).digest().readUInt32BE(0)
  return nameOf(seatCounters, number % Math.max(1, seatCounters))
}
