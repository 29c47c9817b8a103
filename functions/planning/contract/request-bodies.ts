import * as z from 'zod/mini'
import { shapeOf } from '../../../lib/contract/field-table.ts'
import { described, Id, text } from '../../../lib/contract/fields.ts'
import type { Schema } from '../../../lib/contract/row.ts'
import { hours } from '../../../lib/contract/time.ts'
import { Moment, plannerFields, WantedSettings } from '../../events/contract.ts'

const Orgs = z.array(Id).check(z.maxLength(10))
const requests = shapeOf(plannerFields, 'request')

/** Fields that no table has, because they are stored in another form or elsewhere. */
const times = { start_time: Moment, end_time: Moment, timezone: text(64) } as const
const duration = z.int().check(z.minimum(1), z.maximum(20_160))
const checkIn = { checkInEnabled: z.boolean(), checkInSettings: z.nullable(WantedSettings) } as const

/** Date and time of the start in the event's zone. A full date-time as the date contributes only its own day. */
const schedule = {
  date: z
    .string()
    .check(z.maxLength(40), z.regex(/^\d{4}-\d{2}-\d{2}(T.*)?$/, 'Expected YYYY-MM-DD or ISO 8601')),
  time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'Expected HH:mm')),
} as const

const ownFields = { ...requests, ...times, duration, ...checkIn } as const

/** Event fields after parsing; each one may be absent. `duration` is in minutes. */
export const EventFields = z.partial(z.object({ ...ownFields, ...schedule }))
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
  'headsCheckedIn',
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
  'changesRequested',
  'version',
] as const

const FormText = z.string().check(z.maxLength(64 * 1024))

/** Parts of schemas that contain others. */
type Parts = { readonly type: string; readonly innerType?: Schema; readonly options?: readonly Schema[] }

const isTextual = ({ _zod: { def } }: Schema): boolean => {
  const { type, innerType, options } = def as Parts
  if (type === 'nullable') return innerType !== undefined && isTextual(innerType)
  return type === 'union' ? (options ?? []).every(isTextual) : ['string', 'enum', 'literal'].includes(type)
}

/** Numbers, booleans and lists. Forms send them as text, and `readFields` parses it. */
const typed: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries<Schema>(ownFields).filter(([, schema]) => !isTextual(schema)),
)
export const isTyped = (name: string): boolean => Object.hasOwn(typed, name)
export const isList = (name: string): boolean => typed[name]?._zod.def.type === 'array'

type WithFormText<S> = {
  [Name in keyof S]: S[Name] extends z.ZodMiniType<string | null>
    ? S[Name]
    : S[Name] extends z.ZodMiniType
      ? z.ZodMiniUnion<readonly [S[Name], typeof FormText]>
      : never
}
const withFormText = <S extends Readonly<Record<string, Schema>>>(all: S): WithFormText<S> =>
  Object.fromEntries(
    Object.entries(all).map(([name, schema]) => [
      name,
      isTextual(schema) ? schema : z.union([schema, FormText]),
    ]),
  ) as WithFormText<S>

const never = z.optional(z.never('This field cannot be set'))
const refused = <const N extends readonly string[]>(names: N): { [K in N[number]]: typeof never } =>
  Object.fromEntries(names.map((name) => [name, never])) as { [K in N[number]]: typeof never }

/** A form without a choice sends an empty visibility, which has no meaning. */
const chosen = { visibility: z.union([requests.visibility, z.literal('')]) }
const named = { ...withFormText(ownFields), ...schedule, ...chosen }
type Aliases = typeof fieldAliases
const aliased = Object.fromEntries(
  Object.entries(fieldAliases).map(([name, field]) => [
    name,
    described<Schema>(named[field], `Same as \`${field}\``),
  ]),
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
  unchangedSince: z.optional(
    described(
      Moment,
      '`updatedAt` of the event that the change is based on. The change is refused if the event has changed since. Default: not checked',
    ),
  ),
  preview: z.optional(
    described(
      z.boolean(),
      'Whether only to check the change and return the event as it would be, with its `status`. Default: false',
    ),
  ),
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

export const UnfinishedEvent = z.object({
  ...NewEvent.shape,
  ...entered,
  checkSubmission: z.optional(
    described(Flag, 'Whether to fail like a submission of this event; default `false`'),
  ),
})

/** Limits for one person. */
export const planningLimits = {
  creation: { max: 200, seconds: hours },
  picture: { max: 60, seconds: hours },
} as const
