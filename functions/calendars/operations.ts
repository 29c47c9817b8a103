import type { Context } from '../../lib/context.ts'
import type { Operations } from '../../lib/operation.ts'
import { ofEvent, ofOrganization, ofOwner, ofSchool } from './calendars.ts'
import type { contract } from './contract.ts'
import { type Calendar, calendarText } from './document.ts'
import { createCalendarToken, listCalendarLinks, removeCalendarLink, revokeCalendarToken } from './links.ts'

const written = async (
  content: Promise<Pick<Calendar, 'name' | 'entries' | 'isCut'>>,
  { tenant }: Pick<Context, 'tenant'>,
): Promise<string> => {
  return calendarText({ ...(await content), tenant })
}

export const operations: Operations<typeof contract> = {
  getEventCalendar: ({ id }, context) => written(ofEvent(id, context), context),
  getOrgCalendar: ({ orgId }, context) => written(ofOrganization(orgId, context), context),
  getSchoolCalendar: (_, context) => written(ofSchool(context), context),
  getMyCalendar: ({ token }, context) => written(ofOwner(token, context), context),
  createCalendarToken,
  revokeCalendarToken,
  listCalendarLinks,
  removeCalendarLink,
}
