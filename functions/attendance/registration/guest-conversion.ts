import type { TenantUser } from '../../../lib/identity/person/records.ts'
import { check, put, remove, type Write } from '../../../lib/table/write.ts'
import { type Attendee, attendee, type EventCard } from '../../events/index.ts'
import { copiesOf, nameOf, rowKey } from '../person.ts'
import { lineEntry, type SeatCounter, seatCounter } from '../repository.ts'
import { claimOf, clearClaims } from '../seats/claims.ts'
import { changeSeat } from '../seats/seats.ts'
import { readSeats, type SeatContext } from '../seats/snapshot.ts'

/** The seats, or the place in line, go with the person to the counter that is theirs as a user. */
const movedSeat = (before: Attendee, after: Attendee, seats: readonly SeatCounter[]): readonly Write[] => {
  const from = seats.find(({ k }) => k === before.partition)
  const to = seats.find(({ k }) => k === after.partition)
  if (!from || !to || before.walkIn) return []
  // A claim of the guest's would be taken for one whose row never came.
  const unclaimed = { withoutEntry: { claims: nameOf(before) } }
  if (from.k === to.k) return [check(seatCounter, from, unclaimed)]
  if (before.status === 'waiting')
    return [changeSeat(from, { add: { waiting: -1 } }, unclaimed), changeSeat(to, { add: { waiting: 1 } })]
  const { guestCount: taken } = before
  const capacity = from.capacity === null ? 0 : taken
  return [
    changeSeat(
      from,
      { add: { taken: -taken, capacity: -capacity } },
      { equals: { capacity: from.capacity }, ...unclaimed },
    ),
    changeSeat(to, { add: { taken, capacity } }, { equals: { capacity: to.capacity } }),
  ]
}

/**
 * Turns the registration of a guest who has joined the school into that of a user, seat, place in line and answers
 * included. A lost race changes nothing; whoever asked looks again.
 */
export const convertGuest = async (
  context: SeatContext,
  card: EventCard,
  user: TenantUser,
): Promise<void> => {
  const { table } = context
  const held = rowKey(card, { kind: 'g', personId: user.globalUserId })
  const [guest, seats] = await Promise.all([
    table.get(attendee, held, { strong: true }),
    readSeats(table, card),
  ])
  if (!guest) return
  const seat = seats.find(({ k }) => k === guest.partition)
  if (seat && claimOf(seat, guest)) await clearClaims(table, seat)
  const { sourceTenant: _, picture: __, ...kept } = guest
  const own = rowKey(card, { kind: 'u', personId: user.id })
  const after: Attendee = {
    ...kept,
    ...copiesOf({ user }),
    ...own,
    reason: 'joined_school',
    version: guest.version + 1,
  }
  const { eventId, place, guestCount } = after
  const line =
    place === undefined
      ? []
      : [{ eventId, place, kind: 'u' as const, personId: user.id, k: own.partition, guestCount }]
  await table.write([
    remove(attendee, held, { equals: { version: guest.version } }),
    put(attendee, after, { absent: true }),
    ...line.map((entry) => put(lineEntry, entry, { exists: true })),
    ...movedSeat(guest, after, seats),
  ])
}
