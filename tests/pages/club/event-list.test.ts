import { beforeAll, describe, expect, it } from 'vitest'
import { type Managing, managing } from '../event/managing.ts'

let m: Managing
let list: string

/** Makes an event of a minute that starts in so many seconds. */
const created = async (name: string, seconds: number): Promise<string> => {
  const start = m.w.clock.now().getTime() + seconds * 1000
  const { body } = await m.ada.device.createEvent({
    name,
    type: 'Social',
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + 60_000).toISOString(),
    location: 'Hall',
    expectedAttendance: 20,
    registrationEnabled: true,
    orgId: m.orgId,
  })
  return String(body.eventId)
}

beforeAll(async () => {
  m = await managing({ maxAttendees: 4 })
  list = `/club-dashboard/${m.orgId}?part=events`
  await m.ben.device.registerForEvent({ event_id: m.eventId, guestCount: 3 })
  await m.drain()
})

describe('the events of a club', () => {
  it('show the seats that are taken, as their manage pages do', async () => {
    expect((await m.officer.open(list)).text).toMatch(/Seats taken .*Spring Open .* 3 of 4 /)
    expect((await m.officer.open(m.path)).text).toContain('3 of 4 seats taken')
  })

  it('are upcoming until they end', async () => {
    await created('Blitz', 60)
    const isIn = async (path: string) => (await m.officer.open(path)).text.includes('Blitz')
    m.w.clock.advance(90)
    expect([await isIn(list), await isIn(`${list}&id=past`)]).toEqual([true, false])
    m.w.clock.advance(60)
    expect([await isIn(list), await isIn(`${list}&id=past`)]).toEqual([false, true])
  })
})
