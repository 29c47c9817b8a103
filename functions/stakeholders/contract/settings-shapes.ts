import * as z from 'zod/mini'
import { Id, line, prose, text } from '../../../lib/contract/fields.ts'
import { EventChannel } from '../../events/contract.ts'
import { closed } from './fields.ts'
import { Hours } from './flow-shapes.ts'
import { FormChange, FormConfig } from './form-shapes.ts'

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

/** Default values of event fields. */
const DefaultEventSettings = closed({
  rsvpEnabled: z.boolean(),
  rsvpRequired: z.boolean(),
  maxAttendees: z.nullable(z.int().check(z.minimum(1), z.maximum(100_000))),
  approvalRequired: z.boolean(),
  visibility: z.enum(['public', 'unlisted', 'members_only']),
})

export const NotificationSettings = closed({
  /** Null: the channels of each template. */
  defaultChannels: z.nullable(z.array(EventChannel).check(z.minLength(1), z.maxLength(4))),
  /** Hours before the start. */
  reminderIntervals: z.array(z.int().check(z.minimum(1), z.maximum(720))).check(z.maxLength(5)),
})

/** A period without events. A day means the whole day, in the school's time zone. */
const Blackout = closed({
  start: Moment,
  end: Moment,
  reason: z._default(prose(200), ''),
}).check(
  z.refine(({ start, end }) => Date.parse(start) <= Date.parse(end), 'The end must not be before the start'),
)

/** Numbers of upcoming events, days and hours; null means no limit. */
export const SystemRestrictions = closed({
  maxEventsPerUser: Limit(10_000),
  maxEventsPerOrg: Limit(10_000),
  advanceBookingLimit: Limit(3650),
  minBookingAdvance: Limit(8760),
  blackoutDates: z.array(Blackout).check(z.maxLength(100)),
  restrictedEventTypes: Types,
})

export const PageSettings = closed({
  title: line(100, 0),
  description: prose(1000),
})

export type PageSettings = z.infer<typeof PageSettings>

export const EventSystemSettings = z.object({
  systemSettings: z.object({ defaultEventSettings: DefaultEventSettings }),
  notificationSettings: NotificationSettings,
  systemRestrictions: SystemRestrictions,
  formConfig: FormConfig,
  pageSettings: PageSettings,
  version: z.number(),
})
export type EventSystemSettings = z.infer<typeof EventSystemSettings>

/** The header of the event list, as existing clients read and send it. Pictures are not stored. */
export const ExplorePage = closed({
  title: line(100, 0),
  subtitle: prose(1000),
  coverImage: z.optional(z.nullable(z.literal(''))),
})

const Nothing = z.optional(closed({}))
const NoList = z.optional(z.array(z.unknown()).check(z.maxLength(0)))

const NotificationChange = z.optional(
  closed({
    ...z.partial(NotificationSettings).shape,
    escalationTimeouts: z.optional(z.literal(72)),
    batchNotificationLimit: z.optional(z.literal(100)),
  }),
)

/** Missing fields keep their value. Fields without effect must have their default. */
export const SettingsChange = closed({
  systemSettings: z.optional(
    closed({
      defaultEventSettings: z.optional(z.partial(DefaultEventSettings)),
      notificationSettings: NotificationChange,
      systemRestrictions: z.optional(z.partial(SystemRestrictions)),
    }),
  ),
  notificationSettings: NotificationChange,
  systemRestrictions: z.optional(z.partial(SystemRestrictions)),
  formConfig: z.optional(FormChange),
  pageSettings: z.optional(
    closed({ ...z.partial(PageSettings).shape, explorePage: z.optional(z.partial(ExplorePage)) }),
  ),
  /** Part of the reply; changed by other operations. */
  domains: z.optional(z.array(z.unknown()).check(z.maxLength(500))),
  approvalFlow: z.optional(z.unknown()),
  eventTemplates: NoList,
  integrations: Nothing,
  analytics: Nothing,
  version: z.optional(z.int()),
})
export type SettingsChange = z.infer<typeof SettingsChange>

export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const

const TimeOfDay = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Expected HH:MM'))

