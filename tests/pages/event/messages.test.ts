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
  it('show their recipients, leave out those selected, and are listed', async () => {
    const fresh = await m.officer.open(part())
    expect(fresh.text).toContain('No messages yet')
    const typed = { subject: 'Bring a board', content: 'Half a message', mail: '' }
    const choosing = await m.officer.send(m.path, { do: 'messages-recipients', ...typed })
    expect(choosing.text).toMatch(/Half a message.*Recipients: 2 .*Ben .*Cleo/)
    expect(choosing.html).toContain('value="Bring a board"')
    expect(choosing.html).not.toMatch(/name="mail" value="yes" checked/)
    expect(await sent()).toEqual([])
    const done = await m.officer.send(m.path, {
      do: 'messages-send',
      subject: 'Bring a board',
      content: 'We are short of boards.',
      [`leave-${m.ben.user._id}`]: 'yes',
    })
    expect(done.text).toMatch(
      /The message is sent to the attendees\. .*Bring a board We are short of boards\./,
    )
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

  it('are for people who manage the event', async () => {
    expect((await m.student.open(part())).status).toBe(404)
    const refused = await m.student.post(m.path, { do: 'messages-send', content: 'Mine', mail: 'yes' })
    expect(refused.status).toBe(404)
    expect(await sent()).toHaveLength(1)
  })
})
