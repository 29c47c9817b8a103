import { describe, expect, it } from 'vitest'
import { eventTypes } from '../../../functions/pages/event-form/fields.ts'
import { chessEvenings, demoSchoolRooms } from '../../../infra/local/demo.ts'
import {
  calendarOf,
  type Evening,
  postsOf,
  registrationsOf,
  whileAwake,
} from '../../../infra/local/living/calendar.ts'
import { chess, clubs, weekdays } from '../../../infra/local/living/clubs.ts'
import { checkInEvening, evenings, fullEvening } from '../../../infra/local/living/evenings.ts'
import { residents } from '../../../infra/local/living/people.ts'
import { pictureKey, pictureOf, pictures } from '../../../infra/local/living/pictures.ts'
import { moreRooms, placesOutside } from '../../../infra/local/living/places.ts'
import { localTimeOf } from '../../../lib/contract/zone.ts'
import { momentOf } from '../../../lib/zones.ts'

const zone = 'America/New_York'
const [hour, day] = [3_600_000, 86_400_000]

const dates = [
  ...['2027-02-01', '2027-02-02', '2027-02-03', '2027-02-04', '2027-02-05', '2027-02-06', '2027-02-07'],
  // Ends of months and of a year.
  ...['2027-01-31', '2028-02-29', '2026-12-31'],
  // Clocks change on 14 March and 7 November 2027.
  ...['2027-03-12', '2027-03-13', '2027-03-14', '2027-03-20', '2027-11-06', '2027-11-07', '2027-11-13'],
]
const starts = dates.flatMap((date) => ['00:30', '12:00', '21:30'].map((time) => `${date}T${time}`))

const at = (local: string): number => Date.parse(momentOf(local, zone) ?? '')
const onEach = it.each(starts.map((local) => [local, at(local)] as const))
const localOf = (moment: string | number) => localTimeOf(new Date(moment).toISOString(), zone)
const weekdayOf = (moment: string) => weekdays[new Date(`${localOf(moment).date}T12:00:00Z`).getUTCDay()]
const clubOf = (name: string) => clubs.find((one) => one.name === name) ?? expect.fail(name)

/** The events of the demo club, in the same form. */
const chessOf = (now: number): readonly Evening[] =>
  chessEvenings(new Date(now)).map(({ name, type, location, description, start_time, end_time }, nth) => ({
    club: chess,
    on: { weekday: 'Thu', week: nth + 1 },
    at: '18:00',
    hours: 2,
    ...{ name, type, where: location, about: description, coming: 20 },
    start: momentOf(start_time, zone) ?? '',
    end: momentOf(end_time, zone) ?? '',
    ...{ day: 0, createdOn: 0, viewedOn: 0 },
  }))
const allOf = (now: number) => [...calendarOf(now), ...chessOf(now)]

const capacityOf = (place: string): number =>
  [...demoSchoolRooms, ...moreRooms.demo, ...moreRooms.rpi].find(({ name }) => name === place)?.capacity ??
  (placesOutside.includes(place) ? Number.POSITIVE_INFINITY : expect.fail(place))

const dated =
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|march|april|june|july|august|september|october|november|december|spring|summer|autumn|winter|christmas|freshers|tonight|tomorrow|yesterday|today)\b/i

