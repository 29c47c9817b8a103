import { beforeAll, describe, expect, it } from 'vitest'
import { type Managing, managing } from '../event/managing.ts'

let m: Managing
let list: string
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
    const start = m.w.clock.now().getTime() + 60_000
    await m.ada.device.createEvent({
      name: 'Blitz',
      type: 'Social',
      start_time: new Date(start).toISOString(),
      end_time: new Date(start + 60_000).toISOString(),
      location: 'Hall',
      expectedAttendance: 20,
      orgId: m.orgId,
    })
    const isIn = async (path: string) => (await m.officer.open(path)).text.includes('Blitz')
    m.w.clock.advance(90)
    expect([await isIn(list), await isIn(`${list}&id=past`)]).toEqual([true, false])
    m.w.clock.advance(60)
    expect([await isIn(list), await isIn(`${list}&id=past`)]).toEqual([false, true])
  })
})
