import { beforeAll } from 'vitest'
import { contract as calendars } from '../../functions/calendars/contract.ts'
import { contract as events } from '../../functions/events/contract.ts'
import { type Cast, organizers } from '../agendas/actors.ts'
import { eventCast, everybody, everyRight, signedIn } from './event-rights.ts'

let c: Cast

beforeAll(async () => {
  c = await eventCast('pages')
})

const range = { start: '2026-03-01', end: '2026-04-01' }

everyRight(events, () => c, {
  getEvent: [everybody, (agent, { eventId }) => agent.getEvent({ event_id: eventId })],
  listFutureEvents: [everybody, (agent) => agent.listFutureEvents()],
  listAllEvents: [everybody, (agent) => agent.listAllEvents()],
  listEventsOfMonth: [signedIn, (agent) => agent.listEventsOfMonth({ month: '4', year: '2026' })],
  listEventsBetween: [signedIn, (agent) => agent.listEventsBetween(range)],
  // Of an organization; everybody who is signed in has one of their own.
  listMyEvents: [organizers, (agent, { orgId }) => agent.listMyEvents({ orgId })],
  listGoingEvents: [signedIn, (agent) => agent.listGoingEvents()],
  listEventsOfSameHost: [everybody, (agent, { eventId }) => agent.listEventsOfSameHost({ eventId })],
  recommendEvents: [signedIn, (agent) => agent.recommendEvents()],
})

everyRight(calendars, () => c, {
  getEventCalendar: [everybody, (agent, { eventId }) => agent.getEventCalendar({ id: eventId })],
  getOrgCalendar: [everybody, (agent, { orgId }) => agent.getOrgCalendar({ orgId })],
  getSchoolCalendar: [everybody, (agent) => agent.getSchoolCalendar()],
  // Whoever has the address, which is a secret of the member.
  getMyCalendar: [
    everybody,
    async (agent) => {
      const { body } = await c.club.member.device.createCalendarToken()
      const token = new URL(body.data.url).searchParams.get('token')
      return agent.getMyCalendar({ token })
    },
  ],
  createCalendarToken: [signedIn, (agent) => agent.createCalendarToken()],
  revokeCalendarToken: [signedIn, (agent) => agent.revokeCalendarToken()],
  listCalendarLinks: [signedIn, (agent) => agent.listCalendarLinks()],
  // Everybody their own.
  removeCalendarLink: [
    signedIn,
    async (agent) => {
      await agent.createCalendarToken()
      const { body } = await agent.listCalendarLinks()
      return agent.removeCalendarLink({ linkId: body.data?.links[0].id ?? 'none' })
    },
  ],
})
