import { beforeAll, describe, expect, it } from 'vitest'
import { crowd } from '../../attendance/crowd.ts'
import { type Browser, browser, type Shown } from '../browser.ts'
import { type Managing, managing } from './managing.ts'

let m: Managing
let eventId: string
let desk: string
let person: string

beforeAll(async () => {
  m = await managing()
  const start = m.w.clock.now().getTime() + 60_000
  const { body } = await m.ada.device.createEvent({
    name: 'Tonight',
    type: 'Social',
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + 3_600_000).toISOString(),
    location: 'Hall',
    expectedAttendance: 20,
    registrationEnabled: true,
    orgId: m.orgId,
  })
  eventId = String(body.eventId)
  desk = `/event/${eventId}/door`
  person = `u-${m.cleo.user._id}`
  await m.cleo.device.registerForEvent({ event_id: eventId, guestCount: 3 })
  await m.ada.device.enableCheckIn({ eventId })
  m.w.clock.advance(120)
  await m.drain()
})

const isIn = async (): Promise<boolean> =>
  (await m.cleo.device.getMyRsvp({ event_id: eventId })).body.rsvp.checkedIn

/** What the page says about the change, without the rows of the list. */
const messageOf = ({ html }: Shown): string => /<(p|div) class="tell [\s\S]*?<\/\1>/.exec(html)?.[0] ?? ''

/** The desk as it is once everything is counted. */
const counted = async (who: Browser): Promise<string> => {
  await m.drain()
  return (await who.open(desk)).text
}

describe('a check-in by mistake', () => {
  // rules/checkins 47
  it('is undone right after the press, and the counts with it', async () => {
    await m.officer.open(desk)
    const inside = await m.officer.send(desk, { do: 'in' })
    expect(messageOf(inside)).toMatch(
      /<bdi>Cleo<\/bdi><\/strong>: checked in, with all 3 seats\..*Undo check-in/,
    )
    expect(await counted(m.officer)).toContain('3 inside, 3 people registered 1 of 1 registration checked in')
    await m.officer.open(inside.address)
    const undone = await m.officer.send(desk, { do: 'out' })
    expect(messageOf(undone)).toMatch(/Cleo.*check-in undone/)
    expect(messageOf(undone)).not.toContain('<button')
    expect(await isIn()).toBe(false)
    expect(await counted(m.officer)).toMatch(
      /0 of 1 registration checked in .* Cleo 3 seats all 3 2 1 Check in/,
    )
  })

  it('of a person of another school is undone in the same way', async () => {
    const [guest] = await crowd(m.w, 1, { guestEvery: 1, name: 'guest' })
    if (!guest) throw new Error('no guest')
    await guest.device.registerForEvent({ event_id: eventId })
    await m.drain()
    await m.officer.open(desk)
    const inside = await m.officer.post(desk, { do: 'in', person: `g-${guest.id}` })
    expect(messageOf(inside)).toContain('Undo check-in')
    expect(await counted(m.officer)).toContain('1 of 2 registrations checked in')
    await m.officer.open(inside.address)
    await m.officer.send(desk, { do: 'out' })
    expect(await counted(m.officer)).toContain('0 of 2 registrations checked in')
  })

  it('by a ticket code is undone too, and a ticket that comes twice is named', async () => {
    await m.ben.device.registerForEvent({ event_id: eventId })
    await m.drain()
    const { code } = (await m.ben.device.getCheckInTicket({ eventId: eventId })).body.data
    await m.officer.open(desk)
    const inside = await m.officer.send(desk, { do: 'code', code })
    expect(messageOf(inside)).toMatch(/Ben.*Undo check-in/)
    m.w.clock.advance(5)
    await m.officer.open(desk)
    const again = await m.officer.send(desk, { do: 'code', code })
    expect(messageOf(again)).toMatch(/tell warn.*Ben.*is already checked in/)
    expect(messageOf(again)).not.toContain('<button')
    const undone = await m.officer.post(desk, { do: 'out', person: `u-${m.ben.user._id}` })
    expect(messageOf(undone)).toContain('check-in undone')
  })

  // rules/checkins 44
  it('is undone by a helper, who has no list, with the name of the person', async () => {
    const made = await m.ada.device.createDoorCredential({ eventId: eventId, name: 'Sam', hours: 4 })
    const helper = browser(m.w)
    await helper.post(desk, { do: 'start-helping', helper: made.body.data.credential.secret })
    await helper.open(`${desk}?search=cle`)
    const inside = await helper.send(desk, { do: 'in' })
    expect(messageOf(inside)).toMatch(/Cleo.*Undo check-in/)
    expect(inside.text).toMatch(/\d+ inside, \d+ people registered/)
    const again = await helper.post(desk, { do: 'in', person, name: 'Cleo' })
    expect(messageOf(again)).toMatch(/Cleo.*Undo check-in/)
    const officers = await m.officer.post(desk, { do: 'in', person, name: 'Cleo' })
    expect(messageOf(officers)).toContain('is already checked in')
    await helper.send(desk, { do: 'out' })
    expect(await isIn()).toBe(false)
    expect((await helper.open(`${desk}?search=c`)).text).toContain('Enter at least two letters of a name.')
  })

  it('by a ticket code, by a helper, offers to undo it at once', async () => {
    const made = await m.ada.device.createDoorCredential({ eventId: eventId, name: 'Tim', hours: 4 })
    const helper = browser(m.w)
    await helper.post(desk, { do: 'start-helping', helper: made.body.data.credential.secret })
    const { code } = (await m.cleo.device.getCheckInTicket({ eventId: eventId })).body.data
    m.w.clock.advance(5)
    const inside = await helper.send(desk, { do: 'code', code })
    expect(messageOf(inside)).toContain('Undo check-in')
    await helper.send(desk, { do: 'out' })
    expect(await isIn()).toBe(false)
  })

  it('is named by the list only, never by an address', async () => {
    m.officer.jar.set('confirmation', 'let-in')
    const forged = await m.officer.open(`${desk}?done=let-in&person=u-nobody&name=Call%20555`)
    expect(forged.html).not.toContain('555</')
    expect(messageOf(forged)).toBe('')
    m.officer.jar.set('confirmation', 'already-in')
    const before = await m.officer.open(`${desk}?done=already-in&person=u-nobody&name=Zed`)
    expect(messageOf(before)).toBe('')
    m.officer.jar.set('confirmation', 'let-in')
    const notIn = await m.officer.open(`${desk}?done=let-in&person=${person}&name=Cleo`)
    expect(messageOf(notIn)).toBe('')
    for (const path of [`${desk}?done=let-out`, `${desk}?done=let-out&person=u-nobody`])
      expect(messageOf(await m.officer.open(path))).toBe('')
  })
})
