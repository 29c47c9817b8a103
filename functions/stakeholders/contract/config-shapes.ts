import * as z from 'zod/mini'
import { line, prose, text } from '../../../lib/contract/fields.ts'
import { EventChannel } from '../../events/contract.ts'
import { closed } from './closed-shape.ts'
import { fieldTypes } from './operators.ts'

const Types = z.array(text(60)).check(z.maxLength(50))
const Limit = (max: number) => z.nullable(z.int().check(z.minimum(0), z.maximum(max)))
const Moment = z
  .string()
  .check(
    z.regex(
      /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/,
      'Expected ISO 8601',
    ),
  )

/** What an event has of which nothing was said. */
export const DefaultEventSettings = closed({
  rsvpEnabled: z.boolean(),
  rsvpRequired: z.boolean(),
  maxAttendees: z.nullable(z.int().check(z.minimum(1), z.maximum(100_000))),
  approvalRequired: z.boolean(),
  visibility: z.enum(['public', 'unlisted', 'members_only']),
})

export const NotificationSettings = closed({
  /** Null: as each template says. */
  defaultChannels: z.nullable(z.array(EventChannel).check(z.minLength(1), z.maxLength(4))),
  /** Hours before the start. */
  reminderIntervals: z.array(z.int().check(z.minimum(1), z.maximum(720))).check(z.maxLength(5)),
})

/** A period in which no event takes place; a day stands for all of it, in the zone of the school. */
export const Blackout = closed({
  start: Moment,
  end: Moment,
  reason: z._default(prose(200), ''),
}).check(z.refine(({ start, end }) => Date.parse(start) <= Date.parse(end), 'Ends before it starts'))

/** Numbers of upcoming events, days and hours; null is no limit. */
export const SystemRestrictions = closed({
  maxEventsPerUser: Limit(10_000),
  maxEventsPerOrg: Limit(10_000),
  advanceBookingLimit: Limit(3650),
  minBookingAdvance: Limit(8760),
  blackoutDates: z.array(Blackout).check(z.maxLength(100)),
  restrictedEventTypes: Types,
})

export const FormField = closed({
  name: text(64),
  label: line(100),
  type: z.enum(fieldTypes),
  required: z._default(z.boolean(), false),
  options: z._default(z.array(line(100)).check(z.maxLength(50)), []),
  step: z.optional(text(64)),
})
export type FormField = z.infer<typeof FormField>

const namesDiffer = (fields: readonly FormField[]): boolean =>
  new Set(fields.map(({ name }) => name)).size === fields.length

/** The school's own part of the form for events: fields of `customFields`. */
export const FormConfig = closed({
  fields: z.array(FormField).check(z.maxLength(50), z.refine(namesDiffer, 'Names differ')),
  steps: z.array(closed({ id: text(64), title: line(100) })).check(z.maxLength(20)),
  allowIndividualUserHosting: z.boolean(),
})
export type FormConfig = z.infer<typeof FormConfig>

export const PageSettings = closed({
  title: line(100, 0),
  description: prose(1000),
})

export const EventSystemSettings = z.object({
  systemSettings: z.object({ defaultEventSettings: DefaultEventSettings }),
  notificationSettings: NotificationSettings,
  systemRestrictions: SystemRestrictions,
  formConfig: FormConfig,
  pageSettings: PageSettings,
  version: z.number(),
})
export type EventSystemSettings = z.infer<typeof EventSystemSettings>

const Nothing = z.optional(closed({}))
const NoList = z.optional(z.array(z.unknown()).check(z.maxLength(0)))

/** What is absent stays. Keys that nothing reads have to have their default. */
export const SettingsChange = closed({
  systemSettings: z.optional(closed({ defaultEventSettings: z.optional(z.partial(DefaultEventSettings)) })),
  notificationSettings: z.optional(
    closed({
      ...z.partial(NotificationSettings).shape,
      escalationTimeouts: z.optional(z.literal(72)),
      batchNotificationLimit: z.optional(z.literal(100)),
    }),
  ),
  systemRestrictions: z.optional(z.partial(SystemRestrictions)),
  formConfig: z.optional(z.partial(FormConfig)),
  pageSettings: z.optional(z.partial(PageSettings)),
  eventTemplates: NoList,
  integrations: Nothing,
  analytics: Nothing,
  version: z.optional(z.int()),
})
export type SettingsChange = z.infer<typeof SettingsChange>
