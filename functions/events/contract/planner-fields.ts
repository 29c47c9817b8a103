import * as z from 'zod/mini'
import { described, jsonOfAtMost, line, prose } from '../../../lib/contract/fields.ts'
import { PersonalChannel } from '../../../lib/contract/notification.ts'
import { AttendeeVisibility } from './event-shapes.ts'

// The fields that planners set, each declared once. Requests, records, views, approval conditions, the pages' form and
// the API reference derive from these tables. `docs/rules/planning.md` has the rules of single fields.

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/** ISO 8601. A time without an offset is local time in the event's time zone. */
export const Moment = z
  .string()
  .check(
    z.maxLength(40),
    z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/, 'Expected ISO 8601'),
  )

const secureAddress = (longest: number) =>
  z.string().check(z.maxLength(longest), z.regex(/^(https:\/\/[^\s"'<>]+)?$/, 'Expected an https address'))
const Picture = z
  .string()
  .check(z.maxLength(2000), z.regex(/^(https?:\/\/[^\s"'<>]+)?$/, 'Expected an address'))

const Custom = z.record(z.string().check(z.maxLength(64)), z.unknown()).check(
  z.refine((fields) => Object.keys(fields).length <= 50, 'At most 50 fields'),
  jsonOfAtMost(16),
)

const RequestedNotifications = z.strictObject({
  reminders: z._default(z.array(z.int().check(z.minimum(1), z.maximum(720))).check(z.maxLength(5)), [24, 2]),
  channels: z._default(z.array(PersonalChannel).check(z.maxLength(3)), ['in_app', 'push']),
})
const Notifications = z.object({
  /** Hours before the start. */
  reminders: z.array(z.number()),
  channels: z.array(PersonalChannel),
})

const frequency = z.enum(['daily', 'weekly', 'biweekly', 'monthly'])
const isDay = (text: string): boolean => {
  const at = Date.parse(text)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}
const Day = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Expected YYYY-MM-DD'),
  z.refine((day) => isDay(day), 'This day does not exist'),
)
const WeekdayName = z
  .string()
  .check(
    z.regex(/^(-1|[1-5])?(MO|TU|WE|TH|FR|SA|SU)$/, 'Expected a weekday such as MO, monthly also 2MO or -1MO'),
  )
const onConflict = z.enum(['refuse', 'skip'])
const words = {
  byDay: ['Weekdays, such as `MO`; monthly also the second (`2MO`) or the last (`-1MO`)'],
  skip: ['Dates of the rule to leave out, YYYY-MM-DD; `count` counts them'],
  move: ['Dates of the rule that take place on another date, at the same time of day'],
  onConflict: ['Whether a series with dates that cannot take place is refused (default) or skips them'],
} as const satisfies Readonly<Record<string, readonly [string]>>
/** Send either `count` or `until`. */
const RequestedRecurrence = z
  .strictObject({
    frequency,
    interval: z._default(z.int().check(z.minimum(1), z.maximum(4)), 1),
    count: maybe(z.int().check(z.minimum(2), z.maximum(52))),
    until: maybe(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}/, 'Expected a date'), z.maxLength(40))),
    byDay: described(maybe(z.array(WeekdayName).check(z.minLength(1), z.maxLength(7))), ...words.byDay),
    skip: described(maybe(z.array(Day).check(z.maxLength(52))), ...words.skip),
    move: described(
      maybe(z.array(z.strictObject({ from: Day, to: Day })).check(z.maxLength(52))),
      ...words.move,
    ),
    onConflict: described(maybe(onConflict), ...words.onConflict),
  })
  .check(
    z.refine(({ count, until }) => (count === undefined) !== (until === undefined), 'Send count or until'),
    z.refine(
      ({ frequency: each, byDay = [] }) => each === 'monthly' || byDay.every((day) => day.length === 2),
      'Only monthly series can name the second or last weekday, such as 2MO or -1MO',
    ),
  )
const RepeatRule = z.object({
  frequency,
  interval: z.number(),
  count: maybe(z.number()),
  until: maybe(text),
  byDay: described(maybe(z.array(text)), ...words.byDay),
  skip: described(maybe(z.array(text)), ...words.skip),
  move: described(maybe(z.array(z.object({ from: text, to: text }))), ...words.move),
  onConflict: described(maybe(onConflict), ...words.onConflict),
})

/** Older clients send `campus` and `private`. */
const RequestedVisibility = z.enum(['public', 'unlisted', 'members_only', 'campus', 'private'])

const ReferencedId = z.string().check(z.maxLength(128))
const tagsOf = (most: number, longest: number) => z.array(line(longest)).check(z.maxLength(most))

type FieldSpec<Request, Stored, Shown> = {
  /** The field's description in the API reference. Absent for a named schema, whose references share their words. */
  readonly about?: string
  readonly example?: string
  /** The value in a request. */
  readonly request: Request
  /** The value in the record. An optional one is removed by null or an empty string. */
  readonly stored: Stored
  /** The value in replies, where it differs from the stored one. */
  readonly shown?: Shown
  /** Type and label for the conditions of approval rules. Absent for fields that conditions do not read. */
  readonly condition?: readonly [type: 'string' | 'number' | 'boolean', label: string]
}

const field = <R extends z.ZodMiniType, S extends z.ZodMiniType, V extends z.ZodMiniType = S>({
  about,
  example,
  request,
  stored,
  shown,
  condition,
}: FieldSpec<R, S, V>) => {
  const withWords = <D extends z.ZodMiniType>(schema: D): D =>
    about === undefined ? schema : described(schema, about, example)
  return {
    request: withWords(request),
    stored,
    shown: withWords((shown ?? stored) as V),
    about,
    condition,
  }
}

type TextSpec<R> = {
  /** Label on pages and in approval conditions. */
  readonly label: string
  readonly about: string
  readonly example?: string
  /** In characters. */
  readonly longest: number
  /** Default: a single line. */
  readonly request?: (longest: number) => R
  readonly control?: 'line' | 'lines' | 'link'
  readonly hint?: string
}

const singleLine = (longest: number) => line(longest, 0)

/** An optional text that everyone who sees the event reads. */
const textField = <R extends z.ZodMiniType<string, string> = ReturnType<typeof singleLine>>({
  request = singleLine as never,
  control = 'line',
  ...spec
}: TextSpec<R>) => ({
  ...field({
    about: spec.about,
    ...(spec.example === undefined ? {} : { example: spec.example }),
    request: z.nullable(request(spec.longest)),
    stored: maybe(text),
    condition: ['string', spec.label],
  }),
  label: spec.label,
  longest: spec.longest,
  control,
  hint: spec.hint,
})

/** Texts of the event page. A new one needs a row here and nothing else. */
export const textFields = {
  description: textField({
    label: 'Description',
    about: 'Text that explains the event to readers',
    example: 'An evening of chess for everybody, beginners included.',
    longest: 10_000,
    request: prose,
    control: 'lines',
  }),
  contact: textField({
    label: 'Contact',
    about: 'Contact for questions about the event, usually an email address',
    example: 'ada@demo.example.edu',
    longest: 200,
  }),
  externalLink: textField({
    label: 'Link',
    about: 'HTTPS address of a related page elsewhere',
    example: 'https://chess.example.edu/open',
    longest: 2000,
    request: secureAddress,
    control: 'link',
    hint: 'An https address.',
  }),
}

/** Fields of the card, which lists show too. */
export const cardFields = {
  name: field({
    about: 'Name of the event',
    example: 'Chess evening',
    request: line(200),
    stored: text,
    condition: ['string', 'Name'],
  }),
  type: field({
    about: 'Type of the event',
    example: 'Competition',
    request: line(60),
    stored: text,
    condition: ['string', 'Type'],
  }),
  location: field({
    about: 'Place of the event in words',
    example: 'Main Hall',
    request: z.nullable(line(300, 0)),
    stored: maybe(text),
    condition: ['string', 'Location'],
  }),
  classroom_id: field({
    about: 'Id of the room in which the event takes place',
    request: z.nullable(ReferencedId),
    stored: maybe(text),
    shown: z.nullable(text),
    condition: ['string', 'Room'],
  }),
  image: field({
    about: 'Address of the picture, or the picture as a file',
    request: z.nullable(Picture),
    stored: maybe(text),
  }),
  visibility: field({
    about: 'Audience that can see the event',
    example: 'public',
    request: RequestedVisibility,
    stored: z.enum(['public', 'unlisted', 'members_only']),
    condition: ['string', 'Visibility'],
  }),
  attendeeVisibility: field({
    request: AttendeeVisibility,
    stored: maybe(AttendeeVisibility),
    shown: AttendeeVisibility,
  }),
  expectedAttendance: field({
    about: 'Number of people expected at the event',
    request: z.int().check(z.minimum(1), z.maximum(10_000)),
    stored: z.number(),
    condition: ['number', 'Expected attendance'],
  }),
  tags: field({
    about: 'Labels for search and filters; at most 20',
    request: tagsOf(20, 40),
    stored: z.array(text),
    condition: ['string', 'Tags'],
  }),
  registrationEnabled: field({
    about: 'Whether people can register for the event',
    request: z.boolean(),
    stored: z.boolean(),
    condition: ['boolean', 'Takes registrations'],
  }),
  registrationRequired: field({
    about: 'Whether attendance requires a registration',
    request: z.boolean(),
    stored: z.boolean(),
    condition: ['boolean', 'Needs a registration'],
  }),
  registrationDeadline: field({
    about: 'Time until which people can register, ISO 8601; null for no deadline',
    request: z.nullable(z.union([Moment, z.literal('')])),
    stored: maybe(text),
    shown: z.nullable(text),
  }),
  registrationFormId: field({
    about: 'Id of the form that people fill in to register; null for none',
    request: z.nullable(ReferencedId),
    stored: maybe(text),
    shown: z.nullable(text),
  }),
  maxAttendees: field({
    about: 'Maximum number of attendees; null for no limit',
    request: z.nullable(z.int().check(z.minimum(1), z.maximum(100_000))),
    stored: z.nullable(z.number()),
    condition: ['number', 'Most attendees'],
  }),
  waitlistEnabled: field({
    about: 'Whether a full event has a waitlist',
    request: z.boolean(),
    stored: z.boolean(),
  }),
}

/** Fields of the body that everyone who sees the event reads. */
export const pageFields = {
  ...textFields,
  targetAudience: field({
    about: 'Groups that the event is meant for',
    request: tagsOf(20, 100),
    stored: z.array(text),
    condition: ['string', 'Audience'],
  }),
  customFields: field({
    about: "Answers to the school's custom event questions, by field name",
    request: Custom,
    stored: z.record(text, z.unknown()),
  }),
  recurrence: field({
    about: 'Rule by which the event repeats; null for a single event',
    request: z.nullable(RequestedRecurrence),
    stored: maybe(RepeatRule),
  }),
  feedbackFormId: field({
    about: 'Id of the feedback form for attendees',
    request: z.nullable(ReferencedId),
    stored: maybe(text),
    shown: z.nullable(text),
  }),
}

/** Fields of the body that only organizers read. */
export const organizerFields = {
  requiresApproval: field({
    about: 'Whether to require an approval even if no step of the approval flow applies',
    request: z.boolean(),
    stored: z.boolean(),
    condition: ['boolean', 'Asks for approval'],
  }),
  autoBook: field({
    about: 'Whether the room is booked when the event is approved instead of when it is submitted',
    request: z.boolean(),
    stored: z.boolean(),
    condition: ['boolean', 'Books its room'],
  }),
  notificationSettings: field({
    about: 'Channels and reminder times for event notifications',
    request: z.nullable(RequestedNotifications),
    stored: maybe(Notifications),
  }),
}

export const bodyFields = { ...pageFields, ...organizerFields }

/** All fields of the tables, by name. */
export const plannerFields = { ...cardFields, ...bodyFields }
