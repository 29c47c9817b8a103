import { beforeAll, describe, expect, it } from 'vitest'
import type { Mail } from '../../lib/gateways/gateways.ts'
import { clubEvent } from '../planning/people.ts'
import { type WholeStream, wholeStream } from '../privacy/stream.ts'
import { admins } from '../support/administrators.ts'
import { listed } from '../support/inboxes.ts'
import { type Club, club } from '../support/orgs.ts'
import { type Person, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import type { World } from '../support/world.ts'

let w: World
let c: Club
let stream: WholeStream
let ann: Person
let gil: Person

beforeAll(async () => {
  ;({ w } = await admins())
  c = await club(w)
  await enrolSchool(w, w.home)
  ann = await registered(w, 'annmail', { username: 'annmail' })
  const there = await registered(w, 'gilmail', { username: 'gilmail' }, w.sister)
  gil = { ...there, device: there.device.on(w.home) }
  stream = await wholeStream(w)
})

const attended = async (more: object): Promise<string> => {
  const event_id = await clubEvent(c, { registrationEnabled: true, ...more })
  for (const { device } of [ann, gil]) expect((await device.registerForEvent({ event_id })).status).toBe(201)
  await stream.drain()
  return event_id
}

const edited = async (event_id: string, change: object): Promise<void> => {
  expect((await c.owner.device.updateEvent({ event_id, ...change })).status).toBe(200)
  await stream.drain()
}

/** The last mail of a person whose subject begins with a word. */
const lastMail = ({ email }: Person, word: string): Mail => {
  const found = w.mails.filter(({ to, subject }) => to === email && subject.startsWith(word)).at(-1)
  if (!found) throw new Error(`no mail begins with ${word}`)
  return found
}

const calendarLine = ({ attachments = [] }: Mail, name: string): string | undefined =>
  attachments[0]?.content
    .split('\r\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1)

const link = 'https://meet.example.edu/one'

describe('a mail about a registration', () => {
  // rules/attendance 37, rules/attendance 38
  it.each([
    ['a user of the school', () => ann],
    ['a guest', () => gil],
  ])('to %s has the event as a calendar file, its link, and the contact for replies', async (_, reader) => {
    const eventId = await attended({ contact: 'chess@clubs.example.edu', externalLink: link })
    const mail = lastMail(reader(), 'Registered')
    expect(mail.replyTo).toBe('chess@clubs.example.edu')
    expect(mail.text).toContain(`Link: ${link}`)
    expect(mail.text).toContain(`/event/${eventId}`)
    expect(mail.attachments?.map(({ filename, contentType }) => [filename, contentType])).toEqual([
      ['event.ics', 'text/calendar'],
    ])
    const feed = await ann.device.getEventCalendar({ id: eventId })
    const uid = `${eventId}@${w.home}`
    expect(JSON.stringify(feed.body)).toContain(uid)
    expect(calendarLine(mail, 'UID')).toBe(uid)
    expect(calendarLine(mail, 'METHOD')).toBe('PUBLISH')
    expect(calendarLine(mail, 'STATUS')).toBe('CONFIRMED')
  })

  // rules/attendance 37
  it('replaces the calendar entry when the event moves, and cancels it with the event', async () => {
    const event_id = await attended({})
    const sequences = [Number(calendarLine(lastMail(ann, 'Registered'), 'SEQUENCE'))]
    await edited(event_id, { location: 'Small hall' })
    sequences.push(Number(calendarLine(lastMail(ann, 'Changed'), 'SEQUENCE')))
    expect(calendarLine(lastMail(ann, 'Changed'), 'LOCATION')).toBe('Small hall')
    expect((await c.owner.device.cancelEvent({ event_id })).status).toBe(200)
    await stream.drain()
    const cancelled = lastMail(ann, 'Cancelled')
    sequences.push(Number(calendarLine(cancelled, 'SEQUENCE')))
    expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b))
    expect(calendarLine(cancelled, 'STATUS')).toBe('CANCELLED')
    expect(calendarLine(lastMail(gil, 'Cancelled'), 'STATUS')).toBe('CANCELLED')
  })

  // rules/attendance 38
  it.each(['Ask Ada at the desk', 'a@x.edu, b@x.edu', 'Ada <a@x.edu>', ''])(
    'has no reply address when the contact is %j',
    async (contact) => {
      await attended(contact === '' ? {} : { contact })
      expect(lastMail(ann, 'Registered').replyTo).toBeUndefined()
    },
  )

  // rules/attendance 37
  it('has one file with all dates when it is about several', async () => {
    const recurrence = { frequency: 'weekly', count: 2 }
    const event_id = await clubEvent(c, { registrationEnabled: true, recurrence })
    await stream.drain()
    for (const id of [event_id, `${event_id}-0002`])
      for (const { device } of [ann, gil]) await device.registerForEvent({ event_id: id })
    await stream.drain()
    expect((await c.owner.device.cancelEvent({ event_id, scope: 'all' })).status).toBe(200)
    await stream.drain()
    for (const reader of [ann, gil]) {
      const [file] = lastMail(reader, 'Cancelled').attachments ?? []
      expect(file?.content.match(/^UID:/gm)).toHaveLength(2)
      expect(file?.content.match(/^STATUS:CANCELLED/gm)).toHaveLength(2)
    }
  })
})

describe('attendees', () => {
  const messages = async (): Promise<readonly string[]> =>
    (await listed(ann, { limit: 50 })).data.map(({ message }: { message: string }) => message)

  // rules/attendance 39
  it('are notified of a new name, with the old one', async () => {
    const event_id = await attended({ name: 'Old evening' })
    await edited(event_id, { name: 'New evening' })
    expect(lastMail(ann, 'Changed: New evening').text).toContain('Old evening')
    expect(lastMail(gil, 'Changed: New evening').text).toContain('Old evening')
  })

  // rules/attendance 39
  it('are notified of a new, changed or removed link, and the mail has it', async () => {
    const event_id = await attended({ name: 'Online evening', externalLink: link })
    const about = async () => (await messages()).filter((message) => /^Online evening .* link/.test(message))
    await edited(event_id, { externalLink: 'https://meet.example.edu/two' })
    expect(await about()).toHaveLength(1)
    for (const reader of [ann, gil])
      expect(lastMail(reader, 'Changed').text).toContain('Link: https://meet.example.edu/two')
    await edited(event_id, { externalLink: '' })
    expect(await about()).toHaveLength(2)
    expect(lastMail(ann, 'Changed').text).not.toContain('Link:')
    await edited(event_id, { description: 'Bring a friend' })
    expect(await about()).toHaveLength(2)
  })
})
