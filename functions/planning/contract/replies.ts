import * as z from 'zod/mini'
import { FeatureRestricted } from '../../../lib/contract/org-rules.ts'
import { OrganizationNotFound } from '../../../lib/contract/permissions.ts'
import { PlannedCard, PlannedEvent } from '../../events/contract.ts'
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
  EventOvertaken,
  EventTooEarly,
  EventTooFarAhead,
  EventTypeNotAllowed,
  FormOfOthers,
  HostInactive,
  HostNoOrganization,
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

/** An event in a list: the fields of its card, and the first 280 characters of the description. */
export const ListedEvent = z.object({
  ...PlannedCard.shape,
  collaborationRole: z.enum(['hosting', 'collaborating']),
})
export type ListedEvent = z.infer<typeof ListedEvent>

/** Some clients read the event at the top level, others under `data`. */
export const EventTwice = z.object({ event: PlannedEvent, data: z.object({ event: PlannedEvent }) })

/** Failures of the school's rules, of routing and of the room. */
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

/** Failures of event fields that refer to something else. */
export const givenFails = [CheckInNotOffered, EventFormMissing, FormOfOthers, RegistrationClosed] as const

export const creationFails = [
  MissingFields,
  OrganizationNotFound,
  NotAsOrganization,
  NotAsSomebodyElse,
  HostInactive,
  HostPending,
  FeatureRestricted,
  HostNoOrganization,
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
  EventOvertaken,
  ...submissionFails,
] as const
export const changeFails = [UpdateForbidden, ...changes] as const
export const hostChangeFails = [HostOnly, ...changes] as const
export const deletionFails = [EventNotFound, DeletionForbidden, EventChanged] as const
