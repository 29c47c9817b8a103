import * as z from 'zod/mini'
import { Id, jsonOfAtMost, line, prose, text } from '../../../lib/contract/fields.ts'
import { PersonalChannel } from '../../../lib/contract/notification.ts'
import { hours } from '../../../lib/contract/time.ts'
import { AttendeeVisibility, WantedSettings } from '../../events/contract.ts'

/** Older clients send `campus` and `private`. */
const Visibility = z.enum(['public', 'unlisted', 'members_only', 'campus', 'private'])

/** ISO 8601. A time without an offset is local time in the event's time zone. */
const Moment = z
  .string()
  .check(
    z.maxLength(40),
    z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/, 'Expected ISO 8601'),
  )

const Address = z
  .string()
  .check(z.maxLength(2000), z.regex(/^(https:\/\/[^\s"'<>]+)?$/, 'Expected an https address'))
const Picture = z
  .string()
  .check(z.maxLength(2000), z.regex(/^(https?:\/\/[^\s"'<>]+)?$/, 'Expected an address'))

const Custom = z.record(z.string().check(z.maxLength(64)), z.unknown()).check(
  z.refine((fields) => Object.keys(fields).length <= 50, 'At most 50 fields'),
  jsonOfAtMost(16),
)

/** Reminders are in hours before the start. */
const Notifications = z.strictObject({
  reminders: z._default(z.array(z.int().check(z.minimum(1), z.maximum(720))).check(z.maxLength(5)), [24, 2]),
  channels: z._default(z.array(PersonalChannel).check(z.maxLength(3)), ['in_app', 'push']),
})

/** Send either `count` or `until`. */
const Repeats = z
  .strictObject({
    frequency: z.enum(['daily', 'weekly', 'biweekly', 'monthly']),
    interval: z._default(z.int().check(z.minimum(1), z.maximum(4)), 1),
    count: z.optional(z.int().check(z.minimum(2), z.maximum(52))),
    until: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}/, 'Expected a date'), z.maxLength(40))),
  })
  .check(
    z.refine(({ count, until }) => (count === undefined) !== (until === undefined), 'Send count or until'),
  )

const Orgs = z.array(Id).check(z.maxLength(10))
const Seats = z.int().check(z.minimum(1), z.maximum(100_000))
const Tags = (most: number, length: number) => z.array(line(length)).check(z.maxLength(most))

/** Event fields that planners may set. Null or an empty string removes a value. */
const texts = {
  name: line(200),
  description: z.nullable(prose(10_000)),
  type: line(60),
  start_time: Moment,
  end_time: Moment,
  timezone: text(64),
  location: z.nullable(line(300, 0)),
  classroom_id: z.nullable(z.string().check(z.maxLength(128))),
  visibility: Visibility,
  attendeeVisibility: AttendeeVisibility,
  contact: z.nullable(line(200, 0)),
  externalLink: z.nullable(Address),
  image: z.nullable(Picture),
  registrationDeadline: z.nullable(z.union([Moment, z.literal('')])),
  registrationFormId: z.nullable(z.string().check(z.maxLength(128))),
  feedbackFormId: z.nullable(z.string().check(z.maxLength(128))),
} as const

/** Numbers, booleans and lists. Forms send them as text. */
export const typed = {
  autoBook: z.boolean(),
  expectedAttendance: z.int().check(z.minimum(1), z.maximum(10_000)),
  tags: Tags(20, 40),
  targetAudience: Tags(20, 100),
  customFields: Custom,
  registrationEnabled: z.boolean(),
  registrationRequired: z.boolean(),
  maxAttendees: z.nullable(Seats),
  waitlistEnabled: z.boolean(),
  requiresApproval: z.boolean(),
  notificationSettings: z.nullable(Notifications),
  recurrence: z.nullable(Repeats),
  duration: z.int().check(z.minimum(1), z.maximum(20_160)),
  checkInEnabled: z.boolean(),
  checkInSettings: z.nullable(WantedSettings),
} as const

/** Date and time of the start in the event's zone. A full date-time as the date contributes only its own day. */
const schedule = {
  date: z
    .string()
    .check(z.maxLength(40), z.regex(/^\d{4}-\d{2}-\d{2}(T.*)?$/, 'Expected YYYY-MM-DD or ISO 8601')),
  time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'Expected HH:mm')),
} as const

/** Event fields after parsing; each one may be absent. `duration` is in minutes. */
export const EventFields = z.partial(z.object({ ...texts, ...typed, ...schedule }))
export type EventFields = z.infer<typeof EventFields>

/** Other field names for existing clients. The field's own name wins. */
export const fieldAliases = {
  title: 'name',
  category: 'type',
  event_tags: 'tags',
  capacity: 'maxAttendees',
  roomId: 'classroom_id',
  resourceId: 'classroom_id',
  rsvpEnabled: 'registrationEnabled',
  rsvpRequired: 'registrationRequired',
  rsvpDeadline: 'registrationDeadline',
  startTime: 'start_time',
  endTime: 'end_time',
} as const satisfies Readonly<Record<string, keyof EventFields>>

/** Fields that only the platform sets. */
const protectedFields = [
  '_id',
  'status',
  'attendees',
  'globalAttendees',
  'registrationCount',
  'seatsTaken',
  'waitlistCount',
  'checkedInCount',
  'correctedCount',
  'registeredInCount',
  'checkInToken',
  'approvalReference',
  'isDeleted',
  'deletedAt',
  'createdBy',
  'createdAt',
  'updatedAt',
  'collaboratorOrgs',
  'reservation',
  'seriesId',
  'occurrenceIndex',
  'submission',
  'version',
] as const

const FormText = z.string().check(z.maxLength(64 * 1024))
type FormText<S> = {
  [K in keyof S]: S[K] extends z.ZodMiniType ? z.ZodMiniUnion<readonly [S[K], typeof FormText]> : never
}
/** The schemas of fields that are not text. `readFields` parses them. */
const sent = <S extends Readonly<Record<string, z.ZodMiniType>>>(all: S): FormText<S> =>
  Object.fromEntries(
    Object.entries(all).map(([name, schema]) => [name, z.union([schema, FormText])]),
  ) as FormText<S>

const never = z.optional(z.never('This field cannot be set'))
const refused = <const N extends readonly string[]>(names: N): { [K in N[number]]: typeof never } =>
  Object.fromEntries(names.map((name) => [name, never])) as { [K in N[number]]: typeof never }

/** A form without a choice sends an empty visibility, which has no meaning. */
const chosen = { visibility: z.union([Visibility, z.literal('')]) }
const named = { ...texts, ...sent(typed), ...schedule, ...chosen }
type Aliases = typeof fieldAliases
const aliased = Object.fromEntries(
  Object.entries(fieldAliases).map(([name, field]) => [name, named[field]]),
) as { [K in keyof Aliases]: (typeof named)[Aliases[K]] }

const fields = z.partial(z.object({ ...named, ...aliased })).shape
export const Flag = z.union([z.boolean(), z.enum(['true', 'false'])])

/** The events of a series that a change applies to: the named event, it and the later ones, or all. */
export const Scope = z.enum(['this', 'following', 'all'])
export type Scope = z.infer<typeof Scope>

export const EventChange = z.object({
  ...fields,
  ...refused(protectedFields),
  ...refused(['hostingId', 'hostingType', 'organizationId', 'collaboratorOrgIds'] as const),
  scope: z.optional(Scope),
})

/**
 * A new event. `organizationId`, or `orgId`, is the hosting organization; without either, the caller hosts the event.
 */
export const NewEvent = z.object({
  ...fields,
  ...refused(protectedFields),
  hostingId: z.optional(Id),
  hostingType: z.optional(z.enum(['User', 'Org'])),
  organizationId: z.optional(z.nullable(z.string().check(z.maxLength(128)))),
  orgId: z.optional(z.nullable(z.string().check(z.maxLength(128)))),
  collaboratorOrgIds: z.optional(z.union([Orgs, FormText])),
  asDraft: z.optional(Flag),
})

/** Fields of an unfinished form. Null, an empty string or zero attendees mean that a field is still open. */
const entered = Object.fromEntries(
  Object.entries({ ...named, ...aliased }).map(([name, schema]) => [
    name,
    z.optional(
      z.nullable(z.union([schema as z.ZodMiniType, z.literal(name === 'expectedAttendance' ? 0 : '')])),
    ),
  ]),
) as unknown as { [K in keyof typeof fields]: z.ZodMiniOptional<z.ZodMiniUnknown> }

export const UnfinishedEvent = z.object({ ...NewEvent.shape, ...entered })

/** Limits for one person. */
export const planningLimits = {
  creation: { max: 200, seconds: hours },
  picture: { max: 60, seconds: hours },
} as const