/** One weekday, in the school's time zone. */
const OpeningHours = closed({
  open: TimeOfDay,
  close: TimeOfDay,
  closed: z._default(z.boolean(), false),
}).check(
  z.refine(
    ({ open, close, closed }) => closed || open < close,
    'The closing time must be after the opening time',
  ),
)

const Amount = (max: number) => z.nullable(z.number().check(z.minimum(0), z.maximum(max)))

/** Days, hours and numbers; null means no limit. */
const BookingRules = closed({
  maxAdvanceBooking: Amount(3650),
  minAdvanceBooking: Amount(8760),
  maxDuration: Amount(336),
  minDuration: Amount(336),
  allowRecurring: z.boolean(),
  maxRecurringInstances: z.int().check(z.minimum(1), z.maximum(52)),
})

const ApprovalWorkflow = closed({
  /** Whether the domain's approvers take part. */
  enabled: z.boolean(),
  /** The approvers are only notified. */
  autoApprove: z.boolean(),
  /** All of the domain's roles must approve, or any one of them. */
  requireAllApprovers: z.boolean(),
  escalationTimeout: Hours,
})

const hours = Object.fromEntries(weekdays.map((day) => [day, z.optional(OpeningHours)])) as Record<
  (typeof weekdays)[number],
  z.ZodMiniOptional<typeof OpeningHours>
>

export const DomainSettings = closed({
  /** Empty: all types. */
  allowedEventTypes: Types,
  restrictedEventTypes: Types,
  maxCapacity: z.nullable(z.int().check(z.minimum(1), z.maximum(100_000))),
  /** A missing weekday is open all day. */
  operatingHours: closed(hours),
  bookingRules: BookingRules,
  approvalWorkflow: ApprovalWorkflow,
})
export type DomainSettings = z.infer<typeof DomainSettings>

const None = z._default(z.array(z.string()).check(z.maxLength(0)), [])

/** Rooms are listed by id. Buildings and room groups are not supported, so their lists must be empty. */
export const Scope = closed({
  kind: z.enum(['none', 'all_spaces', 'campus_wide', 'scoped']),
  spaceIds: z._default(z.array(Id).check(z.maxLength(200)), []),
  buildingIds: None,
  spaceGroupIds: None,
})
export type Scope = z.infer<typeof Scope>

export const SpaceGovernance = closed({
  /** Events that the domain's rules and approvers decide on. */
  governingScope: Scope,
  /** Events that the domain's roles are notified of. */
  concernScope: Scope,
  /** `exclusive` inverts the rooms of `scoped`: all except these. */
  scopeMode: z.enum(['inclusive', 'exclusive']),
})
export type SpaceGovernance = z.infer<typeof SpaceGovernance>

const DomainType = z.enum(['facility', 'department', 'organization', 'service'])

export const DomainView = z.object({
  _id: z.string(),
  name: z.string(),
  type: DomainType,
  description: z.string(),
  domainSettings: DomainSettings,
  spaceGovernance: SpaceGovernance,
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type DomainView = z.infer<typeof DomainView>

const { operatingHours, bookingRules, approvalWorkflow, ...plain } = DomainSettings.shape

/** Missing fields keep their value, or get their default in a new domain. */
export const DomainChange = closed({
  name: z.optional(line(100)),
  type: z.optional(DomainType),
  description: z.optional(prose(500)),
  domainSettings: z.optional(
    closed({
      ...z.partial(z.object(plain)).shape,
      operatingHours: z.optional(operatingHours),
      bookingRules: z.optional(z.partial(bookingRules)),
      approvalWorkflow: z.optional(z.partial(approvalWorkflow)),
    }),
  ),
  /** Existing clients send an empty list of priority rules, which are not supported. */
  spaceGovernance: z.optional(z.partial(z.extend(SpaceGovernance, { priorityRules: z.array(z.never()) }))),
})
export type DomainChange = z.infer<typeof DomainChange>
export const DomainDraft = closed({ ...DomainChange.shape, name: line(100), type: DomainType })
export type DomainDraft = z.infer<typeof DomainDraft>
