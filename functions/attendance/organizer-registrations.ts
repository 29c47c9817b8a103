import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { key } from '../../lib/table/entity.ts'
import { listNumbered } from '../../lib/table/lists/numbered.ts'
import { lost } from '../../lib/table/retry.ts'
import { findEventResponse } from '../answers/index.ts'
import {
  type Attendee,
  attendee,
  type EventCard,
  isHostedBy,
  isLive,
  isOfOrganization,
  requireCardOf,
} from '../events/index.ts'
import {
  EntryNotFound,
  EventFull,
  EventNotFound,
  HostOnly,
  PersonNotFound,
  RegistrationClosed,
  ResponseNotFound,
} from './contract/failures.ts'
import { nameOf, rowKey, submittersOf, type Who, whoNamed, whosNamed } from './person.ts'
import { requireBelonging } from './registration/admission.ts'
import { lookFor } from './registration/own-row.ts'
import { registerForEvent } from './registration/registration.ts'
import { takeOff } from './registration/removal.ts'
import { type LineEntry, lineEntry, type SeatCounter } from './repository.ts'
import { claimOf } from './seats/claims.ts'
import { forcedWrites, promotionWrites } from './seats/promotion.ts'
import { entryOf, finishPromotion } from './seats/promotion-claims.ts'
import { freeOf, isOverdrawn, type Transfer, transfersFor } from './seats/seats.ts'
import { readSeats } from './seats/snapshot.ts'
import { registrationViewOf } from './views.ts'

type Scope = { readonly orgId: string; readonly eventId: string }
type Paged = Parameters<typeof pageOf>[0]

/** Fails with 404 where the organization has nothing to do with the event, with 403 where it only helps (rules/attendance 19, rules/attendance 20). */
const requireHost = (card: EventCard, orgId: string): void => {
  if (!isOfOrganization(card, orgId)) fail(EventNotFound)
  if (!isHostedBy(card, orgId)) fail(HostOnly)
}

/** Takes somebody off an event, checked in or not; the seats go to the line. */
const remove = async (
  { orgId, eventId }: Scope,
  names: readonly Who[],
  context: Context<{ org: 'manage_events' }>,
  refuse: (row: Attendee | undefined) => void = () => undefined,
) => {
  const own = await lookFor(context.table, eventId, names)
  requireHost(own.card, orgId)
  await takeOff(context, own, names, refuse)
  return { removed: true as const }
}

/** Removes a registration by the person: a tenant user, or a guest by the global id, with `g-` or without. 404 `Registration not found`. */
export const removeRegistration = (
  { userId, ...scope }: Scope & { readonly userId: string },
  context: Context<{ org: 'manage_events' }>,
) => remove(scope, whosNamed(userId), context)

/** Removes the registration that a response belongs to. 404 `Registration response not found`. */
export const removeRegistrationResponse = async (
  { responseId, ...scope }: Scope & { readonly responseId: string },
  context: Context<{ org: 'manage_events' }>,
) => {
  const [card, response] = await Promise.all([
    requireCardOf(context.table, scope.orgId, scope.eventId),
    findEventResponse(context.table, scope.eventId, responseId),
  ])
  requireHost(card, scope.orgId)
  const names = response ? await submittersOf(response, context) : []
  if (names.length === 0) return fail(ResponseNotFound)
  return remove(scope, names, context, (row) => {
    if (row?.formResponseId !== responseId) fail(ResponseNotFound)
  })
}

/** One page of the line, in its order. */
export const listWaitlist = async (
  { orgId, eventId, ...asked }: Scope & Paged,
  { table }: Context<{ org: 'manage_events' }>,
) => {
  const [card, page] = await Promise.all([
    requireCardOf(table, orgId, eventId),
    listNumbered(table, lineEntry, { holes: { eventId } }, pageOf(asked)),
  ])
  const rows =
    page.items.length === 0
      ? []
      : await table.batchGet(page.items.map((entry) => key(attendee, rowKey(card, entry))))
  const entries = rows.flatMap((row) =>
    row?.status === 'waiting' ? [{ entryId: nameOf(row), ...registrationViewOf(row) }] : [],
  )
  return { entries, total: card.waitlistCount, nextCursor: page.cursor }
}

