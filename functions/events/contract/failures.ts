import { conflict, forbidden, invalid, notFound } from '../../../lib/contract/failure.ts'

export const EventNotFound = notFound('Event not found', 'EVENT_NOT_FOUND', 'header')
export const HostOnly = forbidden('Only the host organization can perform this action', 'HOST_ONLY', 'header')
export const EventChanged = conflict('Event was changed by someone else', 'CONCURRENT_CHANGE')
export const BadFilter = invalid('Invalid filter format.', 'INVALID_FILTER', 'header')
export const MonthRequired = invalid('Month and year are required parameters.', 'MONTH_REQUIRED', 'header')
export const RangeRequired = invalid(
  'Start and end dates are required parameters.',
  'RANGE_REQUIRED',
  'header',
)
export const RangeTooLong = invalid('The range can span at most 93 days', 'RANGE_TOO_LONG', 'header')
export const CheckInNotOffered = invalid(
  'Automatic and anonymous check-in are not offered. Leave these settings off.',
  'CHECK_IN_NOT_OFFERED',
  'header',
)
/** The message of GET /get-event. */
export const NoSuchEvent = notFound('Event not found.', 'EVENT_NOT_FOUND', 'header')
