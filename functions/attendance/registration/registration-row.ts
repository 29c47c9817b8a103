import { fail } from '../../../lib/contract/failure.ts'
import type { Prefetch } from '../../../lib/operation.ts'
import { key, type Ref } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import { type Attendee, attendee, type EventCard, eventCard } from '../../events/index.ts'
import { type AttendeeKey, attendeeKeyFrom, attendeeKeysFrom, rowKey } from '../attendee-key.ts'
import { EventNotFound } from '../contract/failures.ts'
import { type SeatCounter, seatCounter } from '../repository.ts'

/** One person's registration for an event. */
export type Registration = {
  readonly card: EventCard
  readonly row: Attendee | undefined
  readonly counter?: SeatCounter | undefined
}

const rowRefs = (eventId: string, keys: readonly AttendeeKey[]): readonly Ref[] => [
  key(eventCard, { eventId }),
  ...keys.map((person) => key(attendee, rowKey({ eventId }, person))),
]

/** Prefetches the first records of a withdrawal. */
export const prefetchWithdrawal: Prefetch = ({ params: { event_id: eventId }, userId, globalUserId }) => {
  const keys: readonly AttendeeKey[] = [
    ...(userId === undefined ? [] : [{ kind: 'u' as const, personId: userId }]),
    ...(globalUserId === undefined ? [] : [{ kind: 'g' as const, personId: globalUserId }]),
  ]
  return { strong: eventId === undefined ? [] : rowRefs(eventId, keys) }
}

/** Prefetches the first records of a removal by an organizer. */
export const prefetchRemoval =
  (parameter: 'userId' | 'entryId'): Prefetch =>
  ({ params }) => {
    const { eventId, [parameter]: name } = params
    if (eventId === undefined || name === undefined) return {}
    return {
      strong: rowRefs(eventId, parameter === 'userId' ? attendeeKeysFrom(name) : [attendeeKeyFrom(name)]),
    }
  }

/**
 * Reads an event and a person's row, under the first key that has one. One strongly consistent round trip. With
 * `counter`, reads the seat counter too. Fails with 404 `Event not found`.
 */
export const readRegistration = async (
  table: Table,
  eventId: string,
  keys: readonly AttendeeKey[],
  { counter: withCounter = false } = {},
): Promise<Registration> => {
  const counters = withCounter ? [key(seatCounter, { eventId })] : []
  const [found, ...items] = await table.batchGet([...rowRefs(eventId, keys), ...counters], { strong: true })
  const card = found as EventCard | undefined
  if (!card || card.deletedAt !== undefined) return fail(EventNotFound)
  const row = items.slice(0, keys.length).find((item) => item !== undefined) as Attendee | undefined
  return { card, row, counter: items[keys.length] as SeatCounter | undefined }
}

/** Reads the row under the first key that has one. Strongly consistent. */
export const readCurrentRow = async (
  table: Table,
  card: Pick<EventCard, 'eventId'>,
  keys: readonly AttendeeKey[],
): Promise<Attendee | undefined> => {
  const rows = await table.batchGet(
    keys.map((person) => key(attendee, rowKey(card, person))),
    { strong: true },
  )
  return rows.find((row) => row !== undefined)
}
