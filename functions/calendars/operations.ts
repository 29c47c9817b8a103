import type { Context } from '../../lib/context.ts'
import type { Operations } from '../../lib/operation.ts'
import { ofEvent, ofOrganization, ofOwner, ofSchool } from './calendars.ts'
import type { contract } from './contract.ts'
import type { Calendar } from './document.ts'
import { createCalendarToken, listCalendarLinks, removeCalendarLink, revokeCalendarToken } from './links.ts'

/** What writes calendars is loaded when the first one is written, so that a start does not wait for it. */
const written = async (
  content: Promise<Pick<Calendar, 'name' | 'entries' | 'isCut'>>,
  { tenant }: Pick<Context, 'tenant'>,
): Promise<string> => {
  const [calendar, { calendarText }] = await Promise.all([content, import('./document.ts')])
  return calendarText({ ...calendar, tenant })
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
