import type { Context } from '../../../lib/context.ts'
import type { Caller } from '../../../lib/identity/person/caller.ts'
import { tenantUser } from '../../../lib/identity/person/records.ts'
import type { Prefetch } from '../../../lib/operation.ts'
import { key } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import { type Attendee, attendee, type EventCard, eventCard } from '../../events/index.ts'
import {
  type AttendeeKey,
  type AttendeeRecords,
  attendeeRecordsFrom,
  ownRecordRefs,
  rowKey,
} from '../attendee-key.ts'
import { type SeatCounter, seatCounter } from '../repository.ts'

/** The context for seating people, which operations and stream consumers have. */
export type SeatContext = Pick<Context, 'table' | 'now' | 'newId'>

/** A person and an event's seats at one time. */
export type Snapshot = {
  readonly row: Attendee | undefined
  readonly counter: SeatCounter | undefined
  /** Strongly consistent. */
  readonly isCertain: boolean
  readonly known: AttendeeRecords
}
export type FirstSnapshot = Snapshot & { readonly card: EventCard | undefined }

const rowRefs = (eventId: string, person: AttendeeKey) =>
  [key(attendee, rowKey({ eventId }, person)), key(seatCounter, { eventId })] as const

/** Prefetches the records of `readSnapshot` for a user of the school. Guests need one more round trip. */
export const prefetchSnapshot: Prefetch = ({ params: { event_id, eventId = event_id }, userId }) => {
  if (userId === undefined || eventId === undefined) return {}
  const person: AttendeeKey = { kind: 'u', personId: userId }
  return { late: [key(eventCard, { eventId }), ...rowRefs(eventId, person), key(tenantUser, { id: userId })] }
}

/**
 * Reads event, person and seat counter in one eventually consistent round trip. A rejection or an unchanged
 * registration is checked by a strongly consistent read.
 */
export const readSnapshot = async (
  table: Table,
  eventId: string,
  person: AttendeeKey,
  caller: Caller,
  { strong = false } = {},
): Promise<FirstSnapshot> => {
  const refs = [key(eventCard, { eventId }), ...rowRefs(eventId, person)] as const
  const [card, row, counter, ...items] = await table.batchGet([...refs, ...ownRecordRefs(person, caller)], {
    strong,
  })
  return { card, row, counter, isCertain: false, known: attendeeRecordsFrom(person, items) }
}

/** Reads person and seat counter. Strongly consistent. */
export const readSnapshotAgain = async (
  table: Table,
  { eventId }: Pick<EventCard, 'eventId'>,
  person: AttendeeKey,
  caller: Caller,
): Promise<Snapshot> => {
  const refs = [...rowRefs(eventId, person), ...ownRecordRefs(person, caller)]
  const [row, counter, ...items] = await table.batchGet(refs, { strong: true })
  return {
    row: row as Attendee | undefined,
    counter: counter as SeatCounter | undefined,
    isCertain: true,
    known: attendeeRecordsFrom(person, items),
  }
}
