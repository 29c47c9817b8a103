import { beforeAll, describe, expect, it } from 'vitest'
import { desk, deskWrites } from '../../functions/events/index.ts'
import { occurrenceId } from '../../functions/events/recurrence.ts'
import { CheckInNotOffered } from '../../functions/planning/contract/failures.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { refused } from '../support/agent.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { clubEvent, made, type PlannedCampus, plannedCampus, roundTrips } from './people.ts'

let p: PlannedCampus

beforeAll(async () => {
  p = await plannedCampus()
})

const deskOf = (eventId: string) => p.w.table().get(desk, { eventId }, { strong: true })
const usual = {
  method: 'both',
  allowOnPageCheckIn: true,
  requireRegistration: false,
  allowEarlyCheckIn: false,
}

describe('the desk of an event', () => {
  it('opens and closes with a change of the event, at no further round trip', async () => {
    using _rounds = logicalRounds()
    const { c, w } = p
    const eventId = await clubEvent(c)
    const at = { orgId: c.orgId, eventId }
    const change = (more: object) => c.officer.device.updateOrgEvent({ ...at, ...more })
    expect(await deskOf(eventId)).toBeUndefined()
    expect((await change({ checkInEnabled: true })).status).toBe(200)
    expect(roundTrips(w) - 1).toBeLessThanOrEqual(3)
    expect(await deskOf(eventId)).toMatchObject({ enabled: true, settings: usual, generation: 1 })
    expect((await c.officer.device.getCheckInLink({ eventId })).status).toBe(200)
    await change({ checkInSettings: { requireRegistration: true } })
    await change({ checkInSettings: { allowEarlyCheckIn: true, autoCheckIn: false }, checkInEnabled: false })
    const settings = { ...usual, requireRegistration: true, allowEarlyCheckIn: true }
    expect(await deskOf(eventId)).toMatchObject({ enabled: false, settings, version: 3 })
  })

  it('shows on the page of the event, how it is run to those who keep it alone', async () => {
    const { c } = p
    const event_id = await clubEvent(c)
    const page = async (who: 'owner' | 'outsider') => (await c[who].device.getEvent({ event_id })).body.event
    expect(await page('outsider')).toMatchObject({ checkInEnabled: false })
    const sent = { event_id, checkInEnabled: true, checkInSettings: { method: 'qr' } }
    expect((await c.owner.device.updateEvent(sent)).status).toBe(200)
    const [seen, kept] = [await page('outsider'), await page('owner')]
    expect([seen.checkInEnabled, seen.checkInSettings]).toEqual([true, undefined])
    expect(kept).toMatchObject({ checkInEnabled: true, checkInSettings: { ...usual, method: 'qr' } })
    const { body } = await c.owner.device.getOrgEvent({ orgId: c.orgId, eventId: event_id })
    expect(body.data.event).toMatchObject({ checkInEnabled: true, checkInSettings: { method: 'qr' } })
  })

  it('changes with the event or not at all', async () => {
    const { c } = p
    const eventId = await clubEvent(c)
    const sent = { event_id: eventId, checkInEnabled: true, name: 'Elsewhere' }
    const wrong = { ...sent, checkInSettings: { autoCheckIn: true } }
    expect(await c.owner.device.updateEvent(wrong)).toMatchObject(refused(CheckInNotOffered))
    expect(await deskOf(eventId)).toBeUndefined()
    const both = [c.owner, c.officer].flatMap(({ device }, at) =>
      [1, 2, 3].map((round) =>
        device.updateEvent({
          event_id: eventId,
          description: `${at} ${round}`,
          checkInEnabled: true,
          checkInSettings: { [at === 0 ? 'requireRegistration' : 'allowEarlyCheckIn']: true },
        }),
      ),
    )
    // By the other door, which does not change the event.
    const settingsToo = [1, 2, 3].map(() =>
      c.admin.device.changeCheckInSettings({ eventId, settings: { allowOnPageCheckIn: false } }),
    )
    const replies = await Promise.all([...both, ...settingsToo])
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    const all = { requireRegistration: true, allowEarlyCheckIn: true, allowOnPageCheckIn: false }
    expect(await deskOf(eventId)).toMatchObject({ enabled: true, settings: { ...usual, ...all } })
  })

  it('is never put over one that changed since it was read', async () => {
    const { c, w } = p
    const eventId = await clubEvent(c, { checkInEnabled: true })
    const writes = await deskWrites(w.table(), eventId, { checkInSettings: { requireRegistration: true } })
    await c.admin.device.changeCheckInSettings({ eventId, settings: { allowOnPageCheckIn: false } })
    expect((await w.table().write(writes)).ok).toBe(false)
    const settings = { ...usual, allowOnPageCheckIn: false }
    expect(await deskOf(eventId)).toMatchObject({ settings })
  })

  it('is there from the beginning where a new event asks for it, its form or its template', async () => {
    const { c } = p
    const settings = { checkInSettings: JSON.stringify({ requireRegistration: true }) }
    const own = await made(c.member.device, { checkInEnabled: 'true', ...settings })
    expect(await deskOf(own)).toMatchObject({ enabled: true, settings: { requireRegistration: true } })
    const at = { orgId: c.orgId }
    const templateData = { type: 'Social', checkInEnabled: true }
    const template = await c.owner.device.createEventTemplate({ ...at, name: 'Door', templateData })
    const { body } = await c.owner.device.createEventFromTemplate({
      ...at,
      templateId: template.body.data._id,
      startTime: '2026-04-08T18:00:00Z',
      endTime: '2026-04-08T20:00:00Z',
    })
    expect(await deskOf(body.data._id)).toMatchObject({ enabled: true, version: 1 })
  })

  it('is that of every event of a series, under links of their own', async () => {
    const { w, c } = p
    const stream = await attendanceStream(w, { without: ['NotificationDue'] })
    const recurrence = { frequency: 'weekly', count: 3 }
    const seriesId = await clubEvent(c, { recurrence, checkInEnabled: true })
    await stream.drain()
    const ids = [seriesId, occurrenceId(seriesId, 2), occurrenceId(seriesId, 3)]
    const desks = () => Promise.all(ids.map(deskOf))
    expect(await desks()).toMatchObject(ids.map((eventId) => ({ eventId, enabled: true })))
    const checkInSettings = { method: 'link' }
    await c.owner.device.updateEvent({ event_id: seriesId, scope: 'all', checkInSettings })
    await stream.drain()
    expect(await desks()).toMatchObject(ids.map(() => ({ settings: { method: 'link' } })))
    const links = await Promise.all(ids.map((eventId) => c.owner.device.getCheckInLink({ eventId })))
    expect(new Set(links.map(({ body }) => body.checkInUrl)).size).toBe(3)
  })
})
