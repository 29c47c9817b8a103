import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { exportAttendees, exportEventReport } from './export.ts'
import { getRsvpGrowth, getSchoolRsvpGrowth } from './growth.ts'
import { getOrgAnalytics, getSchoolDays, getSchoolOverview } from './overview.ts'
import {
  getEventAnalytics,
  getEventDashboard,
  getOrgEventAnalytics,
  getSchoolEventDashboard,
} from './reports.ts'
import { listSchoolEvents } from './school/events.ts'
import { getOrganizationEventSnapshot, rankOrganizationEvents } from './school/organization-events.ts'
import { trackAnonymousView, trackEventView, trackRsvp } from './view-tracking.ts'

export const operations: Operations<typeof contract> = {
  trackEventView,
  trackAnonymousView,
  trackRsvp,
  getEventAnalytics,
  getSchoolOverview,
  getSchoolDays,
  getOrgAnalytics,
  getOrgEventAnalytics,
  getEventDashboard,
  listSchoolEvents,
  rankOrganizationEvents,
  getOrganizationEventSnapshot,
  getSchoolEventDashboard,
  getSchoolRsvpGrowth,
  getRsvpGrowth,
  exportEventReport,
  exportAttendees,
}
