import { beforeAll } from 'vitest'
import { contract } from '../../functions/checkins/contract.ts'
import { type Attempt, type Cast, organizers, type Place } from '../agendas/actors.ts'
import { eventCast, everybody, everyRight, keepers, signedIn } from '../events/event-rights.ts'
import { registered } from '../support/people.ts'
import { answering, tokenIn } from './door.ts'

const hour = 3600 * 1000

let c: Cast
let guestId: string
const inHours = (hours: number): string => new Date(c.w.clock.now().getTime() + hours * hour).toISOString()

beforeAll(async () => {
  c = await eventCast('doors', () => ({ start_time: inHours(-1), end_time: inHours(3) }))
  const { make } = c
  const open = async () => {
    const at = await make()
    await c.club.owner.device.enableCheckIn({ eventId: at.eventId })
    return at
  }
  c = { ...c, make: open }
  const visitor = await registered(c.w, 'visitor', { username: 'visitor' }, c.w.sister)
  guestId = visitor.user.globalUserId
  visitors = visitor.device.on(c.w.home)
})

let visitors: Cast['agents']['guest']

const device = () => c.club.owner.device
const outsiderId = () => c.club.outsider.user._id
const at = (eventId: string) => ({ eventId })
const own =
  (act: (agent: Parameters<Attempt>[0], place: Pick<Place, 'eventId'>) => ReturnType<Attempt>): Attempt =>
  (agent, { eventId }) =>
    act(agent, { eventId })
/** The outsider has registered with an answer to the form of the event. */
const answered = (eventId: string): Promise<string> => answering(c.w, c.club, eventId, c.club.outsider)
const door = async (eventId: string): Promise<string> =>
  (await device().createDoorCredential({ eventId, name: 'North', hours: 1 })).body.data.credential._id

everyRight(contract, () => c, {
  enableCheckIn: [organizers, own((agent, place) => agent.enableCheckIn(place))],
  disableCheckIn: [organizers, own((agent, place) => agent.disableCheckIn(place))],
  rotateCheckIn: [organizers, own((agent, place) => agent.rotateCheckIn(place))],
  getCheckInSettings: [keepers, own((agent, place) => agent.getCheckInSettings(place))],
  changeCheckInSettings: [
    organizers,
    own((agent, place) => agent.changeCheckInSettings({ ...place, settings: { requireRegistration: true } })),
  ],
  getCheckInLink: [keepers, own((agent, place) => agent.getCheckInLink(place))],
  getCheckInCode: [keepers, own((agent, place) => agent.getCheckInCode({ ...place, format: 'svg' }))],
  createDoorCredential: [
    organizers,
    own((agent, place) => agent.createDoorCredential({ ...place, name: 'South' })),
  ],
  listDoorCredentials: [organizers, own((agent, place) => agent.listDoorCredentials(place))],
  revokeDoorCredential: [
    organizers,
    own(async (agent, { eventId }) => agent.revokeDoorCredential({ eventId, doorId: await door(eventId) })),
  ],
  checkIn: [
    signedIn,
    own(async (agent, { eventId }) => {
      const { body } = await device().getCheckInLink(at(eventId))
      return agent.checkIn({ eventId, token: tokenIn(body.checkInUrl) })
    }),
  ],
  listSelfRegistrations: [
    everybody,
    own(async (agent, { eventId }) => {
      const { body } = await device().getCheckInLink(at(eventId))
      return agent.listSelfRegistrations({ eventId, token: tokenIn(body.checkInUrl) })
    }),
  ],
  checkInAsPicked: [
    signedIn,
    own(async (agent, { eventId }) => {
      const { body } = await device().getCheckInLink(at(eventId))
      return agent.checkInAsPicked({ eventId, token: tokenIn(body.checkInUrl) })
    }),
  ],
  checkInOnPage: [signedIn, own((agent, place) => agent.checkInOnPage(place))],
  getCheckInTicket: [signedIn, own((agent, place) => agent.getCheckInTicket(place))],
  checkInPerson: [keepers, own((agent, place) => agent.checkInPerson({ ...place, userId: outsiderId() }))],
  checkInGuest: [
    keepers,
    own(async (agent, { eventId }) => {
      await visitors.registerForEvent({ event_id: eventId })
      return agent.checkInGuest({ eventId, globalUserId: guestId })
    }),
  ],
  checkInByResponse: [
    keepers,
    own(async (agent, { eventId }) => {
      const responseId = await answered(eventId)
      return agent.checkInByResponse({ eventId, responseId })
    }),
  ],
  checkOutByResponse: [
    keepers,
    own(async (agent, { eventId }) => {
      const responseId = await answered(eventId)
      await device().checkInByResponse({ eventId, responseId })
      return agent.checkOutByResponse({ eventId, responseId })
    }),
  ],
  takeScans: [
    keepers,
    own((agent, place) => {
      const scan = { clientId: 'one', at: c.w.clock.now().toISOString(), person: `u-${outsiderId()}` }
      return agent.takeScans({ ...place, scans: [{ ...scan, action: 'in' }] })
    }),
  ],
  checkOut: [
    signedIn,
    own(async (agent, place) => {
      await agent.checkInOnPage(place)
      return agent.checkOut(place)
    }),
  ],
  checkOutPerson: [
    keepers,
    own(async (agent, place) => {
      await device().checkInPerson({ ...place, userId: outsiderId() })
      return agent.checkOutPerson({ ...place, userId: outsiderId() })
    }),
  ],
  listCheckedIn: [keepers, own((agent, place) => agent.listCheckedIn(place))],
  listExpected: [organizers, (agent, place) => agent.listExpected(place)],
})
