import { beforeAll, describe, expect, it } from 'vitest'
import { type Managing, managing } from './managing.ts'

let m: Managing
beforeAll(async () => {
  m = await managing()
  for (const person of [m.ben, m.cleo]) await person.device.registerForEvent({ event_id: m.eventId })
  await m.drain()
})

const part = () => `${m.path}?part=messages`
const sent = async () =>
  (await m.ada.device.listAnnouncements({ orgId: m.orgId, eventId: m.eventId })).body.data.announcements

describe('messages to attendees', () => {
  it('show their recipients, go to those selected after a confirmation, and are listed', async () => {
    const fresh = await m.officer.open(part())
    expect(fresh.text).toContain('No messages yet')
    const typed = { subject: 'Bring a board', content: 'Half a message', mail: '' }
    const choosing = await m.officer.send(m.path, { do: 'messages-recipients', ...typed })
    expect(choosing.text).toMatch(/Half a message.*Recipients: 2 .*Ben .*Cleo/)
    expect(choosing.html).toContain('value="Bring a board"')
    expect(choosing.html).not.toMatch(/name="mail" value="yes" checked/)
    expect(await sent()).toEqual([])
    const [ben, cleo] = [m.ben, m.cleo].map(({ user }) => `to-${user._id}`)
    for (const box of [ben, cleo]) expect(choosing.html).toContain(`name="${box}" value="yes" checked`)
    const written = { subject: 'Bring a board', content: 'We are short of boards.', inbox: 'yes' }
    const nobody = await m.officer.send(m.path, {
      do: 'messages-send',
      ...written,
      [`${ben}`]: '',
      [`${cleo}`]: '',
    })
    expect([nobody.status, nobody.text]).toEqual([
      400,
      expect.stringContaining('Select at least one person.'),
    ])
    const review = await m.officer.send(m.path, { do: 'messages-send', ...written, [`${cleo}`]: 'yes' })
    expect(review.text).toMatch(/The message goes to 1 person The message: We are short of boards\./)
    expect(await sent()).toEqual([])
    for (const { headers } of [choosing, review]) expect(headers['cache-control']).toBe('private, no-cache')
    const edited = await m.officer.send(m.path, { do: 'messages-recipients' })
    expect(edited.html).toContain(`name="${cleo}" value="yes" checked`)
    expect(edited.html).not.toContain(`name="${ben}" value="yes" checked`)
    await m.officer.send(m.path, { do: 'messages-send' })
    const done = await m.officer.send(m.path, { do: 'messages-send' })
    expect(done.text).toMatch(/Message sent to the attendees\. .*Bring a board We are short of boards\./)
    await m.drain()
    const read = async (person: typeof m.ben) =>
      (await person.device.listEventAnnouncements({ eventId: m.eventId })).body.data.announcements.length
    expect([await read(m.ben), await read(m.cleo)]).toEqual([0, 1])
  })

  it('return with what was entered where an address is wrong', async () => {
    await m.officer.open(part())
    const refused = await m.officer.send(m.path, {
      do: 'messages-send',
      content: 'Hello all',
      additionalEmails: 'dean@example.edu, nobody',
    })
    expect([refused.status, refused.html]).toEqual([
      400,
      expect.stringMatching(/id="additionalEmails-wrong"/),
    ])
    expect(refused.text).toContain('Hello all')
    expect(await sent()).toHaveLength(1)
  })

  it('are marked at the boxes where none is ticked', async () => {
    await m.officer.open(part())
    const refused = await m.officer.send(m.path, {
      do: 'messages-send',
      content: 'Hello all',
      mail: '',
      inbox: '',
    })
    expect(refused.html).toMatch(/id="channels-wrong"[^>]*>Choose notifications, email or both</)
    expect(refused.html).not.toContain('tell bad')
  })

  it('are for people who manage the event', async () => {
    expect((await m.student.open(part())).status).toBe(404)
    const refused = await m.student.post(m.path, { do: 'messages-send', content: 'Mine', mail: 'yes' })
    expect(refused.status).toBe(404)
    expect(await sent()).toHaveLength(1)
  })
})

describe.each(['completed', 'cancelled'] as const)('the messages of a %s event', (status) => {
  it('are shown, and its attendees can still get one', async () => {
    const start = m.w.clock.now().getTime() + 60_000
    const { body } = await m.ada.device.createEvent({
      name: 'Blitz',
      type: 'Social',
      start_time: new Date(start).toISOString(),
      end_time: new Date(start + 60_000).toISOString(),
      location: 'Hall',
      expectedAttendance: 20,
      registrationEnabled: true,
      orgId: m.orgId,
    })
    const eventId = String(body.eventId)
    const path = `/event/${eventId}/dashboard`
    await m.ben.device.registerForEvent({ event_id: eventId })
    if (status === 'completed') m.w.clock.advance(150)
    const changed = await m.ada.device.setEventStatus({ orgId: m.orgId, eventId, status })
    expect(changed.body.data.event.status).toBe(status)
    await m.drain()
    await m.officer.open(path)
    await m.officer.follow('Messages')
    const done = await m.officer.send(path, { do: 'messages-send', content: `This event is ${status}.` })
    expect(done.text).toMatch(new RegExp(`Message sent .* This event is ${status}\\.`))
    await m.drain()
    const inbox = await m.ben.device.listNotifications({})
    expect(JSON.stringify(inbox.body)).toContain(`This event is ${status}.`)
  })
})