/** Registers a user of the school for an event: in line, or seated while there is no line and room. */
export const addToWaitlist = async (
  {
    orgId,
    eventId,
    userId,
    ...wanted
  }: Scope & { readonly userId: string } & Omit<Parameters<typeof registerForEvent>[0], 'eventId'>,
  context: Context<{ org: 'manage_events' }>,
) => {
  const who = whoNamed(userId)
  const permit = (card: EventCard): void => {
    requireHost(card, orgId)
    if (who.kind === 'g') fail(PersonNotFound)
  }
  const { row, made } = await registerForEvent({ eventId, ...wanted }, context, who, permit)
  return { entry: { entryId: nameOf(row), ...registrationViewOf(row) }, made }
}

export const removeFromWaitlist = (
  { entryId, ...scope }: Scope & { readonly entryId: string },
  context: Context<{ org: 'manage_events' }>,
) =>
  remove(scope, [whoNamed(entryId)], context, (row) => {
    if (row?.status !== 'waiting') fail(EntryNotFound)
  })

/** All that other counters can spare. */
const sparedBy = (seats: readonly SeatCounter[], k: string): readonly Transfer[] =>
  seats.flatMap((from) => (from.k !== k && freeOf(from) > 0 ? [{ from, by: freeOf(from) }] : []))

const promoting = (
  context: Context<{ org: 'manage_events' }>,
  card: EventCard,
  entry: LineEntry,
  seats: readonly SeatCounter[],
  force: boolean,
) => {
  const own = seats.find(({ k }) => k === entry.k) ?? fail(RegistrationClosed)
  const transfers = isOverdrawn(seats) ? undefined : transfersFor(seats, entry.k, entry.guestCount)
  if (transfers) return promotionWrites(context, card, entry, own, transfers)
  return force ? forcedWrites(context, card, entry, own, sparedBy(seats, entry.k)) : fail(EventFull)
}

type Waiting = { readonly row: Attendee | undefined; readonly seats: readonly SeatCounter[] }

/**
 * Seats somebody who waits before their turn. `force` seats them although no seat is free; while more people are seated
 * than there are seats nobody else is. Two round trips, three with several counters. Fails with 404
 * `Waitlist entry not found`, 409 `Event is at capacity`.
 */
export const promoteFromWaitlist = async (
  {
    entryId,
    force = false,
    orgId,
    eventId,
  }: Scope & { readonly entryId: string; readonly force?: boolean | undefined },
  context: Context<{ org: 'manage_events' }>,
) => {
  const { table } = context
  const who = whoNamed(entryId)
  const { card, row, seat } = await lookFor(table, eventId, [who], { seats: true })
  requireHost(card, orgId)
  if (!isLive(card)) fail(RegistrationClosed)
  const snapshot = async (): Promise<Waiting> => {
    const [found, seats] = await Promise.all([
      table.get(attendee, rowKey(card, who), { strong: true }),
      readSeats(table, card),
    ])
    return { row: found, seats }
  }
  // With one counter the first look is enough.
  let waiting: Waiting = card.seatCounters === 1 && seat ? { row, seats: [seat] } : await snapshot()
  return table.retryOnConflict(async () => {
    const entry = (waiting.row && entryOf(waiting.row)) ?? fail(EntryNotFound)
    const own = waiting.seats.find(({ k }) => k === entry.k)
    const claim = own && claimOf(own, who)
    if (own && claim?.promotes) {
      await finishPromotion(context, card, own, who, claim)
      waiting = await snapshot()
      return lost
    }
    if (claim?.leaves) fail(EntryNotFound)
    await requireBelonging(card, entry, context)
    const { ok } = await table.write(promoting(context, card, entry, waiting.seats, force))
    if (ok && waiting.row)
      return registrationViewOf({ ...waiting.row, status: 'attending', reason: 'organizer' })
    waiting = await snapshot()
    return lost
  })
}
