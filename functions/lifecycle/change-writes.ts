import { unchanged } from '../../lib/table/condition.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, type Write } from '../../lib/table/write.ts'
import { seatWrites } from '../attendance/index.ts'
import {
  type EventBody,
  type EventCard,
  type EventRecord,
  eventBody,
  eventCard,
  isLive,
  type Reservation,
  registrationTermsVersion,
  shelfOf,
} from '../events/index.ts'
import { type Booking, failRoomTaken, rebookingWrites } from '../rooms/index.ts'
import { type EventRules, findEventRules } from '../stakeholders/index.ts'
import { opensEvent, tallyWrites } from './host-tally.ts'
import { changeNotifications, feedbackWrites, type PlanContext } from './notifications.ts'

/** The event's room bookings, by its status (rules/rooms 22, rules/rooms 23). */
export const bookingsOf = ({ card, body }: EventRecord): readonly Booking[] => {
  const { eventId, classroom_id: roomId, start_time: start, end_time: end, status, deletedAt } = card
  const waits = status === 'pending' && !body.autoBook
  if (roomId === undefined || deletedAt !== undefined || !(isLive(card) || waits)) return []
  return [{ roomId, start, end, eventId }]
}

const nameOf = ({ roomId, start, end, eventId }: Booking): string => [roomId, start, end, eventId].join('#')

const excluding = (all: readonly Booking[], others: readonly Booking[]): readonly Booking[] => {
  const names = new Set(others.map(nameOf))
  return all.filter((one) => !names.has(nameOf(one)))
}

/**
 * Writes that change the event's bookings. One strong round trip; none when nothing changes. Fails with 409
 * `reservation_conflict` and the holder of the room. Past bookings stay, because they can no longer conflict.
 */
export const rebookRooms = async (
  table: Table,
  before: readonly Booking[],
  after: readonly Booking[],
): Promise<readonly Write[]> => {
  const [released, booked] = [excluding(before, after), excluding(after, before)]
  if (released.length + booked.length === 0) return []
  const plan = await rebookingWrites(table, released, booked)
  return plan.ok ? plan.writes : failRoomTaken(plan.conflicts)
}

const reservationStates = {
  draft: 'draft',
  pending: 'requested',
  approved: 'approved',
  'not-applicable': 'approved',
  rejected: 'rejected',
  cancelled: 'released',
  completed: 'released',
  archived: 'released',
} as const

/** The state of the event's room; undefined without one. `at` is the start of that state. */
const reservationOf = (
  { card }: EventRecord,
  before: Reservation | undefined,
  at: string,
): Reservation | undefined => {
  const { classroom_id: resourceId, status, deletedAt } = card
  if (resourceId === undefined) return undefined
  const state = deletedAt === undefined ? reservationStates[status] : 'released'
  if (before?.resourceId === resourceId && before.state === state) return before
  return { resourceId, state, at }
}

/** Facts that the planner of a change already knows, and further options. */
export type ChangeFacts = {
  /** The school's rules. */
  readonly rules?: EventRules | undefined
  /** Room writes, when they depend on more than this event. */
  readonly rooms?: readonly Write[] | undefined
  /** Number of further events that the host creates with this one. The host's limit must allow them too. */
  readonly others?: number | undefined
  /** Whether the event limit was already checked. */
  readonly unlimited?: boolean
  /** Reason for the cancellation, shown to attendees. */
  readonly reason?: string | undefined
}

/** The planned card and body, and all writes of the change. The card's write comes first. */
export type EventChangePlan = {
  readonly whole: EventRecord
  readonly writes: readonly Write[]
  /** Index of the write that fails at the event limit. */
  readonly tallyAt: number
}

/** Changes that calendars must learn of (RFC 5545 SEQUENCE). */
const announcedFields = [
  'name',
  'start_time',
  'end_time',
  'timezone',
  'location',
  'classroom_id',
  'status',
  'deletedAt',
] as const

