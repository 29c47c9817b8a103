import { beforeAll, describe, expect, it } from 'vitest'
import { monthGrid, monthIn } from '../../functions/pages/event-list/month.ts'
import { planned } from '../attendance/events.ts'
import { wholeStream } from '../privacy/stream.ts'
import { type Person, password, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { founded } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'
import { type Browser, browser, signedIn } from './browser.ts'

let w: World
let ada: Person
let reader: Browser
let orgId: string

const inDays = (days: number): string => new Date(w.clock.now().getTime() + days * 86_400_000).toISOString()

beforeAll(async () => {
  w = await world({ ownTable: true })
  await enrolSchool(w, w.home)
  ada = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
  orgId = (await founded(ada, { org_name: 'Marble Runners' })).orgId
  const stream = await wholeStream(w)
  await ada.device.createEvent({
    name: 'Marble Cup',
    type: 'Competition',
    start_time: inDays(2),
    end_time: inDays(2.1),
    location: 'Main hall',
    visibility: 'public',
    expectedAttendance: 40,
    orgId,
  })
  await stream.drain()
  await planned(w, { name: 'Open Talk', type: 'Lecture', start_time: inDays(5), end_time: inDays(5.1) })
  reader = await signedIn(w, ada.email, password)
})

describe('the event finder', () => {
  it('finds upcoming events by words, type and club, for everybody', async () => {
    const anybody = browser(w)
    const all = await anybody.open('/events')
    expect([all.status, all.text.includes('Marble Cup'), all.text.includes('Open Talk')]).toEqual([
      200,
      true,
      true,
    ])
    const names = async (query: string) => {
      const { text } = await anybody.open(`/events?${query}`)
      return ['Marble Cup', 'Open Talk'].filter((name) => text.includes(name))
    }
    expect(await names('type=Lecture')).toEqual(['Open Talk'])
    const { links } = await browser(w).open('/?type=Nope')
    expect(links.map(({ text }) => text)).not.toContain('Nope')
    expect(await names(`club=${orgId}`)).toEqual(['Marble Cup'])
    expect(await names('search=marb')).toEqual(['Marble Cup'])
    expect(await names('search=nowhere')).toEqual([])
    expect(anybody.page().text).toContain('No events found')
  })

  it('shows one day and a month to people who are signed in', async () => {
    const day = inDays(5).slice(0, 10)
    const one = await reader.open(`/events?day=${day}`)
    expect([one.text.includes('Open Talk'), one.text.includes('Marble Cup')]).toEqual([true, false])
    const none = await reader.open(`/events?day=${day}&search=marble`)
    expect([none.text.includes('Open Talk'), none.text.includes('No events found')]).toEqual([false, true])
    const month = await reader.open(`/events?view=month&month=${day.slice(0, 7)}`)
    expect(month.links.map(({ text }) => text).join('\n')).toMatch(/Open Talk/)
    expect(month.links.map(({ href }) => href)).toContain(`/events?day=${day}`)
    expect((await browser(w).open('/events?view=month')).address).toContain('/login')
  })

  it('shows a range of days, which its two fields remove again', async () => {
    const [first, last] = [inDays(4).slice(0, 10), inDays(6).slice(0, 10)]
    const names = ({ text }: { text: string }) =>
      ['Marble Cup', 'Open Talk'].filter((name) => text.includes(name))
    const shown = await reader.open(`/events?from=${first}&to=${last}`)
    expect([names(shown), shown.forms[0]?.fields]).toMatchObject([
      ['Open Talk'],
      { from: first, to: last, search: '' },
    ])
    expect(shown.forms[0]?.fields).not.toHaveProperty('day')
    expect(names(await reader.open(`/events?from=${last}&to=${first}&search=open`))).toEqual(['Open Talk'])
    expect(names(await reader.open(`/events?from=${first}&to=`))).toEqual([])
    const all = await reader.open('/events?search=&from=&to=')
    expect([names(all), Object.keys(all.forms[0]?.fields ?? {})]).toEqual([
      ['Marble Cup', 'Open Talk'],
      expect.arrayContaining(['day']),
    ])
    const long = await reader.open(`/events?from=${first}&to=2099-01-01`)
    expect([long.status, long.text]).toEqual([400, expect.stringContaining('at most 93 days')])
  })

  it('lists events of the own clubs for the reader', async () => {
    const { text } = await reader.open('/events?view=for-you')
    expect(text).toMatch(/From your clubs.*Marble Cup/)
    expect(text.split('You may also like')[0]).not.toContain('Open Talk')
  })
})

describe('events of the reader', () => {
  it('are marked in every list of events and in the month, for nobody else', async () => {
    const talk = await planned(w, { name: 'Booked Talk', start_time: inDays(9), end_time: inDays(9.1) })
    const full = await planned(w, {
      name: 'Packed Talk',
      start_time: inDays(9.2),
      end_time: inDays(9.3),
      maxAttendees: 1,
    })
    const other = await registered(w, 'bea')
    await other.device.registerForEvent({ event_id: full.eventId, guestCount: 1 })
    for (const { eventId } of [talk, full])
      expect((await ada.device.registerForEvent({ event_id: eventId, guestCount: 1 })).status).toBe(201)
    const day = inDays(9).slice(0, 10)
    const month = `/events?view=month&month=${day.slice(0, 7)}`
    const marks = async (one: Browser, path: string) => {
      const { html } = await one.open(path)
      const lists = html.replace(/Your next events<[\s\S]*?<\/section>/, '')
      return [
        path,
        /Booked Talk<(?:(?!<li)[\s\S])*You have a seat/.test(lists),
        /Packed Talk<(?:(?!<li)[\s\S])*On the waitlist/.test(lists),
      ]
    }
    const nobody = await signedIn(w, other.email, password)
    for (const path of ['/', '/?type=Social', '/events', `/events?day=${day}`, month]) {
      expect(await marks(reader, path)).toEqual([path, true, true])
      expect(await marks(nobody, path)).toEqual([path, false, false])
    }
    expect((await browser(w).open('/events')).text).not.toContain('You have a seat')
  })
})

describe('lists that repeat or suggest events', () => {
  beforeAll(async () => {
    for (const [at, host] of ['h1', 'h2', 'h3'].entries())
      await planned(w, {
        name: `Gala ${at}`,
        hostingId: host,
        start_time: inDays(20 - at),
        end_time: inDays(20.1 - at),
        seatsTaken: 30 - at,
        registrationCount: 30 - at,
      })
  })

  it('show a highlight also among all events', async () => {
    const { text } = await browser(w).open('/')
    const [, highlights = '', all = ''] = /Highlights (.*?) This week (.*)/.exec(text) ?? []
    for (const name of ['Gala 0', 'Gala 1', 'Gala 2'])
      expect([name, highlights.includes(name), all.includes(name)]).toEqual([name, true, true])
  })

  it('suggest events in the order of their dates', async () => {
    const { html } = await reader.open('/events?view=for-you')
    const [, suggested = ''] = html.split('You may also like')
    const times = [...suggested.matchAll(/datetime="([^"]*)"/g)].map(([, time]) => time)
    expect(suggested).toContain('Gala 0')
    expect(times).toEqual([...times].sort())
  })
})

describe('a day with more events than one page', () => {
  const day = () => inDays(70).slice(0, 10)

  beforeAll(async () => {
    const start = Date.parse(`${day()}T12:00:00.000Z`)
    for (let at = 0; at < 110; at += 1)
      await planned(w, {
        name: at === 109 ? 'Needle' : `Straw ${at}`,
        start_time: new Date(start + at * 1000).toISOString(),
        end_time: new Date(start + 3_600_000).toISOString(),
      })
  })

  it('is searched to its end', async () => {
    const found = await reader.open(`/events?day=${day()}&search=needle`)
    expect([found.text.includes('Needle'), found.text.includes('Straw')]).toEqual([true, false])
    expect(found.text).not.toContain('More events')
  })

  it('shows as many as fit, and leads to the others', async () => {
    const names = new Set<string>()
    let page = await reader.open(`/events?day=${day()}`)
    for (let pages = 1; ; pages += 1) {
      for (const { text } of page.links) if (/^(?:Straw|Needle)/.test(text)) names.add(text)
      if (!page.text.includes('More events')) {
        expect(pages).toBe(5)
        break
      }
      page = await reader.follow('More events')
    }
    expect(names.size).toBe(110)
  })

  it('is counted as a whole in its month', async () => {
    const { text } = await reader.open(`/events?view=month&month=${day().slice(0, 7)}`)
    expect(text).toContain('106 more')
    expect(text).not.toContain('Further events of this month')
  })
})

describe('the month of the finder', () => {
  it.each([
    ['2026-02', 2026, 2],
    ['2026-13', 2026, 11],
    [undefined, 2026, 11],
  ])('of %s is that of the address, or today', (text, year, month) => {
    expect(monthIn(text, '2026-11-29')).toMatchObject({ year, month })
  })

  it('has whole weeks from the first day of the region, Sunday in the United States, and each event on the day of its start in the school', () => {
    const event = { _id: 'e', name: 'Late', start_time: '2026-02-02T03:00:00.000Z' }
    const look = {
      today: '2026-02-01',
      zone: 'America/New_York',
      here: () => '',
      day: (day: string) => day,
      own: () => undefined,
    }
    const grid = String(monthGrid(monthIn('2026-02', ''), [event], look))
    // 1 February 2026 is a Sunday, and the 28th a Saturday: no day is empty.
    expect(grid).not.toContain('<td></td>')
    expect(grid).toMatch(
      /aria-current="date"><a class="date" href="2026-02-01" aria-label="Sunday, February 1, 2026"><span>1<\/span><\/a><ul.*?Late/,
    )
  })

  it('marks the past days of the current month, which a phone shows only once they are opened', () => {
    const zone = 'America/New_York'
    const link = () => ''
    const event = { _id: 'talk', name: 'Talk', start_time: '2026-02-04T17:00:00.000Z' }
    const shown = (today: string, month = '2026-02') => {
      const look = { today, zone, here: link, day: (day: string) => day, own: () => undefined }
      const grid = String(monthGrid(monthIn(month, today), [event], look))
      return [
        /<details class="more earlier"( open)?>/.exec(grid)?.[0],
        grid.includes('<td class="past"><a class="date" href="2026-02-04"'),
      ]
    }
    expect(shown('2026-02-03')).toEqual([undefined, false])
    // Nothing else is there to show.
    expect(shown('2026-02-05')).toEqual(['<details class="more earlier" open>', true])
    expect(shown('2026-03-01')).toEqual([undefined, true])
    const later = { ...event, _id: 'next', start_time: '2026-02-20T17:00:00.000Z' }
    const look = { today: '2026-02-05', zone, here: link, day: link, own: () => undefined }
    const grid = String(monthGrid(monthIn('2026-02', ''), [event, later], look))
    expect(grid).toContain('<details class="more earlier"><summary>Earlier this month')
  })
})
