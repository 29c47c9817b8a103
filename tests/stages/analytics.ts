import { hosted } from '../attendance/events.ts'
import type { Campus } from '../support/replay.ts'
import { founded } from '../support/societies.ts'

type Staged = Readonly<Record<string, string>>

/** A live event of an organization of ada's, for which she is registered. */
const event = async (campus: Campus): Promise<Staged> => {
  const { w, ada } = campus
  const { orgId } = await founded({
    device: ada.agent,
    user: { _id: ada.id, username: 'ada', name: 'ada', globalUserId: ada.globalUserId },
    email: ada.email,
  })
  const { eventId } = await hosted(w, orgId)
  await ada.agent.registerForEvent({ event_id: eventId })
  return { 'demo-event': eventId, 'demo-org-chess': orgId }
}

/** What has to have happened before a sample about numbers can succeed. */
export const analyticsStages = {
  trackEventView: event,
  trackAnonymousView: event,
  trackRsvp: event,
  getEventAnalytics: event,
  getOrgAnalytics: event,
  getOrgEventAnalytics: event,
  getEventDashboard: event,
  getRsvpGrowth: event,
  listSchoolEvents: event,
  getSchoolEventDashboard: event,
  getSchoolRsvpGrowth: event,
  exportEventReport: event,
  exportAttendees: event,
} as const
