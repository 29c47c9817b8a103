import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, browser } from '../browser.ts'
import { type Managing, managing } from './managing.ts'

let m: Managing
let helper: Browser
let desk: string
let sam: string

beforeAll(async () => {
  m = await managing()
  desk = `/event/${m.eventId}/door`
  await m.cleo.device.registerForEvent({ event_id: m.eventId })
  await m.drain()
  helper = browser(m.w)
})

const part = () => `${m.path}?part=checkin`
const cleoIsIn = async (): Promise<boolean> =>
  (await m.cleo.device.getMyRsvp({ event_id: m.eventId })).body.rsvp.checkedIn

/** The address that the page shows once. */
const newLink = async (name: string): Promise<string> => {
  await m.officer.open(part())
  const shown = await m.officer.send(m.path, { do: 'checkin-helper', name })
  expect(shown.text).toContain('It is shown only once.')
  // rules/http 62
  expect(shown.html).toContain('target="_blank">Espa\u00f1ol')
  const [, address = ''] = /<code class="copied"[^>]*>([^<]+)</.exec(shown.html) ?? []
  const { pathname, search } = new URL(address)
  return `${pathname}${search}`
}

describe('check-in on the manage page', () => {
  it('opens, shows a code to print, and keeps its settings', async () => {
    const closed = await m.officer.open(part())
    expect(closed.text).toContain('Check-in is off Turn on check-in')
    const open = await m.officer.send(m.path, { do: 'checkin-open' })
    expect(open.html).toContain('aria-label="QR code for self check-in"')
    const saved = await m.officer.send(m.path, { do: 'checkin-settings', method: 'link', early: 'yes' })
    expect(saved.text).toContain('Check-in settings saved.')
    const { settings } = (await m.ada.device.getCheckInSettings({ eventId: m.eventId })).body.data
    expect(settings).toMatchObject({ method: 'link', allowEarlyCheckIn: true, allowOnPageCheckIn: true })
  })

  it('replaces the code, and the earlier link ends', async () => {
    const { links } = await m.officer.open(part())
    const before = links.find(({ text }) => text === 'the check-in link')?.href
    const replaced = await m.officer.send(m.path, { do: 'checkin-rotate' })
    expect(replaced.text).toContain('Earlier codes and links no longer work.')
    expect(replaced.links.find(({ text }) => text === 'the check-in link')?.href).not.toBe(before)
  })

  it('lists the people who are expected', async () => {
    expect((await m.officer.open(`${part()}&id=expected`)).text).toMatch(/0 of 1 registration .*Cleo/)
  })
})

describe('a helper link', () => {
  // rules/checkins 43
  // rules/checkins 44
  it('opens the desk for a person without an account, after a button is pressed', async () => {
    const link = await newLink('Sam, north door')
    sam = link
    expect((await browser(m.w).open(desk)).address).toContain('/login')
    const start = await helper.open(link)
    expect(start.text).toContain('Help at the check-in desk')
    expect(helper.jar.size).toBe(0)
    const opened = await helper.send(desk, { do: 'start-helping' })
    expect([opened.address, opened.text]).toEqual([
      desk,
      expect.stringMatching(
        /with a helper link .*0 inside, 1 person registered .*Refresh .*Search for a person/,
      ),
    ])
    const found = await helper.open(`${desk}?search=cle`)
    expect(found.text).toContain('Cleo')
    expect(found.html).not.toMatch(/door\.js|QR code for self check-in|@example/)
    await helper.send(desk, { do: 'in' })
    expect(await cleoIsIn()).toBe(true)
    await helper.open(`${desk}?search=cle`)
    await helper.send(desk, { do: 'out' })
    expect(await cleoIsIn()).toBe(false)
  })

  // rules/checkins 44
  it('names the person of a ticket, who is in no list', async () => {
    const { code } = (await m.cleo.device.getCheckInTicket({ event_id: m.eventId, eventId: m.eventId })).body
      .data
    m.w.clock.advance(30)
    await helper.open(desk)
    const first = await helper.send(desk, { do: 'code', code })
    expect(first.text).toMatch(/Cleo ?: checked in\./)
    m.w.clock.advance(30)
    await helper.open(`${desk}?search=cle`)
    await helper.send(desk, { do: 'out' })
    expect(await cleoIsIn()).toBe(false)
  })

  it('reaches nothing but the desk', async () => {
    expect((await helper.open(m.path)).address).toContain('/login')
    expect((await helper.post(m.path, { do: 'checkin-close' })).address).toContain('/login')
    const attendees = await helper.open(`/event/${m.eventId}/attendees`)
    expect(attendees.text).not.toContain('Remove registration')
  })

  // rules/checkins 45
  it('is listed with its name, and ends at once', async () => {
    const listed = await m.officer.open(part())
    expect(listed.text).toContain('Sam, north door')
    const ended = await m.officer.send(m.path, { do: 'checkin-revoke' })
    expect(ended.text).toContain('The helper link no longer works.')
    const refused = await helper.open(desk)
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining('This helper link no longer works'),
    ])
    await helper.send(desk, { do: 'stop-helping' })
    expect((await helper.open(desk)).address).toContain('/login')
    const opened = await browser(m.w).open(sam)
    expect([opened.status, opened.text]).toEqual([403, expect.stringContaining('no longer works')])
  })

  it('does not open another event, and stores only the form of a secret', async () => {
    const link = await newLink('Sam again')
    const other = await m.ada.device.createEvent({
      name: 'Other',
      type: 'Social',
      start_time: new Date(m.w.clock.now().getTime() + 60_000).toISOString(),
      end_time: new Date(m.w.clock.now().getTime() + 3_600_000).toISOString(),
      location: 'Hall',
      expectedAttendance: 4,
      orgId: m.orgId,
    })
    const elsewhere = `/event/${other.body.eventId}/door`
    const secret = new URL(link, 'http://x').searchParams.get('helper') ?? ''
    const one = browser(m.w)
    expect((await one.post(elsewhere, { do: 'start-helping', helper: secret })).status).toBe(403)
    const two = browser(m.w)
    const forged = await two.post(desk, { do: 'start-helping', helper: 'a.b; Path=/; Domain=example.edu' })
    expect([forged.status, two.jar.size]).toEqual([403, 0])
  })

  // rules/checkins 43
  it('is kept by browsers for the desk of its event only, where no script reads it', async () => {
    const link = await newLink('Sam, cookie')
    const secret = new URL(link, 'http://x').searchParams.get('helper') ?? ''
    const input = { eventId: m.eventId, do: 'start-helping', helper: secret }
    const { cookies } = await m.ada.device.changeCheckIn(input)
    expect(cookies.join()).toMatch(new RegExp(`Path=${desk}; HttpOnly; SameSite=Lax`))
  })

  it('is created by organizers only', async () => {
    const refused = await m.student.post(m.path, { do: 'checkin-helper', name: 'Me' })
    expect(refused.status).toBe(404)
    await m.officer.open(part())
    const unnamed = await m.officer.send(m.path, { do: 'checkin-helper', name: '' })
    expect([unnamed.status, unnamed.html]).toEqual([400, expect.stringMatching(/id="name-wrong"/)])
  })
})
