import { fail, failureText } from '../../../lib/contract/failure.ts'
import { isClearable } from '../../../lib/contract/field-table.ts'
import { truncate } from '../../../lib/contract/text/plain-text.ts'
import { englishText } from '../../../lib/contract/text/prepared.ts'
import { dayMs } from '../../../lib/contract/time.ts'
import { momentOf } from '../../../lib/zones.ts'
import { bodyFields, cardFields } from '../../events/contract.ts'
import {
  type EventBody,
  type EventCard,
  type EventRecord,
  type EventStatus,
  isRegistrationImpossible,
  summaryLength,
} from '../../events/index.ts'
import type { EventRules } from '../../stakeholders/index.ts'
import { MissingFields, RegistrationClosed } from '../contract/failures.ts'
import type { EventFields } from '../contract/request-bodies.ts'
import type { Host } from '../hosts/host.ts'
import { isSubmitted, withSubmittedCapacity } from '../submission/facts.ts'
import { readTimes, refuseField, type Times } from './fields.ts'

type EventOrigin = { readonly eventId: string; readonly createdBy: string; readonly at: string }

const emptyCard = (host: Host, times: Times, { eventId, createdBy, at }: EventOrigin): EventCard => ({
  eventId,
  name: '',
  type: 'Other',
  ...host,
  ...times,
  visibility: 'public',
  expectedAttendance: 1,
  tags: [],
  registrationEnabled: true,
  registrationRequired: false,
  maxAttendees: null,
  waitlistEnabled: false,
  status: 'draft',
  shelf: 'work',
  submission: 0,
  collaborators: [],
  createdBy,
  registrationCount: 0,
  seatsTaken: 0,
  waitlistCount: 0,
  checkedInCount: 0,
  firstAttendees: [],
  firstGuests: [],
  sequence: 0,
  createdAt: at,
  updatedAt: at,
  version: 0,
})

const emptyBody = (eventId: string): EventBody => ({
  eventId,
  targetAudience: [],
  customFields: {},
  requiresApproval: false,
  autoBook: false,
  version: 0,
})

const visibilities = { campus: 'public', private: 'members_only' } as const
type Visibility = EventCard['visibility']

const visibilityOf = (given: NonNullable<EventFields['visibility']>): Visibility =>
  Object.hasOwn(visibilities, given)
    ? visibilities[given as keyof typeof visibilities]
    : (given as Visibility)

type Table = Readonly<Record<string, Parameters<typeof isClearable>[0]>>

/** Merges sent fields into a record. Null or an empty string removes a field that may be absent. */
const withFields = <V extends object>(
  record: V,
  sent: Readonly<Record<string, unknown>>,
  table: Table,
): V => {
  const changed = { ...record } as Record<string, unknown>
  for (const [name, field] of Object.entries(table)) {
    const value = sent[name]
    if (value === undefined) continue
    if (isClearable(field) && (value === null || value === '')) delete changed[name]
    else changed[name] = value
  }
  return changed as V
}

const deadlineOf = (
  { registrationDeadline: given }: EventFields,
  zone: string,
): string | null | undefined => {
  if (given === undefined || given === null || given === '') return given === undefined ? undefined : null
  return momentOf(given, zone) ?? refuseField('registrationDeadline', 'This date and time does not exist')
}

const longestSeriesMs = 365 * dayMs

const refuseLongSeries = ({ recurrence }: EventFields, start: string): void => {
  const until = recurrence?.until
  if (until === undefined) return
  const last = Date.parse(until.slice(0, 10))
  if (Number.isNaN(last) || last > Date.parse(start) + longestSeriesMs)
    refuseField('recurrence', 'A series can last at most 365 days')
}

/**
 * An event that requires registration must accept registrations or already have some. Closing it later limits entry to
 * registered people. An event already in this state is rejected only when a change names one of the two fields.
 */
