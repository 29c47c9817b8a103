import { describe, expect, it } from 'vitest'
import { weekdays } from '../../../functions/stakeholders/contract/settings-shapes.ts'
import { eventRulesOf, refuseAgainstRules, type Setup } from '../../../functions/stakeholders/index.ts'
import { setupOf } from '../cast-of-approvals.ts'

type Deep<T> = {
  [K in keyof T]?: T[K] extends readonly unknown[] ? T[K] : T[K] extends object ? Deep<T[K]> : T[K]
}

const now = new Date('2026-03-02T12:00:00Z')

const event = {
  type: 'Party',
  classroom_id: 'lab-1',
  start_time: '2026-03-09T18:00:00Z',
  end_time: '2026-03-09T20:00:00Z',
  expectedAttendance: 30,
  maxAttendees: 40,
  hostingType: 'Org',
  timezone: 'UTC',
}

const refusal = (setup: Setup, facts: object = {}, held = {}): string | undefined => {
  try {
    refuseAgainstRules({ ...event, ...facts }, eventRulesOf({ ...setup, zone: 'UTC' }), now, held)
    return undefined
  } catch (error) {
    return (error as Error).message === '' ? undefined : messageOf(error)
  }
}
const messageOf = (error: unknown): string => (error as { kind: { message: string } }).kind.message

type Restrictions = Deep<Setup['config']['systemRestrictions']>
const restricted = (systemRestrictions: Restrictions): Setup => {
  const setup = setupOf()
  return {
    ...setup,
    config: {
      ...setup.config,
      systemRestrictions: { ...setup.config.systemRestrictions, ...systemRestrictions },
    },
  }
}
const withForm = (form: Partial<Setup['config']['formConfig']>): Setup => {
  const setup = setupOf()
  return { ...setup, config: { ...setup.config, formConfig: { ...setup.config.formConfig, ...form } } }
}
const inDomain = (domainSettings: object, booking: object = {}): Setup =>
  setupOf({ domains: [{ rooms: ['lab-1'], settings: domainSettings, booking }] })

const day = { start: '2026-03-09', end: '2026-03-09', reason: 'Exams' }
const food = { name: 'food', label: 'Food', type: 'boolean' as const, required: true, options: [] }

describe('the rules of a school', () => {
  // rules/stakeholders 3
  it('take every event by default', () => {
    expect(refusal(setupOf())).toBeUndefined()
    expect(
      refusal(setupOf(), { start_time: '2031-01-01T00:00:00Z', end_time: '2031-01-01T01:00:00Z' }),
    ).toBeUndefined()
  })

  it.each([
    // rules/stakeholders 4, rules/stakeholders 5, rules/stakeholders 7
    ['a type', restricted({ restrictedEventTypes: ['party'] }), {}, 'Event type is not allowed'],
    [
      'a blackout',
      restricted({ blackoutDates: [day] }),
      {},
      'Event falls in a blackout period: Exams, 2026-03-09',
    ],
    [
      'a blackout that it ends in',
      restricted({ blackoutDates: [{ ...day, start: '2026-03-09T19:00:00Z', end: '2026-03-10' }] }),
      {},
      'Event falls in a blackout period: Exams, 2026-03-09 to 2026-03-10',
    ],
    [
      'too short notice',
      restricted({ minBookingAdvance: 200 }),
      {},
      'The event starts too soon. Choose a later time.',
    ],
    [
      'too long notice',
      restricted({ advanceBookingLimit: 3 }),
      {},
      'The event is too far in the future. Choose an earlier time.',
    ],
    [
      'a person as host',
      withForm({ allowIndividualUserHosting: false }),
      { hostingType: 'User' },
      'Only organizations can host events at this school. Choose one whose events you manage.',
    ],
    ['a required field', withForm({ fields: [food] }), {}, "The field 'food' is required"],
    [
      'a field of another type',
      withForm({ fields: [food] }),
      { customFields: { food: 'perhaps' } },
      "The field 'food' is not a valid boolean",
    ],
    [
      'a field that the form does not have',
      withForm({ fields: [food] }),
      { customFields: { food: true, drinks: 'yes' } },
      "The field 'drinks' does not exist",
    ],
    [
      'an option that the field does not have',
      withForm({ fields: [{ ...food, type: 'string', options: ['soup'] }] }),
      { customFields: { food: 'cake' } },
      "The field 'food' is not one of the options",
    ],
  ])('refuse %s', (_, setup, facts, message) => {
    expect(refusal(setup, facts)).toBe(message)
  })

  it.each([
    // rules/stakeholders 5, rules/stakeholders 6
    [restricted({ blackoutDates: [{ ...day, start: '2026-03-09T20:00:00Z', end: '2026-03-10' }] }), {}],
    [
      restricted({ minBookingAdvance: 200 }),
      { start_time: '2026-01-01T10:00:00Z', end_time: '2026-01-01T12:00:00Z' },
    ],
    [withForm({ fields: [food] }), { customFields: { food: 'true' } }],
  ])('take what lies just outside of them (%#)', (setup, facts) => {
    expect(refusal(setup, facts)).toBeUndefined()
  })

  it.each([
    // rules/stakeholders 8
    [{ maxEventsPerUser: 2 }, { ofUser: 2 }, 'Event limit reached'],
    [{ maxEventsPerOrg: 2 }, { ofOrg: 2 }, 'Event limit reached'],
    [{ maxEventsPerUser: 2, maxEventsPerOrg: 2 }, { ofUser: 1, ofOrg: 1 }, undefined],
  ])('count events: %j of %j', (limits, held, message) => {
    expect(refusal(restricted(limits), {}, held)).toBe(message)
  })
})

