import type { EventCard } from '../../functions/events/index.ts'
import { crowd } from '../attendance/crowd.ts'
import { hosted } from '../attendance/events.ts'
import { tokenIn } from '../checkins/door.ts'
import type { Campus } from '../support/replay.ts'
import { founded } from '../support/societies.ts'

type Staged = Readonly<Record<string, string>>

const personOf = ({ ada }: Campus) => ({
  device: ada.agent,
  user: { _id: ada.id, username: 'ada', name: 'ada', globalUserId: ada.globalUserId },
  email: ada.email,
})

/** An event of an organization of ada's that takes place now, with its desk open. */
const running = async (campus: Campus, more: Partial<EventCard> = {}) => {
  const { orgId } = await founded(personOf(campus))
  const now = campus.w.clock.now().getTime()
  const times = {
    start_time: new Date(now - 60_000).toISOString(),
    end_time: new Date(now + 3 * 3600 * 1000).toISOString(),
  }
  const { eventId } = await hosted(campus.w, orgId, { ...times, ...more })
  await campus.ada.agent.enableCheckIn({ eventId })
  const staged: Staged = {
    'demo-event': eventId,
    'demo-org-chess': orgId,
    '2026-03-04T12:00:00.000Z': campus.w.clock.now().toISOString(),
  }
  return { eventId, orgId, staged }
}

const open = async (campus: Campus): Promise<Staged> => (await running(campus)).staged

const registeredFor =
  (who: 'ada' | 'ben', entered = false) =>
  async (campus: Campus): Promise<Staged> => {
    const { eventId, staged } = await running(campus)
    const agent = campus.people[who]?.agent
    await agent?.registerForEvent({ event_id: eventId })
    if (entered) await agent?.checkInOnPage({ eventId })
    return staged
  }

const linked = async (campus: Campus): Promise<Staged> => {
  const { eventId, staged } = await running(campus)
  const { body } = await campus.ada.agent.getCheckInLink({ eventId })
  await campus.ada.agent.registerForEvent({ event_id: eventId })
  return { ...staged, 'demo-check-in-token': tokenIn(body.checkInUrl) }
}

const guested = async (campus: Campus): Promise<Staged> => {
  const { eventId, staged } = await running(campus)
  const [guest] = await crowd(campus.w, 1, { guestEvery: 1, name: 'guest' })
  await guest?.device.registerForEvent({ event_id: eventId })
  return { ...staged, 'demo-guest': guest?.id ?? '' }
}

const manned = async (campus: Campus): Promise<Staged> => {
  const { eventId, staged } = await running(campus)
  const { body } = await campus.ada.agent.createDoorCredential({ eventId, name: 'North door' })
  return { ...staged, 'demo-door': body.data.credential._id }
}

/** What has to have happened before a sample about the door can succeed. */
export const checkinStages = {
  enableCheckIn: open,
  disableCheckIn: open,
  rotateCheckIn: open,
  getCheckInSettings: open,
  changeCheckInSettings: open,
  getCheckInLink: open,
  getCheckInCode: open,
  createDoorCredential: open,
  listDoorCredentials: manned,
  revokeDoorCredential: manned,
  checkIn: linked,
  checkInOnPage: registeredFor('ada'),
  getCheckInTicket: open,
  checkInPerson: registeredFor('ben'),
  checkInGuest: guested,
  takeScans: registeredFor('ben'),
  checkOut: registeredFor('ada', true),
  checkOutPerson: registeredFor('ben', true),
  listCheckedIn: registeredFor('ben', true),
  listExpected: registeredFor('ben'),
} as const
