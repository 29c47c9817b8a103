import { missing } from '../../lib/contract/failure.ts'

/** No person has this address, has it any more, or may use it now (rules/calendars 16, rules/calendars 18). */
export const CalendarNotFound = missing('Calendar not found', 'CALENDAR_NOT_FOUND')
export const CalendarLinkNotFound = missing('There is no such calendar address', 'CALENDAR_NOT_FOUND')
export const EventNotFound = missing('Event not found')
