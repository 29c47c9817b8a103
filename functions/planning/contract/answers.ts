import * as z from 'zod/mini'
import { PersonalChannel } from '../../../lib/contract/notification.ts'
import { FeatureRestricted } from '../../../lib/contract/org-rules.ts'
import { OrganizationNotFound } from '../../../lib/contract/permissions.ts'
import { AttendeeVisibility, HostView } from '../../events/contract.ts'
import {
  ApprovalRoutingUnavailable,
  BookingRuleBroken,
  CapacityBelow,
  CheckInNotOffered,
  CustomFieldInvalid,
  DeletionForbidden,
  EventChanged,
  EventClosed,
  EventFormMissing,
  EventInBlackout,
  EventLimitReached,
  EventNotFound,
  EventOver,
  EventTooEarly,
  EventTooFarAhead,
  EventTypeNotAllowed,
  FormOfOthers,
  HostInactive,
  HostOnly,
  HostPending,
  IndividualHostingOff,
  MissingFields,
  NotAsOrganization,
  NotAsSomebodyElse,
  PublishForbidden,
  RegistrationClosed,
  RoomTaken,
  RoomTooSmall,
  SeriesMade,
  SeriesTooLong,
  UnsupportedPicture,
  UpdateForbidden,
  WrongMove,
} from './failures.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/** An event as those who plan it read it. Times are ISO 8601, UTC. */
export const PlannedEvent = z.object({
  _id: text,
  name: text,
  description: maybe(text),
  type: text,
  hostingId: HostView,
  hostingType: z.enum(['User', 'Org']),
  host: z.object({ name: text, image: maybe(text) }),
  start_time: text,
  end_time: text,
  timezone: text,
  location: maybe(text),
  classroom_id: z.nullable(text),
  autoBook: z.boolean(),
  reservation: maybe(z.object({ resourceId: text, state: text, at: text })),
  visibility: z.enum(['public', 'unlisted', 'members_only']),
  expectedAttendance: z.number(),
  contact: maybe(text),
  externalLink: maybe(text),
  image: maybe(text),
  tags: z.array(text),
  targetAudience: z.array(text),
  customFields: z.record(text, z.unknown()),
  registrationEnabled: z.boolean(),
  registrationRequired: z.boolean(),
  registrationDeadline: z.nullable(text),
  registrationFormId: z.nullable(text),
  feedbackFormId: z.nullable(text),
  maxAttendees: z.nullable(z.number()),
  waitlistEnabled: z.boolean(),
  attendeeVisibility: AttendeeVisibility,
  registrationCount: z.number(),
  seatsTaken: z.number(),
  waitlistCount: z.number(),
  checkedInCount: z.number(),
  requiresApproval: z.boolean(),
  status: text,
  /** Derived from the clock: upcoming, active or completed. */
  operationalStatus: z.enum(['upcoming', 'active', 'completed']),
  submission: z.number(),
  collaboratorOrgs: z.array(z.object({ orgId: text, status: z.literal('active') })),
  notificationSettings: maybe(
    z.object({ reminders: z.array(z.number()), channels: z.array(PersonalChannel) }),
  ),
  recurrence: maybe(
    z.object({
      frequency: z.enum(['daily', 'weekly', 'biweekly', 'monthly']),
      interval: z.number(),
      count: maybe(z.number()),
      until: maybe(text),
    }),
  ),
  seriesId: maybe(text),
  occurrenceIndex: maybe(z.number()),
  createdBy: text,
  createdAt: text,
  updatedAt: text,
  version: z.number(),
})
export type PlannedEvent = z.infer<typeof PlannedEvent>

/** An event in a list: what its card shows. */
export const ListedEvent = z.object({
  ...z.omit(PlannedEvent, {
    description: true,
    autoBook: true,
    reservation: true,
    contact: true,
    externalLink: true,
    targetAudience: true,
    customFields: true,
    feedbackFormId: true,
    requiresApproval: true,
    notificationSettings: true,
    recurrence: true,
    occurrenceIndex: true,
  }).shape,
  collaborationRole: z.enum(['hosting', 'collaborating']),
})
export type ListedEvent = z.infer<typeof ListedEvent>

/** Clients read it at the top, or under `data`. */
export const EventTwice = z.object({ event: PlannedEvent, data: z.object({ event: PlannedEvent }) })

/** What the school's rules, routing and the room refuse. */
export const submissionFails = [
  EventTypeNotAllowed,
  EventInBlackout,
  EventTooEarly,
  EventTooFarAhead,
  BookingRuleBroken,
  CustomFieldInvalid,
  IndividualHostingOff,
  EventLimitReached,
  RoomTaken,
  RoomTooSmall,
  ApprovalRoutingUnavailable,
  SeriesTooLong,
] as const

/** What an event cannot be given. */
export const givenFails = [CheckInNotOffered, EventFormMissing, FormOfOthers, RegistrationClosed] as const

export const creationFails = [
  MissingFields,
  OrganizationNotFound,
  NotAsOrganization,
  NotAsSomebodyElse,
  HostInactive,
  HostPending,
  FeatureRestricted,
  UnsupportedPicture,
  ...givenFails,
  ...submissionFails,
] as const

export const publishFails = [
  EventNotFound,
  PublishForbidden,
  MissingFields,
  EventOver,
  WrongMove,
  EventChanged,
  OrganizationNotFound,
  HostInactive,
  HostPending,
  FeatureRestricted,
  ...submissionFails,
] as const

const changes = [
  EventNotFound,
  EventClosed,
  CapacityBelow,
  SeriesMade,
  ...givenFails,
  EventChanged,
  ...submissionFails,
] as const
export const changeFails = [UpdateForbidden, ...changes] as const
export const hostChangeFails = [HostOnly, ...changes] as const
export const deletionFails = [EventNotFound, DeletionForbidden, EventChanged] as const
