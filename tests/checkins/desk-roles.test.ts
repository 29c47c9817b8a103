import { beforeAll, describe, expect, it } from 'vitest'
import { EventNotFound, NotPermitted } from '../../functions/checkins/shapes.ts'
import type { EventCard } from '../../functions/events/index.ts'
import { hosted, planned } from '../attendance/events.ts'
import { type Agent, refused } from '../support/agent.ts'
import { joined } from '../support/societies.ts'
import { type Door, door, opened } from './door.ts'

let d: Door
let helper: Agent

beforeAll(async () => {
  d = await door()
  const { orgId, owner, outsider } = d.chess
  const role = { name: 'desk', displayName: 'Desk', permissions: ['manage_event_registrations'] }
  expect((await owner.device.createRole({ orgId, ...role })).status).toBe(201)
  await joined(d.chess, outsider, ['desk'])
  helper = outsider.device
})

const eventOf = async (agent: Agent, { eventId }: EventCard) =>
  (await agent.getEvent({ event_id: eventId })).body.event

// rules/checkins 48
describe('a role that permits registrations only', () => {
  it('checks people in and out at the desk, and lists them without addresses', async () => {
    const card = await opened(d.w, d.chess)
    const { eventId } = card
    const userId = d.person(0).id
    await d.person(0).device.registerForEvent({ event_id: eventId })
    await d.w.caughtUp()
    const listed = await helper.listCheckedIn({ eventId, checkedIn: 'all' })
    expect(listed.body.attendees).toMatchObject([{ personId: `u-${userId}`, checkedIn: false }])
    expect(JSON.stringify(listed.body)).not.toContain('@')
    expect((await helper.checkInPerson({ eventId, userId })).body.data).toMatchObject({ checkedIn: true })
    expect((await helper.checkOutPerson({ eventId, userId })).status).toBe(200)
    d.w.clock.advance(1)
    const scan = { clientId: 'a', at: d.w.clock.now().toISOString(), person: `u-${userId}`, action: 'in' }
    expect((await helper.takeScans({ eventId, scans: [scan] })).body.data.results).toMatchObject([
      { result: 'applied' },
    ])
    expect(await eventOf(helper, card)).toMatchObject({
      canRunCheckIn: true,
      canManageEvent: false,
      canMessageAttendees: false,
    })
  })

  it('changes nothing else of the event', async () => {
    const card = await opened(d.w, d.chess)
    const { orgId } = d.chess
    const own = { eventId: card.eventId }
    for (const refusal of [
      await helper.getCheckInSettings(own),
      await helper.getCheckInLink(own),
      await helper.enableCheckIn(own),
      await helper.rotateCheckIn(own),
      await helper.createDoorCredential({ ...own, name: 'Mine' }),
      await helper.listDoorCredentials(own),
    ])
      expect(refusal).toMatchObject(refused(NotPermitted))
    for (const refusal of [
      await helper.cancelEvent({ event_id: card.eventId }),
      await helper.updateOrgEvent({ orgId, eventId: card.eventId, name: 'Mine' }),
      await helper.listExpected({ orgId, eventId: card.eventId }),
      await helper.announce({ orgId, eventId: card.eventId, subject: 'Hello', content: 'Hello' }),
    ])
      expect(refusal.status).toBe(403)
    expect((await eventOf(d.chess.owner.device, card)).name).toBe(card.name)
  })

  it('does not reach an event that is not published, or of another club', async () => {
    const draft = await hosted(d.w, d.chess.orgId, { status: 'draft', shelf: 'work' })
    const list = { eventId: draft.eventId, checkedIn: 'all' as const }
    expect(await helper.listCheckedIn(list)).toMatchObject(refused(EventNotFound))
    expect((await d.chess.officer.device.listCheckedIn(list)).status).toBe(200)
    const foreign = await planned(d.w, {})
    expect((await helper.listCheckedIn({ eventId: foreign.eventId, checkedIn: 'all' })).status).toBe(403)
  })

  it('belongs to every role that manages events', async () => {
    const card = await opened(d.w, d.chess)
    expect(await eventOf(d.chess.officer.device, card)).toMatchObject({ canRunCheckIn: true })
    expect(await eventOf(d.chess.member.device, card)).toMatchObject({ canRunCheckIn: false })
  })
})
