import { recoverClaims } from '../../../functions/attendance/seats/claim-recovery.ts'
import { attendee, type EventCard } from '../../../functions/events/index.ts'
import { type World, world } from '../../support/world.ts'
import { crowd, type Visitor } from '../crowd.ts'
import { planned } from '../events.ts'
import { claimsOf, stateOf } from '../state.ts'

/** Longer than anybody goes on with a claim, in seconds. */
export const abandoned = 31

export const idsOf = (rows: readonly { personId: string }[]) => rows.map(({ personId }) => personId)

/** People who are older than all events, every fourth a guest, and one event at a time. */
export const claimStage = async () => {
  const w: World = await world()
  const people = await crowd(w, 9, { guestEvery: 4 })
  w.clock.advance(3 * 24 * 3600)
  let eventId = ''
  const person = (at: number): Visitor => people[at] ?? (people[0] as Visitor)
  const state = () => stateOf(w, eventId)
  return {
    w,
    person,
    state,
    begin: async (maxAttendees: number): Promise<EventCard> => {
      const event = await planned(w, { maxAttendees })
      eventId = event.eventId
      return event
    },
    rsvp: (at: number, guestCount = 1) =>
      person(at).device.registerForEvent({ event_id: eventId, guestCount }),
    leave: (at: number) => person(at).device.withdrawFromEvent({ event_id: eventId }),
    /** As the door does it, past the door. */
    checkIn: async (at: number) => {
      const row = (await state()).rows.find(({ personId }) => personId === person(at).id)
      if (row) await w.table().put(attendee, { ...row, checkedIn: true, version: row.version + 1 })
    },
    /** Whose claims stand. */
    claims: async () => Object.keys(claimsOf(await state())),
    recoverAll: () => recoverClaims(eventId, { ...w.runtime, table: w.table() }),
  }
}
export type ClaimStage = Awaited<ReturnType<typeof claimStage>>
