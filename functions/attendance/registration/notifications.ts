import { mailDue, notificationDue } from '../../../lib/outbox.ts'
import type { Write } from '../../../lib/table/write.ts'
import { type Attendee, type EventCard, eventParamsOf } from '../../events/index.ts'
import type { SeatContext } from '../seats/snapshot.ts'

export type RegistrationTemplate =
  | 'event_registered'
  | 'event_waitlisted'
  | 'waitlist_promoted'
  | 'registration_withdrawn'

/** Metadata of a notification about an event. */
const metadataOf = ({ eventId, hostingType, hostingId }: EventCard, tenantKey: string | undefined) => ({
  eventId,
  ...(hostingType === 'Org' ? { orgId: hostingId } : {}),
  tenantKey,
  navigation: { route: 'EventDetails', params: { eventId }, deepLink: `/event/${eventId}` },
})

/** The reader's school, whose local time a mail adds. */
export const readerSchoolParam = (readerSchool: string | undefined): { readonly readerSchool?: string } =>
  readerSchool === undefined ? {} : { readerSchool }

/** A notification to a user of the school about their registration. */
export const userNotification = (
  template: RegistrationTemplate,
  card: EventCard,
  { table }: Pick<SeatContext, 'table'>,
  { personId }: Pick<Attendee, 'personId'>,
  more: Readonly<Record<string, string>> = {},
) => ({
  template,
  to: { kind: 'users' as const, ids: [personId] },
  params: { ...eventParamsOf(card), ...more },
  metadata: metadataOf(card, table.tenant),
})

type Person = Pick<Attendee, 'kind' | 'personId'> & Partial<Pick<Attendee, 'sourceTenant' | 'guestCount'>>

/** How many seats a text is about; texts about one seat need no number. */
const seatsParam = ({ guestCount = 1 }: Person): { readonly seats?: string } =>
  guestCount > 1 ? { seats: String(guestCount) } : {}

/**
 * Notifies a person about their registration, in the transaction that changes it. A user of the school gets a
 * notification, a guest a mail. `cause` identifies the change, so that it is sent once.
 */
export const registrationNotification = (
  context: SeatContext,
  template: RegistrationTemplate,
  card: EventCard,
  person: Person,
  cause: string,
): Write => {
  const seats = template === 'waitlist_promoted' ? seatsParam(person) : {}
  if (person.kind === 'u')
    return notificationDue(context, { ...userNotification(template, card, context, person, seats), cause })
  return mailDue(context, {
    template,
    to: `user:${person.personId}`,
    params: { ...eventParamsOf(card), ...readerSchoolParam(person.sourceTenant), ...seats },
  })
}
