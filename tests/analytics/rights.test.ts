import { beforeAll } from 'vitest'
import { contract } from '../../functions/analytics/contract.ts'
import { type Cast, organizers } from '../agendas/actors.ts'
import {
  administrators,
  eventCast,
  everybody,
  everyRight,
  keepers,
  signedIn,
} from '../events/event-rights.ts'

let c: Cast

beforeAll(async () => {
  c = await eventCast('numbers')
})

// rules/analytics 5
everyRight(contract, () => c, {
  trackEventView: [signedIn, (agent, { eventId }) => agent.trackEventView({ id: eventId })],
  trackAnonymousView: [everybody, (agent, { eventId }) => agent.trackAnonymousView({ id: eventId })],
  trackRsvp: [signedIn, (agent, { eventId }) => agent.trackRsvp({ id: eventId })],
  getEventAnalytics: [keepers, (agent, { eventId }) => agent.getEventAnalytics({ id: eventId })],
  getSchoolOverview: [administrators, (agent) => agent.getSchoolOverview()],
  getSchoolDays: [administrators, (agent) => agent.getSchoolDays()],
  getOrgAnalytics: [organizers, (agent, { orgId }) => agent.getOrgAnalytics({ orgId })],
  getOrgEventAnalytics: [organizers, (agent, at) => agent.getOrgEventAnalytics(at)],
  getEventDashboard: [organizers, (agent, at) => agent.getEventDashboard(at)],
  listSchoolEvents: [administrators, (agent) => agent.listSchoolEvents()],
  rankOrganizationEvents: [administrators, (agent, { orgId }) => agent.rankOrganizationEvents({ orgId })],
  getOrganizationEventSnapshot: [
    administrators,
    (agent, { orgId }) => agent.getOrganizationEventSnapshot({ orgId }),
  ],
  getSchoolEventDashboard: [
    administrators,
    (agent, { eventId }) => agent.getSchoolEventDashboard({ eventId }),
  ],
  getSchoolRsvpGrowth: [administrators, (agent, { eventId }) => agent.getSchoolRsvpGrowth({ eventId })],
  getRsvpGrowth: [organizers, (agent, at) => agent.getRsvpGrowth(at)],
  exportEventReport: [organizers, (agent, at) => agent.exportEventReport({ ...at, format: 'json' })],
  exportAttendees: [organizers, (agent, at) => agent.exportAttendees(at)],
})
