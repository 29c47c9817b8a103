import { fail, failureText, withText } from '../../lib/contract/failure.ts'
import type { PreparedText } from '../../lib/contract/text/prepared.ts'
import { hourMs, minuteMs } from '../../lib/contract/time.ts'
import type { ZoneContext } from '../../lib/identity/school/zone.ts'
import { dayOf, localTimeOf } from '../../lib/zones.ts'
import { roomKey } from '../rooms/index.ts'
import {
  BookingRuleBroken,
  CustomFieldInvalid,
  EventInBlackout,
  EventLimitReached,
  EventTooEarly,
  EventTooFarAhead,
  EventTypeNotAllowed,
  IndividualHostingOff,
} from './contract/failures.ts'
import type { FormField } from './contract/form-shapes.ts'
import {
  type DomainSettings,
  type EventSystemSettings,
  type Scope,
  weekdays,
} from './contract/settings-shapes.ts'
import { type Domain, readZonedSetup, type ZonedSetup } from './repository.ts'
import { readers } from './routing/condition-values.ts'
import type { EventFacts } from './routing/conditions.ts'

const covers = (scope: Scope, mode: 'inclusive' | 'exclusive', roomId: unknown): boolean => {
  if (scope.kind === 'none') return false
  if (scope.kind === 'campus_wide') return true
  if (typeof roomId !== 'string' || roomId === '') return false
  if (scope.kind === 'all_spaces') return true
  const roomOfEvent = roomKey(roomId)
  return scope.spaceIds.some((id) => roomKey(id) === roomOfEvent) === (mode === 'inclusive')
}

/** Whether a domain decides on an event, by its room. */
export const governs = ({ spaceGovernance }: Domain, facts: EventFacts): boolean =>
  covers(spaceGovernance.governingScope, spaceGovernance.scopeMode, facts.classroom_id)

/** Whether a domain is notified of an event, by its room. */
export const concerns = ({ spaceGovernance }: Domain, facts: EventFacts): boolean =>
  covers(spaceGovernance.concernScope, spaceGovernance.scopeMode, facts.classroom_id)

const broken = (message: PreparedText): never => fail(withText(BookingRuleBroken, message))

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

const refuseType = (facts: EventFacts, { allowedEventTypes, restrictedEventTypes }: DomainSettings): void => {
  const type = String(facts.type ?? '')
  const allowed = allowedEventTypes.length === 0 || allowedEventTypes.some((one) => same(one, type))
  if (!allowed || restrictedEventTypes.some((one) => same(one, type))) fail(EventTypeNotAllowed)
}

const refuseCrowd = (facts: EventFacts, { maxCapacity }: DomainSettings): void => {
  const most = Math.max(...[facts.expectedAttendance, facts.maxAttendees].map((one) => Number(one ?? 0)))
  if (maxCapacity !== null && most > maxCapacity)
    broken(failureText("The event exceeds its location's capacity"))
}

const refuseTimes = (from: number, to: number, { bookingRules }: DomainSettings, now: number): void => {
  const { maxAdvanceBooking, minAdvanceBooking, maxDuration, minDuration } = bookingRules
  const length = (to - from) / hourMs
  if (maxDuration !== null && length > maxDuration)
    broken(failureText('Bookings last at most {hours} hours', { hours: maxDuration }))
  if (minDuration !== null && length < minDuration)
    broken(failureText('Bookings last at least {hours} hours', { hours: minDuration }))
  // rules/stakeholders 6
  if (from < now) return
  const ahead = (from - now) / hourMs
  if (minAdvanceBooking !== null && ahead < minAdvanceBooking)
    broken(failureText('Bookings are made at least {hours} hours ahead', { hours: minAdvanceBooking }))
  if (maxAdvanceBooking !== null && ahead > maxAdvanceBooking * 24)
    broken(failureText('Bookings are made at most {days} days ahead', { days: maxAdvanceBooking }))
}

