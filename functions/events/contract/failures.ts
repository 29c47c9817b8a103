import { conflict, forbidden, invalid, notFound } from '../../../lib/contract/failure.ts'

export const EventNotFound = notFound('Event not found')
export const HostOnly = forbidden('Only the host organization can perform this action')
export const EventChanged = conflict('Event was changed by someone else', 'CONCURRENT_CHANGE')
export const BadFilter = invalid('Invalid filter format.')
export const MonthRequired = invalid('Month and year are required parameters.')
export const RangeRequired = invalid('Start and end dates are required parameters.')
export const RangeTooLong = invalid('The range can span at most 93 days')
export const CheckInNotOffered = invalid(
  'Automatic and anonymous check-in are not offered. Leave these settings off.',
)
/** The message of GET /get-event. */
export const NoSuchEvent = notFound('Event not found.')