const monday = (open: string, close: string, closed = false) => ({
  operatingHours: { monday: { open, close, closed } },
})

describe('a domain', () => {
  it.each([
    // rules/stakeholders 9
    ['a type that it excludes', inDomain({ restrictedEventTypes: ['PARTY'] }), 'Event type is not allowed'],
    ['a type that it does not name', inDomain({ allowedEventTypes: ['talk'] }), 'Event type is not allowed'],
    ['a crowd', inDomain({ maxCapacity: 39 }), "The event exceeds its location's capacity"],
    [
      'a closed day',
      inDomain(monday('00:00', '24:00', true)),
      "The event is outside its location's operating hours",
    ],
    [
      'an end after hours',
      inDomain(monday('08:00', '19:45')),
      "The event is outside its location's operating hours",
    ],
    [
      'a start before hours',
      inDomain(monday('18:15', '24:00')),
      "The event is outside its location's operating hours",
    ],
    ['a long event', inDomain({}, { maxDuration: 1.5 }), 'Bookings last at most 1.5 hours'],
    ['a short event', inDomain({}, { minDuration: 3 }), 'Bookings last at least 3 hours'],
    [
      'a late booking',
      inDomain({}, { minAdvanceBooking: 200 }),
      'Bookings are made at least 200 hours ahead',
    ],
    ['an early booking', inDomain({}, { maxAdvanceBooking: 3 }), 'Bookings are made at most 3 days ahead'],
  ])('refuses %s in its rooms, and only there', (_, setup, message) => {
    expect(refusal(setup)).toBe(message)
    expect(refusal(setup, { classroom_id: 'hall' })).toBeUndefined()
    expect(refusal(setup, { classroom_id: undefined })).toBeUndefined()
  })

  it.each([
    // rules/stakeholders 9
    [{ allowRecurring: false }, 'This location does not allow recurring events'],
    [{ maxRecurringInstances: 5 }, 'A series has at most 5 events at this location'],
    [{ maxRecurringInstances: 6 }, undefined],
  ])('looks at series: %j', (booking, message) => {
    expect(refusal(inDomain({}, booking), { recurrence: { frequency: 'weekly', count: 6 } })).toBe(message)
  })

  it.each(weekdays)('is open on each day by its own hours: %s', (day) => {
    const outside = "The event is outside its location's operating hours"
    const hours = { open: '18:00', close: '20:00' }
    // 8 March 2026 is a Sunday.
    const on = (at: number) => `2026-03-${String(8 + at).padStart(2, '0')}`
    for (const [at, name] of weekdays.entries()) {
      const facts = { start_time: `${on(at)}T18:00:00Z`, end_time: `${on(at)}T20:00:00Z` }
      const during = (more: object) =>
        refusal(inDomain({ operatingHours: { [day]: { ...hours, ...more } } }), facts)
      expect(during({})).toBeUndefined()
      for (const more of [{ open: '18:01' }, { close: '19:59' }, { closed: true }])
        expect(during(more)).toBe(name === day ? outside : undefined)
    }
  })

  // rules/stakeholders 10
  it('reads its hours on the clocks of the school, whatever the event calls its zone', () => {
    const outside = "The event is outside its location's operating hours"
    expect(refusal(inDomain(monday('18:00', '20:00')))).toBeUndefined()
    for (const timezone of ['Europe/Berlin', 'Pacific/Kiritimati', 'nowhere']) {
      expect(refusal(inDomain(monday('19:00', '21:00')), { timezone })).toBe(outside)
      expect(refusal(inDomain(monday('18:00', '20:00')), { timezone })).toBeUndefined()
    }
  })
})
