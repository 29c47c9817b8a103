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
) => ({
  template,
  to: { kind: 'users' as const, ids: [personId] },
  params: eventParamsOf(card),
  metadata: metadataOf(card, table.tenant),
})

type Person = Pick<Attendee, 'kind' | 'personId'> & Partial<Pick<Attendee, 'sourceTenant'>>

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
  if (person.kind === 'u')
    return notificationDue(context, { ...userNotification(template, card, context, person), cause })
  return mailDue(context, {
    template,
    to: `user:${person.personId}`,
    params: { ...eventParamsOf(card), ...readerSchoolParam(person.sourceTenant) },
  })
}
