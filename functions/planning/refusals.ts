import { FeatureRestricted } from '../../lib/contract/org-rules.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import {
  ApprovalRoutingUnavailable,
  BookingRuleBroken,
  CapacityBelow,
  CustomFieldInvalid,
  DeletionForbidden,
  EventChanged,
  EventClosed,
  EventInBlackout,
  EventLimitReached,
  EventNotFound,
  EventOver,
  EventTooEarly,
  EventTooFarAhead,
  EventTypeNotAllowed,
  HostInactive,
  HostOnly,
  HostPending,
  IndividualHostingOff,
  MissingFields,
  NotAsOrganization,
  NotAsSomebodyElse,
  PublishForbidden,
  RoomTaken,
  SeriesMade,
  SeriesTooLong,
  UnsupportedPicture,
  UpdateForbidden,
  WrongMove,
} from './failures.ts'

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
  ApprovalRoutingUnavailable,
  SeriesTooLong,
] as const

export const creationFails = [
  MissingFields,
  OrganizationNotFound,
  NotAsOrganization,
  NotAsSomebodyElse,
  HostInactive,
  HostPending,
  FeatureRestricted,
  UnsupportedPicture,
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
  EventChanged,
  ...submissionFails,
] as const
export const changeFails = [UpdateForbidden, ...changes] as const
export const hostChangeFails = [HostOnly, ...changes] as const
export const deletionFails = [EventNotFound, DeletionForbidden, EventChanged] as const
