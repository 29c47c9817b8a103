import { hostedBy, stored } from '../events/cards.ts'
import type { Campus } from '../support/replay.ts'
import { founded } from '../support/societies.ts'

type Staged = Readonly<Record<string, string>>

/** A public event of an organization of ada's, in the place of the sample's. */
const event = async ({ w, ada }: Campus): Promise<Staged> => {
  const user = { _id: ada.id, username: 'ada', name: 'ada', globalUserId: ada.globalUserId }
  const club = await founded({ device: ada.agent, user, email: ada.email }, { org_name: 'Chess Club' })
  const { eventId } = await stored(w, hostedBy(club))
  return { 'demo-event': eventId, 'demo-org-chess': club.orgId }
}

const calendarToken = async ({ ada }: Campus): Promise<Staged> => {
  const { body } = await ada.agent.createCalendarToken()
  return { 'demo-calendar-token': body.data.token }
}

const calendarLink = async ({ ada }: Campus): Promise<Staged> => {
  await ada.agent.createCalendarToken()
  const { body } = await ada.agent.listCalendarLinks()
  return { '01DEMO00000000000000000000': body.data.links[0]?.id ?? '' }
}

export const eventStages = {
  getEvent: event,
  listEventsOfSameHost: event,
  getEventCalendar: event,
  getOrgCalendar: event,
  getMyCalendar: calendarToken,
  createCalendarToken: calendarToken,
  revokeCalendarToken: calendarToken,
  listCalendarLinks: calendarToken,
  removeCalendarLink: calendarLink,
}
