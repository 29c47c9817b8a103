import { beforeAll, describe, expect, it } from 'vitest'
import { type EventRecord, type EventStatus, eventStatuses } from '../../../functions/events/index.ts'
import { bookingsOf, hostTally } from '../../../functions/lifecycle/index.ts'
import { daysOfStay, spanOf, withHold } from '../../../functions/rooms/bookings.ts'
import { organization } from '../../../lib/identity/org/records.ts'
import { attendanceStream } from '../../attendance/stream.ts'
import { type PlannedCampus, plannedCampus, usual } from '../people.ts'
import { type Draws, draws, eventsOfHost, takenTimes } from './recounting.ts'

let p: PlannedCampus

beforeAll(async () => {
  p = await plannedCampus()
})

const roomsOf = (seed: number): readonly string[] => [`oak-${seed}`, `elm-${seed}`]
const scopes = ['this', 'following', 'all'] as const
/** Times lie within four days, so that events meet. */
const timeOf = (pick: Draws) => {
  const start =
    Date.parse('2026-04-01T08:00:00Z') + pick.below(4) * 24 * 3_600_000 + pick.below(20) * 1_800_000
  const end = start + (1 + pick.below(8)) * 1_800_000
  return { start_time: new Date(start).toISOString(), end_time: new Date(end).toISOString() }
}

/** One thing that somebody does at random; refusals are as good as successes. */
const act = async (
  pick: Draws,
  hostingId: string,
  ids: string[],
  rooms: readonly string[],
): Promise<void> => {
  const { owner, member } = p.c
  const event_id = pick.of(ids) ?? 'none'
  const scope = pick.of(scopes)
  const fields = {
    ...timeOf(pick),
    classroom_id: pick.of(rooms),
    autoBook: pick.below(4) === 0,
    requiresApproval: pick.below(2) === 0,
    expectedAttendance: 1 + pick.below(50),
  }
  const series = pick.below(3) === 0 ? { recurrence: { frequency: 'daily', count: 3 } } : {}
  const acts = [
    async () => {
      const asDraft = pick.below(2) === 0
      const { body } = await owner.device.createEventByForm({
        ...usual,
        ...fields,
        ...series,
        hostingType: 'Org',
        hostingId,
        asDraft,
      })
      if (body.eventId) ids.push(body.eventId, `${body.eventId}-0002`, `${body.eventId}-0003`)
    },
    () => owner.device.publishEvent({ eventId: event_id }),
    () => owner.device.updateEvent({ event_id, ...fields, scope }),
    () => owner.device.updateEvent({ event_id, expectedAttendance: fields.expectedAttendance, scope }),
    () => owner.device.withdrawEvent({ event_id }),
    () => owner.device.cancelEvent({ event_id, scope }),
    () => owner.device.deleteEvent({ event_id, scope }),
    () => p.dean.device.approveEvent({ event_id }),
    () => p.dean.device.rejectEvent({ event_id, reason: 'No' }),
    () => p.dean.device.requestEventChanges({ event_id, reason: 'Please' }),
    () => member.device.registerForEvent({ event_id }),
    () => owner.device.setEventStatus({ orgId: hostingId, eventId: event_id, status: 'archived' }),
  ]
  // More is made and published than ended, so that something is left to count.
  const usualOnes = [0, 0, 0, 1, 1, 2, 7, 7]
  const at = pick.below(2) === 0 ? (pick.of(usualOnes) ?? 0) : pick.below(acts.length)
  const reply = (await acts[at]?.()) as { status?: number; body?: unknown } | undefined
  if (reply?.status !== undefined && reply.status >= 500) throw new Error(JSON.stringify(reply.body))
}

const countsOf = (events: readonly EventRecord[]) => {
  const there = events.filter(({ card }) => card.deletedAt === undefined)
  const number = (status: EventStatus) => there.filter(({ card }) => card.status === status).length
  const statuses = Object.fromEntries(eventStatuses.map((status) => [status, number(status)]))
  const open = number('pending') + number('approved') + number('not-applicable')
  const expected = there.reduce((sum, { card }) => sum + card.expectedAttendance, 0)
  return { ...statuses, open, expected }
}

// rules/rooms 14, rules/rooms 22, rules/planning 12
describe('whatever planners do at once', () => {
  it.each([1, 2])('the counts of their host and its rooms are those of a recount (seed %i)', async (seed) => {
    const { w, c } = p
    const pick = draws(seed)
    const { body } = await c.owner.device.createOrganization({
      org_name: `Counted ${seed}`,
      org_description: 'A club that is counted',
    })
    const hostingId: string = body.org._id
    const ids: string[] = []
    const stream = await attendanceStream(w, { without: ['NotificationDue'], arrange: pick.shuffled })
    for (let round = 0; round < 12; round += 1) {
      await Promise.all(Array.from({ length: 6 }, () => act(pick, hostingId, ids, roomsOf(seed))))
      if (round % 3 === 2) await stream.drain()
    }
    await stream.drain()
    const events = await eventsOfHost(w, hostingId)
    const tally = await w.table().get(hostTally, { hostingType: 'Org', hostingId }, { strong: true })
    const counts = countsOf(events)
    const kept = Object.keys(counts).map((name) => [name, tally?.[name as keyof typeof counts] ?? 0])
    expect(Object.fromEntries(kept)).toEqual(counts)
    const card = await w.table().get(organization, { orgId: hostingId }, { strong: true })
    const live = events.filter(
      ({ card: { shelf, deletedAt } }) => shelf === 'live' && deletedAt === undefined,
    )
    expect(card?.eventCount).toBe(live.length)
    const names = events
      .flatMap(bookingsOf)
      .flatMap((booking) =>
        daysOfStay(booking).flatMap(({ roomId, date }) =>
          withHold([], date, { ...spanOf(booking), eventId: booking.eventId }).map(
            ({ from, to, eventId }) => `${roomId} ${from} ${to} ${eventId}`,
          ),
        ),
      )
    expect(await takenTimes(w, roomsOf(seed))).toEqual(names.sort())
    expect(events.length).toBeGreaterThan(5)
  })
})