const refuseRecurrence = (facts: EventFacts, { bookingRules }: DomainSettings): void => {
  const { recurrence } = facts
  if (typeof recurrence !== 'object' || recurrence === null) return
  if (!bookingRules.allowRecurring) broken(failureText('This location does not allow recurring events'))
  const count = Number((recurrence as { count?: unknown }).count ?? 0)
  if (count > bookingRules.maxRecurringInstances)
    broken(
      failureText('A series has at most {count} events at this location', {
        count: bookingRules.maxRecurringInstances,
      }),
    )
}

/** Weekday and local time in a zone. */
const localOf = (at: number, zone: string): { day: (typeof weekdays)[number]; time: string } => {
  const { date, time } = localTimeOf(new Date(at).toISOString(), zone)
  return { day: weekdays[new Date(date).getUTCDay()] ?? 'sunday', time: time.slice(0, 5) }
}

/** Requires operating hours for every quarter hour of the event and for its last minute. */
const refuseHours = (from: number, to: number, { operatingHours }: DomainSettings, zone: string): void => {
  if (Object.keys(operatingHours).length === 0) return
  for (let at = from; at < to; at = Math.min(at + 15 * minuteMs, Math.max(to - minuteMs, at + 1))) {
    const { day, time } = localOf(at, zone)
    const hours = operatingHours[day]
    const open = !hours || (!hours.closed && time >= hours.open && time < hours.close)
    if (!open) broken(failureText("The event is outside its location's operating hours"))
    if (at >= to - minuteMs) break
  }
}

/**
 * Rejects an event that breaks the booking rules of a domain. Days and hours are in the school's time zone, whatever
 * zone the event names.
 */
const refuseBooking = (facts: EventFacts, settings: DomainSettings, now: Date, zone: string): void => {
  refuseType(facts, settings)
  refuseCrowd(facts, settings)
  refuseRecurrence(facts, settings)
  const from = Date.parse(String(facts.start_time))
  const to = Date.parse(String(facts.end_time))
  if (Number.isNaN(from) || Number.isNaN(to)) return
  refuseTimes(from, to, settings, now.getTime())
  refuseHours(from, to, settings, zone)
}

/** A school's rules for every event, defaults applied. Null means no limit. */
export type EventRules = {
  readonly defaults: EventSystemSettings['systemSettings']['defaultEventSettings']
  readonly notifications: EventSystemSettings['notificationSettings']
  readonly restrictions: EventSystemSettings['systemRestrictions']
  readonly form: EventSystemSettings['formConfig']
  readonly domains: readonly Domain[]
  /** The school's time zone, in which days and hours are counted. */
  readonly zone: string
}

export const eventRulesOf = ({
  config,
  domains,
  zone,
}: Pick<ZonedSetup, 'config' | 'domains' | 'zone'>): EventRules => ({
  defaults: config.systemSettings.defaultEventSettings,
  notifications: config.notificationSettings,
  restrictions: config.systemRestrictions,
  form: config.formConfig,
  domains,
  zone,
})

/** Strongly consistent, one query. Callers that read the whole setup anyway use `eventRulesOf`. */
export const findEventRules = async (context: ZoneContext): Promise<EventRules> =>
  eventRulesOf(await readZonedSetup(context))

const spanOf = (facts: EventFacts): { from: number; to: number } | undefined => {
  const from = Date.parse(String(facts.start_time))
  const to = Date.parse(String(facts.end_time))
  return Number.isNaN(from) || Number.isNaN(to) ? undefined : { from, to }
}

/** rules/stakeholders 6 */
const refuseAdvance = (facts: EventFacts, { restrictions }: EventRules, now: Date): void => {
  const span = spanOf(facts)
  if (!span || span.from < now.getTime()) return
  const ahead = (span.from - now.getTime()) / hourMs
  const { minBookingAdvance, advanceBookingLimit } = restrictions
  if (minBookingAdvance !== null && ahead < minBookingAdvance) fail(EventTooEarly)
  if (advanceBookingLimit !== null && ahead > advanceBookingLimit * 24) fail(EventTooFarAhead)
}

