import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { exportAttendees, exportReport } from './exporting.ts'
import { readGrowth } from './growth.ts'
import { dailyOf, orgOverviewOf, overviewOf } from './overview.ts'
import { readAnalytics, readDashboard, readReport } from './reading.ts'
import { trackAnonymousView, trackView } from './tracking.ts'

const standard = '30d'

export const operations: Operations<typeof contract> = {
  trackEventView: trackView,
  trackAnonymousView,
  trackRsvp: async () => undefined,
  getEventAnalytics: readAnalytics,
  getSchoolOverview: ({ timeRange = standard }, context) => overviewOf(context, 'school', timeRange),
  async getSchoolDays({ timeRange = standard }, context) {
    return { days: await dailyOf(context, 'school', timeRange), timeRange }
  },
  getOrgAnalytics: ({ orgId, timeRange = standard }, context) => orgOverviewOf(context, orgId, timeRange),
  async getOrgEventAnalytics(scope, context) {
    const { analytics, counts, volunteers } = await readReport(scope, context)
    return { analytics, roles: counts, volunteers }
  },
  getEventDashboard: readDashboard,
  getRsvpGrowth: readGrowth,
  exportEventReport: exportReport,
  exportAttendees,
}