describe('the demo schools, whenever they are first started,', () => {
  onEach('%s: events are on the days of their clubs, in the evening', (_, now) => {
    for (const evening of calendarOf(now))
      expect(clubOf(evening.club).days).toContain(weekdayOf(evening.start))
    for (const { start } of chessOf(now)) expect(weekdayOf(start)).toBe('Thu')
    for (const { start, end, name } of allOf(now)) {
      expect(localOf(start).time >= '17:00:00' && localOf(start).time <= '21:00:00', name).toBe(true)
      expect(localOf(end).date, name).toBe(localOf(start).date)
    }
  })

  onEach('%s: no place has two events at once', (_, now) => {
    const byPlace = Map.groupBy(allOf(now), ({ where }) => where)
    for (const some of byPlace.values()) {
      const sorted = some.toSorted((one, other) => one.start.localeCompare(other.start))
      for (const [nth, { start, name }] of sorted.entries()) {
        const before = sorted[nth - 1]
        expect(before === undefined || before.end <= start, `${before?.name} and ${name}`).toBe(true)
      }
    }
  })

  onEach('%s: events fill four weeks, and one is about to begin or has begun', (_, now) => {
    const ahead = allOf(now).filter(({ end }) => Date.parse(end) > now)
    expect(ahead.length).toBeGreaterThanOrEqual(36)
    for (const week of [0, 1, 2, 3]) {
      const own = calendarOf(now).filter((one) => one.day > week * 7 && one.day <= (week + 1) * 7)
      expect(own.length).toBeGreaterThanOrEqual(6)
    }
    for (const { start, on, createdOn, viewedOn, needsApproval, ...evening } of calendarOf(now)) {
      if (on !== 'today') expect(Date.parse(start) < now).toBe(on.week < 0)
      if (evening.day < 0) expect(Date.parse(evening.end)).toBeLessThan(now)
      expect(createdOn).toBeLessThan(viewedOn)
      // An approver has two days at least.
      if (needsApproval) expect([evening.day > 14, createdOn]).toEqual([true, -1])
    }
    const tonight = calendarOf(now).find(({ name }) => name === checkInEvening)
    const distance = Date.parse(tonight?.start ?? '') - now
    expect(distance).toBeGreaterThan(-2.1 * hour)
    expect(distance).toBeLessThan(24 * hour)
  })

  onEach('%s: posts are past, in daytime, in order, and speak of no event too early', (_, now) => {
    const timeOf = (club: string, words: string): number =>
      postsOf(now, clubOf(club)).find(({ content }) => content.includes(words))?.at ?? expect.fail(words)
    const endOf = (name: string) => Date.parse(calendarOf(now).find((one) => one.name === name)?.end ?? '')
    for (const club of clubs) {
      const times = postsOf(now, club).map((post) => post.at)
      expect(times).toEqual(times.toSorted())
      for (const time of times) {
        expect(now - time).toBeGreaterThan(0)
        expect(now - time).toBeLessThan(12 * day)
        expect(localOf(time).time > '10:00:00' && localOf(time).time < '21:00:00').toBe(true)
      }
    }
    expect(timeOf('Robotics Club', 'open house')).toBeGreaterThan(endOf('Workshop open house'))
    expect(timeOf('Coding Circle', 'keyboard')).toBeGreaterThan(endOf('Workshop: hands off the mouse'))
    expect(timeOf('Jazz Ensemble', 'set list')).toBeLessThan(endOf('Big band night'))
    expect(timeOf('Debate Union', 'lectures')).toBeLessThan(endOf('This house would make lectures optional'))
  })

  onEach('%s: people have one event at a time, and members their own', (_, now) => {
    for (const school of ['demo', 'rpi'] as const) {
      const own = calendarOf(now).filter(({ club }) => clubOf(club).school === school)
      const people = residents[school]
      const going = registrationsOf(
        own,
        people,
        (evening, person) => !evening.membersOnly || person !== people[0],
      )
      for (const person of people) {
        const evening = own
          .filter(({ name }) => going.get(name)?.includes(person))
          .toSorted((one, other) => one.start.localeCompare(other.start))
        for (const [nth, one] of evening.entries())
          expect(nth === 0 || (evening[nth - 1]?.end ?? '') <= one.start, one.name).toBe(true)
      }
      for (const { name, membersOnly, needsApproval } of own) {
        if (membersOnly) expect(going.get(name)).not.toContain(people[0])
        expect(going.has(name)).toBe(!needsApproval)
      }
    }
  })

  it('put nobody into a room that is too small', () => {
    for (const { where, seats = 0, coming, needsApproval, name } of allOf(0)) {
      const people = needsApproval ? 200 : Math.max(seats, seats > 0 ? 0 : coming)
      expect(capacityOf(where), name).toBeGreaterThanOrEqual(people)
    }
    const full = evenings.filter(({ seats, coming }) => seats !== undefined && coming > seats)
    expect(full.map(({ name }) => name)).toEqual([fullEvening])
  })

  it('speak of no day, month or season in a text that stays', () => {
    const texts = [
      ...clubs.flatMap(({ name, about, posts }) => [name, ...posts, about.replace('Walks on Saturdays', '')]),
      ...allOf(0).flatMap(({ name, about }) => [name, about]),
    ]
    expect(texts.filter((text) => dated.test(text))).toEqual([])
    for (const { days, meets } of clubs) {
      const named = weekdays.filter((weekday) => meets.includes(weekday))
      expect(named).toEqual(
        /every|after dark/i.test(meets) && named.length === 0 ? [] : expect.arrayContaining([...days]),
      )
    }
  })

  it('call events what they are', () => {
    const kinds: Readonly<Record<string, RegExp>> = {
      Competition: /tournament|championship|\bfinal\b|slam|games jam|exhibition/i,
      Workshop: /workshop:|^build night|speaking workshop|photographing/i,
      Meeting: /meeting|briefing/i,
      Performance: /big band|rehearsal|jam session|late set/i,
      Service: /food bank|homework|repair/i,
      Lecture: /^talk/i,
      Sports: /walk|to row/i,
    }
    for (const { name, type } of allOf(0)) {
      expect(eventTypes).toContain(type)
      for (const [kind, words] of Object.entries(kinds))
        if (words.test(name)) expect([name, type]).toEqual([name, kind])
    }
  })

  it('count the night that follows an evening as that evening', () => {
    expect(localOf(whileAwake(at('2027-02-03T02:20')))).toMatchObject({
      date: '2027-02-02',
      time: '22:20:00',
    })
    expect(whileAwake(at('2027-02-03T09:00'))).toBe(at('2027-02-03T09:00'))
  })

  it('have a picture for each club and event, and for nothing else', () => {
    const names = [...clubs, { name: chess }, ...allOf(0)].map(({ name }) => name)
    expect(pictures.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
    expect(new Set(names.map(pictureKey)).size).toBe(names.length)
    const bytes = pictureOf(pictureKey(fullEvening))
    expect(bytes?.subarray(1, 4).toString()).toBe('PNG')
    expect(pictureOf(pictureKey(fullEvening))).toEqual(bytes)
    expect(pictureOf('living/nothing.png')).toBeUndefined()
  })
})
