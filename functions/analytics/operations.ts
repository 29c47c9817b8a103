import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { AnalyticsOff } from '../../lib/contract/failures.ts'
import type { Operations } from '../../lib/operation.ts'
import { findSettings } from '../policies/index.ts'
import type { contract } from './contract.ts'
import { exportAttendees, exportEventReport } from './export.ts'
import { readGrowth } from './growth.ts'
import { dailyOf, orgOverviewOf, overviewOf } from './overview.ts'
import { getOrgEventAnalytics, readAnalytics, readDashboard } from './reports.ts'
import { listSchoolEvents } from './school/events.ts'
import { getOrganizationEventSnapshot, rankOrganizationEvents } from './school/organization-events.ts'
import { trackAnonymousView, trackEventView } from './view-tracking.ts'

/** Exports are rare, so the code that writes files loads on first use. */

const standard = '30d'

/** Fails when the school has turned analytics off. A missing right is reported first. */
const requireAnalyticsOn = async <T>({ table }: Pick<Context, 'table'>, numbers: Promise<T>): Promise<T> => {
  const [{ reporting }, shown] = await Promise.all([findSettings(table), numbers])
  return reporting.enableAnalytics ? shown : fail(AnalyticsOff)
}

export const operations: Operations<typeof contract> = {
  trackEventView,
  trackAnonymousView,
  trackRsvp: async () => undefined,
  getEventAnalytics: (asked, context) => requireAnalyticsOn(context, readAnalytics(asked, context)),
  getSchoolOverview: async ({ timeRange = standard }, context) =>
    requireAnalyticsOn(context, overviewOf(context, timeRange)),
  async getSchoolDays({ timeRange = standard }, context) {
    return { days: await requireAnalyticsOn(context, dailyOf(context, timeRange)), timeRange }
  },
  getOrgAnalytics: async ({ orgId, timeRange = standard }, context) =>
    requireAnalyticsOn(context, orgOverviewOf(context, orgId, timeRange)),
  async getOrgEventAnalytics(scope, context) {
    const { analytics, counts, volunteers } = await requireAnalyticsOn(
      context,
      getOrgEventAnalytics(scope, context),
    )
    return { analytics, roles: counts, volunteers }
  },
  getEventDashboard: readDashboard,
  listSchoolEvents: async (asked, context) => listSchoolEvents(asked, context),
  rankOrganizationEvents: async (asked, context) => rankOrganizationEvents(asked, context),
  getOrganizationEventSnapshot: async (asked, context) => getOrganizationEventSnapshot(asked, context),
  getSchoolEventDashboard: ({ eventId }, context) => readDashboard({ eventId }, context),
  getSchoolRsvpGrowth: async ({ eventId, timezone }, context) =>
    requireAnalyticsOn(context, readGrowth({ eventId, timezone }, context)),
  getRsvpGrowth: async (asked, context) => requireAnalyticsOn(context, readGrowth(asked, context)),
  exportEventReport: async (asked, context) => exportEventReport(asked, context),
  exportAttendees: async (asked, context) => exportAttendees(asked, context),
}
