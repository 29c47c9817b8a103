import { fail } from '../../lib/contract/failure.ts'
import { hourMs, minuteMs } from '../../lib/contract/time.ts'
import { wallOf } from '../../lib/zones.ts'
import { type DomainSettings, weekdays } from './contract/domain-shapes.ts'
import { BookingRuleBroken, EventTypeNotAllowed } from './contract/failures.ts'
import type { EventFacts } from './routing/conditions.ts'

const broken = (message: string): never => fail({ ...BookingRuleBroken, message })

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

const refuseType = (facts: EventFacts, { allowedEventTypes, restrictedEventTypes }: DomainSettings): void => {
  const type = String(facts.type ?? '')
  const allowed = allowedEventTypes.length === 0 || allowedEventTypes.some((one) => same(one, type))
  if (!allowed || restrictedEventTypes.some((one) => same(one, type))) fail(EventTypeNotAllowed)
}

const refuseCrowd = (facts: EventFacts, { maxCapacity }: DomainSettings): void => {
  const most = Math.max(...[facts.expectedAttendance, facts.maxAttendees].map((one) => Number(one ?? 0)))
  if (maxCapacity !== null && most > maxCapacity) broken('Event exceeds the capacity of its place')
}

const refuseTimes = (from: number, to: number, { bookingRules }: DomainSettings, now: number): void => {
  const { maxAdvanceBooking, minAdvanceBooking, maxDuration, minDuration } = bookingRules
  const length = (to - from) / hourMs
  if (maxDuration !== null && length > maxDuration) broken(`Bookings last at most ${maxDuration} hours`)
  if (minDuration !== null && length < minDuration) broken(`Bookings last at least ${minDuration} hours`)
  // rules/stakeholders 6
  if (from < now) return
  const ahead = (from - now) / hourMs
  if (minAdvanceBooking !== null && ahead < minAdvanceBooking)
    broken(`Bookings are made at least ${minAdvanceBooking} hours ahead`)
  if (maxAdvanceBooking !== null && ahead > maxAdvanceBooking * 24)
    broken(`Bookings are made at most ${maxAdvanceBooking} days ahead`)
}

const refuseRecurrence = (facts: EventFacts, { bookingRules }: DomainSettings): void => {
  const { recurrence } = facts
  if (typeof recurrence !== 'object' || recurrence === null) return
  if (!bookingRules.allowRecurring) broken('This place takes no recurring events')
  const count = Number((recurrence as { count?: unknown }).count ?? 0)
  if (count > bookingRules.maxRecurringInstances)
    broken(`A series has at most ${bookingRules.maxRecurringInstances} events here`)
}

/** Weekday and time of day of a moment, on the clocks of a zone. */
const localOf = (at: number, zone: string): { day: (typeof weekdays)[number]; time: string } => {
  const { date, time } = wallOf(new Date(at).toISOString(), zone)
  return { day: weekdays[new Date(date).getUTCDay()] ?? 'sunday', time: time.slice(0, 5) }
}

/** Every quarter of an hour of the event, and its last minute, lies within the school's hours of the weekday. */
const refuseHours = (from: number, to: number, { operatingHours }: DomainSettings, zone: string): void => {
  if (Object.keys(operatingHours).length === 0) return
  for (let at = from; at < to; at = Math.min(at + 15 * minuteMs, Math.max(to - minuteMs, at + 1))) {
    const { day, time } = localOf(at, zone)
    const hours = operatingHours[day]
    const open = !hours || (!hours.closed && time >= hours.open && time < hours.close)
    if (!open) broken('Event lies outside the operating hours of its place')
    if (at >= to - minuteMs) break
  }
}

/**
 * Refuses an event in a place of a domain. Days, hours and people as the settings name them,
 * days and hours on the clocks of the school: what an event calls its zone changes none of them.
 */
export const refuseBooking = (facts: EventFacts, settings: DomainSettings, now: Date, zone: string): void => {
  refuseType(facts, settings)
  refuseCrowd(facts, settings)
  refuseRecurrence(facts, settings)
  const from = Date.parse(String(facts.start_time))
  const to = Date.parse(String(facts.end_time))
  if (Number.isNaN(from) || Number.isNaN(to)) return
  refuseTimes(from, to, settings, now.getTime())
  refuseHours(from, to, settings, zone)
}
