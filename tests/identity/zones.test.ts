import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timesOf } from '../../functions/events/recurrence.ts'
import { evaluateConditions, eventRulesOf, refuseAgainstRules } from '../../functions/stakeholders/index.ts'
import { namedZone } from '../../lib/contract/zone.ts'
import { formatMoment } from '../../lib/zones.ts'
import { setupOf } from '../approvals/cast-of-approvals.ts'

const clocks = new Map<string, Intl.DateTimeFormat>()

/** What the clocks of a zone show, told by another way than the platform's: `2026-03-08 03:00:00`. */
const shown = (moment: number | string, timeZone: string): string => {
  const options = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', options)
  clocks.set(timeZone, clock)
  return clock.format(new Date(moment))
}

const minute = 60_000
/** How often, a few hours around a moment, the clocks of a zone show this: 0 where they leave it out, 2 where it comes twice. */
const timesShown = (wall: string, moment: string, zone: string): number => {
  const around = Array.from({ length: 13 }, (_, at) => Date.parse(moment) + (at - 6) * 30 * minute)
  return around.filter((one) => shown(one, zone) === wall).length
}

/** Days of 2026 on which clocks go forward and back, and one on which they do neither. */
const places = [
  ['America/New_York', '2026-03-08', '2026-11-01'],
  ['Europe/Berlin', '2026-03-29', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-10-04', '2026-04-05'],
  ['Pacific/Auckland', '2026-09-27', '2026-04-05'],
  ['America/Santiago', '2026-09-06', '2026-04-05'],
  ['Asia/Kolkata', '2026-06-01', '2026-12-01'],
  ['Pacific/Kiritimati', '2026-06-01', '2026-12-01'],
  ['Pacific/Pago_Pago', '2026-06-01', '2026-12-01'],
] as const

const days = places.flatMap(([zone, ...changes]) => [...changes, '2026-07-15'].map((day) => ({ zone, day })))
/** What a client may call the zone of its event. */
const claimed = ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York']

const now = new Date('2026-01-01T00:00:00Z')
const event = { type: 'Party', classroom_id: 'lab', expectedAttendance: 1, hostingType: 'Org' }

/** Events of 45 minutes, every half an hour from a day before to a day after. */
const around = (day: string) => {
  const first = Date.parse(`${day}T00:00:00Z`) - 30 * 60 * minute
  return Array.from({ length: 2 * 84 }, (_, at) => {
    const from = first + at * 30 * minute
    return { from, to: from + 45 * minute }
  })
}
const factsOf = ({ from, to }: { from: number; to: number }, timezone: string) => ({
  ...event,
  start_time: new Date(from).toISOString(),
  end_time: new Date(to).toISOString(),
  timezone,
})

const refusal = (rules: ReturnType<typeof eventRulesOf>, facts: ReturnType<typeof factsOf>): string => {
  try {
    refuseAgainstRules(facts, rules, now)
    return ''
  } catch (error) {
    return (error as { kind: { message: string } }).kind.message
  }
}

describe('the rules of a school in its own zone', () => {
  it.each(days)(
    'keep people out on a blackout day of $zone, $day, and not a minute longer',
    ({ zone, day }) => {
      const setup = setupOf()
      const { systemRestrictions } = setup.config
      const blackoutDates = [{ start: day, end: day, reason: '' }]
      const config = { ...setup.config, systemRestrictions: { ...systemRestrictions, blackoutDates } }
      const rules = eventRulesOf({ ...setup, config, zone })
      for (const [at, span] of around(day).entries()) {
        const [first, last] = [shown(span.from, zone).slice(0, 10), shown(span.to - 1, zone).slice(0, 10)]
        const expected = first <= day && last >= day ? `Event falls in a blackout period: ${day}` : ''
        const timezone = claimed[at % claimed.length] ?? ''
        expect([span, timezone, refusal(rules, factsOf(span, timezone))]).toEqual([span, timezone, expected])
      }
    },
  )

  it.each(days)('open places by the clocks of $zone on $day', ({ zone, day }) => {
    const open = { open: '01:30', close: '17:00', closed: false }
    const names = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
    const operatingHours = Object.fromEntries(names.map((name) => [name, open]))
    const weekday = names[new Date(day).getUTCDay()] ?? ''
    const hours = { ...operatingHours, [weekday]: { ...open, close: '16:00' } }
    const booking = { maxAdvanceBooking: null, minAdvanceBooking: null }
    const setup = setupOf({ domains: [{ rooms: ['lab'], settings: { operatingHours: hours }, booking }] })
    const rules = eventRulesOf({ ...setup, zone })
    const isOpen = (moment: number): boolean => {
      const [date = '', time = ''] = shown(moment, zone).split(' ')
      return time >= '01:30:00' && time < (date === day ? '16:00:00' : '17:00:00')
    }
    for (const [at, span] of around(day).entries()) {
      const minutes = Array.from({ length: 45 }, (_, one) => span.from + one * minute)
      const expected = minutes.every(isOpen) ? '' : "The event is outside its location's operating hours"
      const timezone = claimed[at % claimed.length] ?? ''
      expect([span, timezone, refusal(rules, factsOf(span, timezone))]).toEqual([span, timezone, expected])
    }
  })

  it.each(days)('ask conditions about $day in $zone', ({ zone, day }) => {
    const asks = (operator: string, value: unknown, facts: object) => {
      const conditions = [{ field: 'start_time', operator, value }]
      const conditionGroups = [{ conditions, conditionLogicalOperators: [] }]
      const asked = { conditionGroups, groupLogicalOperators: [] } as Parameters<typeof evaluateConditions>[0]
      return evaluateConditions(asked, facts as Parameters<typeof evaluateConditions>[1], [], zone).holds
    }
    for (const span of around(day)) {
      const date = shown(span.from, zone).slice(0, 10)
      const facts = factsOf(span, 'Pacific/Kiritimati')
      const told = [asks('equals', day, facts), asks('before', day, facts), asks('after', day, facts)]
      expect([date, asks('between', [day, day], facts), ...told]).toEqual([
        date,
        date === day,
        date === day,
        date < day,
        date > day,
      ])
    }
  })
})

describe('a series', () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  const starts = fc.integer({ min: Date.UTC(2020, 0) / minute, max: Date.UTC(2035, 0) / minute })
  const lengths = fc.oneof(fc.integer({ min: 1, max: 240 }), fc.integer({ min: 1, max: 14 * 24 * 60 }))
  const ways = fc.constantFrom('daily' as const, 'weekly' as const, 'biweekly' as const)

  const check = (zone: string, start: number, length: number, frequency: 'daily' | 'weekly' | 'biweekly') => {
    const start_time = new Date(start * minute).toISOString()
    const end_time = new Date((start + length) * minute).toISOString()
    const card = { start_time, end_time, timezone: zone }
    const [from, to] = [shown(start_time, zone), shown(end_time, zone)]
    const apart = Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))
    for (const times of timesOf(card, { frequency, interval: 1, count: 12 })) {
      const [first, last] = [shown(times.start_time, zone), shown(times.end_time, zone)]
      expect(Date.parse(times.end_time)).toBeGreaterThan(Date.parse(times.start_time))
      const day = first.slice(0, 10)
      const wanted = `${day} ${from.slice(11)}`
      const end = `${new Date(Date.parse(day) + apart).toISOString().slice(0, 10)} ${to.slice(11)}`
      const isPlain =
        wanted < end &&
        timesShown(wanted, times.start_time, zone) === 1 &&
        timesShown(end, times.end_time, zone) === 1
      if (isPlain) expect([first, last]).toEqual([wanted, end])
    }
  }

  it('keeps both its times of day in any zone, and always ends after it begins', () => {
    fc.assert(fc.property(zones, starts, lengths, ways, check), { numRuns: 60, seed: 2026 })
  })

  it.each(places)('does so over the changes of clocks in %s', (zone, ...changes) => {
    for (const change of changes)
      for (let half = 0; half < 8; half += 1)
        for (const length of [30, 60, 90, 25 * 60])
          check(zone, Date.parse(change) / minute - 9 * 24 * 60 + half * 30, length, 'daily')
  })
})

describe('the name of a zone', () => {
  it.each([
    ['America/New_York', 'America/New_York'],
    ['america/new_york', 'America/New_York'],
    ['UTC', 'UTC'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['+05:00', undefined],
    ['-08', undefined],
    ['Mars/Olympus', undefined],
    ['', undefined],
  ])('%j is %j', (given, expected) => {
    expect(namedZone(given)).toBe(expected)
  })
})

describe('a moment as people say it', () => {
  it.each([
    [
      '2026-04-01T16:00:00.000Z',
      'Europe/Berlin',
      'Wednesday, April 1, 2026 at 6:00 PM (Central European Time)',
    ],
    ['2026-04-01T02:30:00.000Z', 'America/New_York', 'Tuesday, March 31, 2026 at 10:30 PM (Eastern Time)'],
    ['2026-04-01T00:00:00.000Z', 'UTC', 'Wednesday, April 1, 2026 at 12:00 AM (UTC)'],
  ])('tells %s in %s', (moment, zone, expected) => {
    expect(formatMoment(moment, zone)).toBe(expected)
  })
})
