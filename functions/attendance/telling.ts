import { mailDue, notificationDue } from '../../lib/outbox.ts'
import type { Write } from '../../lib/table/write.ts'
import { spokenTime } from '../../lib/zones.ts'
import type { Attendee, EventCard } from '../events/service.ts'
import type { SeatWorld } from './world.ts'

export type Told = 'event_registered' | 'event_waitlisted' | 'waitlist_promoted' | 'registration_withdrawn'

/** What a notification about an event carries (events.md 4). */
const metadataOf = ({ eventId, hostingType, hostingId }: EventCard, tenantKey: string | undefined) => ({
  eventId,
  ...(hostingType === 'Org' ? { orgId: hostingId } : {}),
  tenantKey,
  navigation: { route: 'EventDetails', params: { eventId }, deepLink: `/event/${eventId}` },
})

type Person = Pick<Attendee, 'kind' | 'personId'>

/**
 * Tells somebody how they stand to an event, for the transaction that makes it so. A user of the school is notified, a
 * guest gets a mail. `cause` names the state that is told of, so that it is told once.
 */
export const telling = (
  world: SeatWorld,
  template: Told,
  card: EventCard,
  { kind, personId }: Person,
  cause: string,
): Write => {
  const { eventId, name: eventTitle, start_time: startTime, timezone } = card
  const params = { eventId, eventTitle, startTime, when: spokenTime(startTime, timezone) }
  if (kind === 'g') return mailDue(world, { template, to: `user:${personId}`, params })
  return notificationDue(world, {
    template,
    cause,
    to: { kind: 'users', ids: [personId] },
    params,
    metadata: metadataOf(card, world.table.tenant),
  })
}