const requireRegistrable = (
  card: EventCard,
  { registrationEnabled, registrationRequired }: EventFields,
): void => {
  const isRegistrationGiven = registrationEnabled !== undefined || registrationRequired !== undefined
  if (isRegistrationGiven && isRegistrationImpossible(card)) fail(RegistrationClosed)
}

/** Applies fields to an event. Fails with 400 and the field's name when times do not fit. */
export const applyEventFields = ({ card, body }: EventRecord, fields: EventFields): EventRecord => {
  const times = readTimes(fields, card.timezone, card) ?? card
  const { start_time, end_time, timezone } = times
  refuseLongSeries(fields, start_time)
  const sent = { ...fields, registrationDeadline: deadlineOf(fields, timezone) }
  const opened = card.maxAttendees === null && typeof fields.maxAttendees === 'number'
  const changedBody = withFields(body, sent, bodyFields)
  const { summary: _, undated, ...rest } = withFields(card, sent, cardFields)
  const isDated = fields.start_time !== undefined || fields.date !== undefined
  const { description } = changedBody
  const changed: EventRecord = {
    card: {
      ...rest,
      ...(undated && !isDated ? { undated } : {}),
      ...(description === undefined ? {} : { summary: truncate(description, summaryLength) }),
      start_time,
      end_time,
      timezone,
      visibility: fields.visibility === undefined ? card.visibility : visibilityOf(fields.visibility),
      waitlistEnabled: fields.waitlistEnabled ?? (opened || card.waitlistEnabled),
    },
    body: changedBody,
  }
  requireRegistrable(changed.card, fields)
  return isSubmitted(changed) ? changed : withSubmittedCapacity(changed)
}

/** School defaults for fields that were not sent. */
const defaultsOf = ({ defaults }: EventRules, fields: EventFields): EventFields => ({
  // Requiring registration implies enabling it. A school or planner that disables registration also drops the
  // requirement.
  registrationEnabled: fields.registrationRequired === true || defaults.rsvpEnabled,
  registrationRequired: fields.registrationEnabled !== false && defaults.rsvpEnabled && defaults.rsvpRequired,
  maxAttendees: defaults.maxAttendees,
  requiresApproval: defaults.approvalRequired,
  visibility: defaults.visibility,
})

/**
 * Builds a new event that is not submitted. `times` come from the fields, or are proposed when the fields have none.
 */
export const newEvent = (
  fields: EventFields,
  rules: EventRules,
  host: Host,
  times: Times,
  made: EventOrigin & { readonly status?: EventStatus },
): EventRecord => {
  const isDated = fields.start_time !== undefined || fields.date !== undefined
  const card: EventCard = { ...emptyCard(host, times, made), ...(isDated ? {} : { undated: true }) }
  const empty = { card, body: emptyBody(made.eventId) }
  return applyEventFields(empty, { ...defaultsOf(rules, fields), ...fields })
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** Fails with 400 `Missing required fields` and lists them in `errors`. */
export const failMissing = (fields: readonly string[]): never => {
  const texts = fields.map((field) => failureText('{field} is required', { field }))
  const errors = texts.map((text, at) => ({ field: fields[at] ?? '', message: englishText(text) }))
  return fail(MissingFields, { details: errors, texts, top: { errors } })
}

/** Fails like `failMissing` when any of these fields is missing. */
export const refuseIncomplete = (fields: readonly (readonly [name: string, value: unknown])[]): void => {
  const missing = fields.filter(([, value]) => isBlank(value)).map(([name]) => name)
  if (missing.length > 0) failMissing(missing)
}

/** Rejects an event of the clients' form, unless it is a draft, when a required field is missing. */
export const refuseIncompleteForm = (fields: EventFields): void =>
  refuseIncomplete([
    ['name', fields.name],
    ['type', fields.type],
    ['start_time', fields.start_time ?? fields.date],
    ['end_time', fields.end_time ?? fields.duration],
    ['visibility', fields.visibility],
    ['expectedAttendance', fields.expectedAttendance],
    ['location', fields.location || fields.classroom_id],
  ])
