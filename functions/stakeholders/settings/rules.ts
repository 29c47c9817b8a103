import { fail } from '../../../lib/contract/failure.ts'
import { hourMs } from '../../../lib/contract/time.ts'
import type { ZoneWorld } from '../../../lib/identity/school/zone.ts'
import type { EventSystemSettings, FormField } from '../contract/config-shapes.ts'
import {
  CustomFieldInvalid,
  EventInBlackout,
  EventLimitReached,
  EventTooEarly,
  EventTooFarAhead,
  EventTypeNotAllowed,
  IndividualHostingOff,
} from '../contract/failures.ts'
import { governs } from '../domains/scopes.ts'
import { type Domain, readZonedSetup, type ZonedSetup } from '../repository.ts'
import { refuseBooking } from '../reservations.ts'
import type { EventFacts } from '../routing/conditions.ts'
import { readers } from '../routing/values.ts'

/** What a school demands of every event, defaults applied. Null is no limit. */
export type EventRules = {
  readonly defaults: EventSystemSettings['systemSettings']['defaultEventSettings']
  readonly notifications: EventSystemSettings['notificationSettings']
  readonly restrictions: EventSystemSettings['systemRestrictions']
  readonly form: EventSystemSettings['formConfig']
  readonly domains: readonly Domain[]
  /** The time zone of the school: days and hours are those of its clocks. */
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

/** Strongly consistent, one query. Who reads the whole set-up anyway takes `eventRulesOf`. */
export const findEventRules = async (world: ZoneWorld): Promise<EventRules> =>
  eventRulesOf(await readZonedSetup(world))

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

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
  if (hit) fail(EventInBlackout, hit.reason ? { details: { reason: hit.reason } } : {})
}

const problemOf = ({ type, required, options }: FormField, value: unknown): string | undefined => {
  if (value === undefined || value === null || value === '') return required ? 'is required' : undefined
  if (readers[type](value) === undefined) return `is no ${type}`
  return options.length > 0 && !options.includes(String(value)) ? 'is not one of the options' : undefined
}

/** Fields that the school's form does not have, lacks, or has otherwise. A school without a form takes any. */
const refuseCustomFields = ({ customFields = {} }: EventFacts, { form: { fields } }: EventRules): void => {
  if (fields.length === 0) return
  const stray = Object.keys(customFields).find((name) => !fields.some((field) => field.name === name))
  const wrong = fields.find((field) => problemOf(field, customFields[field.name]) !== undefined)
  const field = stray ?? wrong?.name
  if (field === undefined) return
  const problem = stray === undefined && wrong ? problemOf(wrong, customFields[field]) : 'is not known'
  fail(
    { ...CustomFieldInvalid, message: `The field '${field}' ${problem}` },
    { field: `customFields.${field}` },
  )
}

/** Upcoming events that count against the limits, as the caller has counted them. */
export type EventsHeld = { readonly ofUser?: number; readonly ofOrg?: number }

const refuseLimits = ({ ofUser = 0, ofOrg = 0 }: EventsHeld, { restrictions }: EventRules): void => {
  const { maxEventsPerUser, maxEventsPerOrg } = restrictions
  if (maxEventsPerUser !== null && ofUser >= maxEventsPerUser) fail(EventLimitReached)
  if (maxEventsPerOrg !== null && ofOrg >= maxEventsPerOrg) fail(EventLimitReached)
}

/**
 * Refuses an event that the school, or a domain that governs its room, does not take: 400 for type, blackout, booking and
 * form, 403 for a host, 409 `Event limit reached`. `customFields` stand in the facts.
 */
export const refuseAgainstRules = (
  facts: EventFacts,
  rules: EventRules,
  now: Date,
  held: EventsHeld = {},
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
