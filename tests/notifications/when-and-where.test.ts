import { beforeAll, describe, expect, it } from 'vitest'
import { eventTemplates } from '../../functions/notifications/templates/event.ts'
import { templates } from '../../functions/notifications/templates/templates.ts'
import { templates as mailTemplates, renderTemplate } from '../../functions/stream/mail-templates.ts'
import { describeTimeAndPlace } from '../../lib/contract/time-and-place.ts'
import { tenantRecord } from '../../lib/identity/person/records.ts'
import { schoolAt } from '../../lib/identity/school/schools.ts'
import { english } from '../../lib/message.ts'
import { readSettings } from '../../lib/settings.ts'
import { crowd, type Visitor } from '../attendance/crowd.ts'
import { clubEvent } from '../planning/people.ts'
import { type WholeStream, wholeStream } from '../privacy/stream.ts'
import { admins } from '../support/administrators.ts'
import { type Club, club } from '../support/orgs.ts'
import { enrolSchool } from '../support/schools.ts'
import type { World } from '../support/world.ts'

const said = {
  eventId: 'e1',
  eventTitle: 'Chess night',
  startTime: '2026-04-01T16:00:00.000Z',
  timezone: 'Europe/Berlin',
  place: 'Hall 3',
  orgName: 'Chess',
  roleName: 'Tickets',
  content: 'Bring a board.',
  changes: 'time',
}
const here = 'Wednesday, April 1, 2026 at 6:00 PM (Central European Time)'
const there = 'which is 12:00 PM (Eastern Time)'

/** Everything that tells of one event. */
const about = [
  ...(['event_created', 'approval_required', 'event_approved', 'event_rejected', 'event_reminder'] as const),
  ...(Object.keys(eventTemplates) as (keyof typeof eventTemplates)[]),
]
const aboutByMail = Object.keys(mailTemplates).filter((name) => about.some((one) => one === name))

describe('a notice about an event', () => {
  // rules/notifications 16
  it.each(about)('says when it is, on which clocks, and where: %s', (name) => {
    const message = templates[name].message(said, english)
    expect(message).toContain(here)
    expect(message).toContain('Hall 3')
    const read = templates[name].message({ ...said, readerZone: 'America/New_York', place: '' }, english)
    expect(read).toContain(`${here}, ${there}`)
    expect(read).toContain('Place: to be announced.')
  })

  it.each(about)('parts what somebody wrote from the sentence behind it: %s', (name) => {
    for (const reason of ['Too loud', 'Too loud.', 'Too loud?'])
      expect(templates[name].message({ ...said, reason }, english)).not.toMatch(/loud(?! *[.?])|[.?]\./)
  })

  it.each(aboutByMail)('says so to guests by mail too: %s', (name) => {
    const values = {
      t: english,
      to: 'gil@example.org',
      name: undefined,
      code: undefined,
      linkCode: undefined,
    }
    const school = { ...schoolAt(readSettings({}), 'demo'), name: 'Demo' }
    const params = { ...said, readerZone: 'America/New_York' }
    const { text } = renderTemplate(name, { ...values, school, params })
    expect(text).toContain(`${here}, ${there}`)
    expect(text).toContain('Place: Hall 3.')
  })

  it('leaves room for when and where under a long announcement', () => {
    const message = templates.org_event_announcement.message({ ...said, content: 'a'.repeat(2000) }, english)
    expect(message).toHaveLength(1000)
    expect(message.endsWith('Place: Hall 3.')).toBe(true)
  })

  it('puts the event on a line of its own below an announcement', () => {
    const params = { ...said, content: 'Bring a charger.', eventTitle: 'Build night: line followers' }
    const message = templates.org_event_announcement.message(params, english)
    expect(message).toMatch(/^Bring a charger\.\n\nBuild night: line followers\nIt begins on /)
  })
})

describe('the clocks of a reader', () => {
  it.each([
    ['are left out where they show the same', 'Europe/Vienna', `It begins on ${here}.`],
    ['are named where they show another hour', 'America/New_York', `It begins on ${here}, ${there}.`],
    [
      'are named with the day where it is another',
      'Asia/Tokyo',
      `It begins on ${here}, which is Thursday, April 2, 2026 at 1:00 AM (Japan Standard Time).`,
    ],
  ])('%s', (_, readerZone, line) => {
    const { startTime, timezone } = said
    expect(describeTimeAndPlace({ startTime, timezone, readerZone }, english)).toBe(line)
  })
})

describe('an event that is moved', () => {
  let w: World
  let c: Club
  let stream: WholeStream
  let local: Visitor
  let guest: Visitor
  const times = { start_time: '2026-04-01T16:00:00.000Z', end_time: '2026-04-01T18:00:00.000Z' }

  beforeAll(async () => {
    ;({ w } = await admins())
    c = await club(w)
    ;[local] = (await crowd(w, 1)) as [Visitor]
    ;[guest] = (await crowd(w, 1, { guestEvery: 1, name: 'guest' })) as [Visitor]
    await enrolSchool(w, w.home)
    await enrolSchool(w, w.sister)
    await w.table(w.sister).update(tenantRecord, {}, { set: { timezone: 'America/New_York' } })
    stream = await wholeStream(w)
  })

  const changed = async (change: object) => {
    const asked = { registrationEnabled: true, timezone: 'Europe/Berlin', location: 'Hall 3' }
    const eventId = await clubEvent(c, { ...asked, ...times })
    for (const { device } of [local, guest]) await device.registerForEvent({ event_id: eventId })
    await stream.drain()
    const before = w.mails.length
    expect((await c.owner.device.updateEvent({ event_id: eventId, ...change })).status).toBe(200)
    await stream.drain(2)
    const { body } = await local.device.listNotifications({})
    const isIt = ({ title, metadata }: { title: string; metadata?: { eventId?: string } }) =>
      title.startsWith('Changed') && metadata?.eventId === eventId
    return {
      mails: w.mails
        .slice(before)
        .flatMap(({ subject, text }) => (subject.startsWith('Changed') ? [text] : [])),
      told: body.data.find(isIt).message as string,
    }
  }

  // rules/notifications 16
  it('is told with its old time and its new one, to everybody on their clocks', async () => {
    const later = { start_time: '2026-04-02T16:00:00.000Z', end_time: '2026-04-02T19:00:00.000Z' }
    const { mails, told } = await changed(later)
    const moved = 'It begins on Thursday, April 2, 2026 at 6:00 PM (Central European Time), which is'
    expect(told).toContain(`${moved} 4:00 PM (UTC) and ends on`)
    expect(told).toContain(`It was planned for ${here}, which is 4:00 PM (UTC) to `)
    expect(told).toContain('Place: Hall 3.')
    expect(told).not.toContain('The place was')
    const [mail = ''] = mails.filter((text) => text.includes('Eastern Time'))
    expect(mail).toContain(`${moved} 12:00 PM (Eastern Time)`)
    expect(mail).toContain(`It was planned for ${here}, ${there}`)
  })

  it('is told with its old place and its new one', async () => {
    const { told } = await changed({ location: 'Hall 4' })
    expect(told).toContain('Place: Hall 4. The place was Hall 3.')
    expect(told).not.toContain('Before that')
  })
})
