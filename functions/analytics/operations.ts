import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { AnalyticsOff } from '../../lib/contract/failures.ts'
import type { Operations } from '../../lib/operation.ts'
import { findSettings } from '../management/index.ts'
import type { contract } from './contract.ts'
import { exportAttendees, exportReport } from './export.ts'
import { readGrowth } from './growth.ts'
import { dailyOf, orgOverviewOf, overviewOf } from './overview.ts'
import { readAnalytics, readDashboard, readReport } from './reports.ts'
import { trackAnonymousView, trackView } from './views/tracking.ts'

const standard = '30d'

/** Numbers, unless the school has turned them off; who may not see them is told that first. */
const ifShown = async <T>({ table }: Pick<Context, 'table'>, numbers: Promise<T>): Promise<T> => {
  const [{ reporting }, shown] = await Promise.all([findSettings(table), numbers])
  return reporting.enableAnalytics ? shown : fail(AnalyticsOff)
}

export const operations: Operations<typeof contract> = {
  trackEventView: trackView,
  trackAnonymousView,
  trackRsvp: async () => undefined,
  getEventAnalytics: (asked, context) => ifShown(context, readAnalytics(asked, context)),
  getSchoolOverview: ({ timeRange = standard }, context) => ifShown(context, overviewOf(context, timeRange)),
  async getSchoolDays({ timeRange = standard }, context) {
    return { days: await ifShown(context, dailyOf(context, timeRange)), timeRange }
  },
  getOrgAnalytics: ({ orgId, timeRange = standard }, context) =>
    ifShown(context, orgOverviewOf(context, orgId, timeRange)),
  async getOrgEventAnalytics(scope, context) {
    const { analytics, counts, volunteers } = await ifShown(context, readReport(scope, context))
    return { analytics, roles: counts, volunteers }
  },
  getEventDashboard: readDashboard,
  listSchoolEvents: async (asked, context) =>
    (await import('./school-events.ts')).schoolEventsPage(asked, context),
  getSchoolEventDashboard: ({ eventId }, context) => readDashboard({ eventId }, context),
  getSchoolRsvpGrowth: ({ eventId, timezone }, context) =>
    ifShown(context, readGrowth({ eventId, timezone }, context)),
  getRsvpGrowth: (asked, context) => ifShown(context, readGrowth(asked, context)),
  exportEventReport: exportReport,
  exportAttendees,
}
