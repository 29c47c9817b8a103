import type { Context } from '../../lib/context.ts'
import type { Operations } from '../../lib/operation.ts'
import { eventCalendar, orgCalendar, ownCalendar, schoolCalendar } from './calendars.ts'
import type { contract } from './contract.ts'
import { type Calendar, calendarText } from './icalendar.ts'
import { createCalendarToken, listCalendarLinks, removeCalendarLink, revokeCalendarToken } from './links.ts'

const renderCalendar = async (
  content: Promise<Pick<Calendar, 'name' | 'entries' | 'isCut'>>,
  { tenant }: Pick<Context, 'tenant'>,
): Promise<string> => {
  return calendarText({ ...(await content), tenant })
}

export const operations: Operations<typeof contract> = {
  getEventCalendar: ({ id }, context) => renderCalendar(eventCalendar(id, context), context),
  getOrgCalendar: ({ orgId }, context) => renderCalendar(orgCalendar(orgId, context), context),
  getSchoolCalendar: (_, context) => renderCalendar(schoolCalendar(context), context),
  getMyCalendar: ({ token }, context) => renderCalendar(ownCalendar(token, context), context),
  createCalendarToken,
  revokeCalendarToken,
  listCalendarLinks,
  removeCalendarLink,
}
