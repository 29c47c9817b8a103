import type { EventCard } from '../../functions/events/index.ts'
import { crowd, type Visitor } from '../attendance/crowd.ts'
import { hosted, replanned } from '../attendance/events.ts'
import { type Club, club } from '../support/orgs.ts'
import { type World, world } from '../support/world.ts'

const hour = 3600 * 1000

/** An event that takes place now, for three hours, with its desk open. */
export const opened = async (
  w: World,
  chess: Club,
  settings: object = {},
  more: Partial<EventCard> = {},
): Promise<EventCard> => {
  const now = w.clock.now().getTime()
  const times = {
    start_time: new Date(now - 60_000).toISOString(),
    end_time: new Date(now + 3 * hour).toISOString(),
  }
  const card = await hosted(w, chess.orgId, { ...times, ...more })
  const { eventId } = card
  const { status, body } = await chess.officer.device.enableCheckIn({ eventId, settings })
  if (status !== 200) throw new Error(`the desk could not be opened: ${JSON.stringify(body)}`)
  return card
}

/** Gives an event of a club a form, lets somebody register with an answer to it, and says the id of the response. */
export const answering = async (
  w: World,
  { orgId, officer }: Pick<Club, 'orgId'> & { readonly officer: Pick<Club['officer'], 'device'> },
  eventId: string,
  { device }: Pick<Visitor, 'device'>,
): Promise<string> => {
  const form = { title: 'Dinner', questions: [{ type: 'short', question: 'What do you eat?' }] }
  const { body } = await officer.device.createEventForm({ orgId, form })
  await replanned(w, eventId, { registrationFormId: body.data._id })
  await device.registerForEvent({ event_id: eventId, formAnswers: ['Soup'] })
  const { rsvp } = (await device.getMyRsvp({ event_id: eventId })).body
  // Staff take it from a list, which an index gives.
  await w.caughtUp()
  return rsvp.formResponseId
}

/** The token at the end of an address. */
export const tokenIn = (url: string): string => url.split('/').at(-1) ?? ''

/** A school with a club, four of its people and a guest of the sister school. */
export const door = async () => {
  const w = await world({ settings: { RATE_LIMIT_SCALE: '1000' } })
  const chess = await club(w)
  const people = await crowd(w, 4)
  const [guest] = await crowd(w, 1, { guestEvery: 1, name: 'guest' })
  const person = (at: number): Visitor => people[at] as Visitor
  const link = async ({ eventId }: EventCard): Promise<string> =>
    tokenIn((await chess.officer.device.getCheckInLink({ eventId })).body.checkInUrl)
  const screen = async ({ eventId }: EventCard): Promise<string> => {
    const { body } = await chess.officer.device.getCheckInCode({ eventId, rotating: 'true', format: 'svg' })
    return tokenIn(body.checkInUrl)
  }
  return { w, chess, person, guest: guest as Visitor, link, screen }
}
export type Door = Awaited<ReturnType<typeof door>>

/** What the last request cost. */
export const costIn = ({ logs }: World): Readonly<Record<'depth' | 'readUnits' | 'writeUnits', number>> => {
  const { depth = 0, readUnits = 0, writeUnits = 0 } = (logs.at(-1)?.table ?? {}) as Record<string, number>
  return { depth, readUnits, writeUnits }
}