const hasAnnouncedChange = (before: EventCard, after: EventCard): boolean =>
  announcedFields.some((field) => before[field] !== after[field])

/** Each change has a time of its own, so that `updatedAt` names one state of the event. */
const nextMoment = (moment: string): string => new Date(Date.parse(moment) + 1).toISOString()

const cardOf = (before: EventCard | undefined, requested: EventCard, at: string): EventCard => {
  const shelf = shelfOf(requested.status)
  const live = shelf === 'live' && requested.deletedAt === undefined
  const { cancelledAt: _, liveAt: first, terms: __, ...card } = requested
  const terms = registrationTermsVersion(before, requested)
  const liveAt = first ?? (live ? at : undefined)
  const cancelledAt = requested.status === 'cancelled' ? (before?.cancelledAt ?? at) : undefined
  return {
    ...card,
    shelf,
    ...(liveAt === undefined ? {} : { liveAt }),
    ...(cancelledAt === undefined ? {} : { cancelledAt }),
    ...(terms === undefined ? {} : { terms }),
    sequence: before ? before.sequence + (hasAnnouncedChange(before, requested) ? 1 : 0) : 0,
    updatedAt: before && before.updatedAt >= at ? nextMoment(before.updatedAt) : at,
    version: (before?.version ?? 0) + 1,
  }
}

const bodyOf = (before: EventRecord | undefined, requested: EventRecord, at: string): EventBody => {
  const { reservation: _, ...rest } = requested.body
  const reservation = reservationOf(requested, before?.body.reservation, at)
  const body = { ...rest, ...(reservation === undefined ? {} : { reservation }) }
  if (!before) return { ...body, version: 1 }
  const { version } = before.body
  const same = JSON.stringify(sorted({ ...body, version })) === JSON.stringify(sorted(before.body))
  return same ? before.body : { ...body, version: version + 1 }
}

const sorted = (value: object): unknown[] =>
  Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))

const ownWrites = (before: EventRecord | undefined, { card, body }: EventRecord): Write[] => [
  put(eventCard, card, unchanged(before?.card)),
  ...(before && body === before.body ? [] : [put(eventBody, body, unchanged(before?.body))]),
]

const isOver = ({ status, deletedAt }: EventCard): boolean =>
  deletedAt === undefined && (status === 'completed' || status === 'archived')

/**
 * All writes of an event change. They include its own items under their versions, rooms and seats, the host's counts and
 * notifications. The stream schedules reminders and the end (`scheduleEventTasks`). `before` is undefined for a new event. `requested` holds only the
 * fields that planners and status moves decide. Shelf, change counts, times of moves and room state are computed. One
 * round trip of parallel reads, or none. Fails with 409 when the room is taken, or the capacity is below the seats
 * taken.
 */
export const changeWrites = async (
  context: PlanContext,
  before: EventRecord | undefined,
  requested: EventRecord,
  known: ChangeFacts = {},
): Promise<EventChangePlan> => {
  const at = context.now().toISOString()
  const card = cardOf(before?.card, requested.card, at)
  const whole = { card, body: bodyOf(before, { card, body: requested.body }, at) }
  const isLimited = !known.unlimited && opensEvent(before?.card, card)
  const held = before ? bookingsOf(before) : []
  const [rules, rooms, seats] = await Promise.all([
    known.rules ?? (isLimited ? findEventRules(context) : undefined),
    known.rooms ?? (isOver(card) ? [] : rebookRooms(context.table, held, bookingsOf(whole))),
    seatWrites(context, before?.card, card),
  ])
  const own = ownWrites(before, whole)
  const tally = tallyWrites(before?.card, card, known.unlimited ? undefined : rules, known.others)
  const rest = [
    ...rooms,
    ...seats,
    ...changeNotifications(before, whole, context, known.reason),
    ...feedbackWrites(before?.card, whole, context),
  ]
  return { whole, writes: [...own, ...tally, ...rest], tallyAt: tally.length > 0 ? own.length : -1 }
}
