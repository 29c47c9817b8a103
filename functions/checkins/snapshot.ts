import type { Context } from '../../lib/context.ts'
import type { Caller } from '../../lib/identity/person/caller.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import type { Prefetch } from '../../lib/operation.ts'
import { key, type Ref } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import {
  type AttendeeKey,
  type AttendeeRecords,
  attendeeRecordsFrom,
  ownRecordRefs,
  rowKey,
} from '../attendance/index.ts'
import {
  type Attendee,
  attendee,
  type Desk,
  desk,
  type EventCard,
  eventCard,
  orgRightsFrom,
  orgRightsRefs,
} from '../events/index.ts'
import { type DoorCredential, type DoorTrace, doorCredential, doorTrace } from './repository.ts'

/** The records of one person. `certain`: strongly consistent. */
export type PersonState = {
  readonly row: Attendee | undefined
  readonly trace: DoorTrace | undefined
  readonly known: AttendeeRecords
  readonly certain: boolean
}

export type Snapshot = PersonState & {
  readonly card: EventCard | undefined
  readonly desk: Desk | undefined
  readonly door: DoorCredential | undefined
  /** The caller's rights in the organization that the request names, if any. */
  readonly rightsByOrg: ReturnType<typeof orgRightsFrom>
}

type SnapshotQuery = {
  readonly eventId: string
  readonly who?: AttendeeKey | undefined
  readonly doorId?: string | undefined
  /** The organization in whose name the caller acts. Its rights are read in the same round trip. */
  readonly orgId?: string | undefined
}

/** Keys of the records of a person to check in. Guests of other schools need a registration. */
const refsOf = (who: AttendeeKey, caller: Caller | undefined, own: boolean): readonly Ref[] => {
  if (own && caller) return ownRecordRefs(who, caller)
  return who.kind === 'u' ? ownRecordRefs(who, noCaller) : []
}

const noCaller: Caller = {
  tenantUserId: null,
  roles: [],
  authority: [],
  platformRoles: [],
  communities: [],
  via: 'bearer',
  factors: [],
}

/** Prefetches the records of a self check-in, for a user of the school. Guests need another round trip. */
export const prefetchOwnRows: Prefetch = ({ params: { eventId = '' }, userId }) => {
  if (userId === undefined) return {}
  const who: AttendeeKey = { kind: 'u', personId: userId }
  const late = [key(attendee, rowKey({ eventId }, who)), key(tenantUser, { id: userId })]
  return { strong: [key(eventCard, { eventId }), key(desk, { eventId })], late }
}

/**
 * Reads event, desk, credential, rights and person in one round trip. Records that decide on access and event times are
 * strongly consistent (rules/table 19). The others are eventually consistent: a conditional write confirms them, or
 * they are read again.
 */
export const readSnapshot = async (
  { table, caller }: Pick<Context, 'table'> & { readonly caller: Caller | undefined },
  { eventId, who, doorId, orgId }: SnapshotQuery,
  own: boolean,
): Promise<Snapshot> => {
  const userId = caller?.tenantUserId ?? null
  const named = orgId !== undefined && userId !== null ? [orgId] : []
  const strict: Ref[] = [
    key(eventCard, { eventId }),
    key(desk, { eventId }),
    ...(doorId === undefined ? [] : [key(doorCredential, { eventId, doorId })]),
    ...(userId === null ? [] : orgRightsRefs(userId, named)),
  ]
  const loose: Ref[] = who ? [key(attendee, rowKey({ eventId }, who)), ...refsOf(who, caller, own)] : []
  const [[first, found, ...rights], items] = await Promise.all([
    table.batchGet(strict, { strong: true }),
    table.batchGet(loose),
  ])
  const card = first as EventCard | undefined
  const door = doorId === undefined ? undefined : (rights[0] as DoorCredential | undefined)
  const orgRows = rights.slice(doorId === undefined ? 0 : 1)
  return {
    card,
    desk: found as Desk | undefined,
    door,
    rightsByOrg: caller ? orgRightsFrom(caller, named, orgRows) : new Map(),
    row: card && (items[0] as Attendee | undefined),
    trace: undefined,
    known: who ? attendeeRecordsFrom(who, items.slice(1)) : {},
    certain: false,
  }
}

/** Reads one person under the first key that has a row. Strongly consistent. */
export const readSnapshotAgain = async (
  table: Table,
  card: EventCard,
  names: readonly AttendeeKey[],
  known: AttendeeRecords,
): Promise<PersonState> => {
  const { eventId } = card
  const [who] = names
  const rows = names.map((name) => key(attendee, rowKey(card, name)))
  const traces = who ? [key(doorTrace, { eventId, ...who })] : []
  const items = await table.batchGet([...rows, ...traces] as Ref[], { strong: true })
  const row = items.slice(0, rows.length).find((item) => item !== undefined) as Attendee | undefined
  return { row, trace: items[rows.length] as DoorTrace | undefined, known, certain: true }
}