const refuseBlackout = (facts: EventFacts, { restrictions, zone }: EventRules): void => {
  const span = spanOf(facts)
  if (!span) return
  const hit = restrictions.blackoutDates.find(({ start, end }) => {
    const [first, last] = [readers.date(start, zone), readers.date(end, zone)]
    return first && last && span.from <= last.to && span.to > first.from
  })
  if (!hit) return
  const { start, end, reason } = hit
  const dayIn = (day: string): string => (day.length === 10 ? day : dayOf(day, zone))
  const [first, last] = [dayIn(start), dayIn(end)]
  const period = first === last ? first : failureText('{first} to {last}', { first, last })
  fail(
    withText(
      EventInBlackout,
      failureText('{problem}: {period}', {
        problem: failureText(EventInBlackout.message),
        period: [...(reason ? [reason] : []), period],
      }),
    ),
    reason ? { details: { reason } } : {},
  )
}

const typeTexts: Readonly<Record<FormField['type'], PreparedText>> = {
  string: failureText('string'),
  number: failureText('number'),
  boolean: failureText('boolean'),
  date: failureText('date'),
}

const problemOf = ({ type, required, options }: FormField, value: unknown): PreparedText | undefined => {
  if (value === undefined || value === null || value === '')
    return required ? failureText('is required') : undefined
  if (readers[type](value) === undefined)
    return failureText('is not a valid {type}', { type: typeTexts[type] })
  return options.length > 0 && !options.includes(String(value))
    ? failureText('is not one of the options')
    : undefined
}

/**
 * Rejects custom fields that the school's form does not have, requires, or types differently. A school without a form
 * accepts any.
 */
const refuseCustomFields = ({ customFields = {} }: EventFacts, { form: { fields } }: EventRules): void => {
  if (fields.length === 0) return
  const stray = Object.keys(customFields).find((name) => !fields.some((field) => field.name === name))
  const wrong = fields.find((field) => problemOf(field, customFields[field.name]) !== undefined)
  const field = stray ?? wrong?.name
  if (field === undefined) return
  const invalid = stray === undefined && wrong ? problemOf(wrong, customFields[field]) : undefined
  const problem = invalid ?? failureText('does not exist')
  fail(withText(CustomFieldInvalid, failureText("The field ''{field}'' {problem}", { field, problem })), {
    field: `customFields.${field}`,
  })
}

/** The caller's counts of upcoming events, for the limits. */
export type EventCounts = { readonly ofUser?: number; readonly ofOrg?: number }

const refuseLimits = ({ ofUser = 0, ofOrg = 0 }: EventCounts, { restrictions }: EventRules): void => {
  const { maxEventsPerUser, maxEventsPerOrg } = restrictions
  if (maxEventsPerUser !== null && ofUser >= maxEventsPerUser) fail(EventLimitReached)
  if (maxEventsPerOrg !== null && ofOrg >= maxEventsPerOrg) fail(EventLimitReached)
}

/**
 * Rejects an event that breaks rules of the school or of a domain that governs its room. Fails with 400 for type,
 * blackout, booking and form, with 403 for a host, and with 409 `Event limit reached`. `customFields` are part of the
 * facts.
 */
export const refuseAgainstRules = (
  facts: EventFacts,
  rules: EventRules,
  now: Date,
  held: EventCounts = {},
): void => {
  if (facts.hostingType === 'User' && !rules.form.allowIndividualUserHosting) fail(IndividualHostingOff)
  const type = String(facts.type ?? '')
  if (rules.restrictions.restrictedEventTypes.some((one) => same(one, type))) fail(EventTypeNotAllowed)
  refuseBlackout(facts, rules)
  refuseAdvance(facts, rules, now)
  refuseCustomFields(facts, rules)
  for (const domain of rules.domains.filter((one) => governs(one, facts)))
    refuseBooking(facts, domain.domainSettings, now, rules.zone)
  refuseLimits(held, rules)
}
