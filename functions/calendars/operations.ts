import type { Operations } from '../../lib/operation.ts'
import { getEventCalendar, getMyCalendar, getOrgCalendar, getSchoolCalendar } from './calendars.ts'
import type { contract } from './contract.ts'
import { createCalendarToken, listCalendarLinks, removeCalendarLink, revokeCalendarToken } from './links.ts'

export const operations: Operations<typeof contract> = {
  getEventCalendar,
  getOrgCalendar,
  getSchoolCalendar,
  getMyCalendar,
  createCalendarToken,
  revokeCalendarToken,
  listCalendarLinks,
  removeCalendarLink,
}
