import type { NamedPerson } from '../../lib/contract/people.ts'
import type { Attendee } from '../events/index.ts'
import { attendeeIdOf } from './attendee-key.ts'
import type { RegistrationView, RsvpView } from './contract/shapes.ts'

const statusOf = ({ status }: Attendee) => (status === 'waiting' ? ('waitlisted' as const) : status)

const idOf = ({ kind, personId }: Attendee) =>
  kind === 'u' ? { userId: personId } : { globalUserId: personId }

export const rsvpViewOf = (row: Attendee, position?: number): RsvpView => {
  const {
    eventId,
    registeredAt,
    guestCount,
    formResponseId,
    promotedAt,
    checkedIn,
    checkedInAt,
    checkedInBy,
  } = row
  return {
    eventId,
    ...idOf(row),
    status: statusOf(row),
    registeredAt,
    guestCount,
    formResponseId,
    promotedAt,
    checkedIn,
    checkedInAt: checkedInAt ?? null,
    checkedInBy: checkedInBy ?? null,
    ...(row.status === 'waiting' && position !== undefined ? { waitlistPosition: position } : {}),
  }
}

export const registrationViewOf = (row: Attendee): RegistrationView => {
  const { name, username, picture, email, sourceTenant, registeredAt, guestCount } = row
  const { checkedIn, checkedInAt, checkedInBy, formResponseId, reason, promotedAt } = row
  return {
    registrationId: attendeeIdOf(row),
    ...idOf(row),
    name,
    username,
    picture,
    email,
    sourceTenant,
    status: statusOf(row),
    registeredAt,
    guestCount,
    checkedIn,
    checkedInAt: checkedInAt ?? null,
    checkedInBy: checkedInBy ?? null,
    formResponseId,
    reason,
    promotedAt,
  }
}

const managerFieldsOf = ({
  email,
  guestCount,
  checkedIn,
  checkedInAt,
  checkedInBy,
  formResponseId,
  walkIn,
}: Attendee) => ({
  email,
  guestCount,
  checkedIn,
  checkedInAt: checkedInAt ?? null,
  checkedInBy: checkedInBy ?? null,
  formResponseId,
  walkIn,
})

/** The person of a row; guests by global id. */
export const personOf = (
  { personId: _id, name, username = '', picture, email }: Attendee,
  { withEmail }: { readonly withEmail: boolean },
): NamedPerson => ({ _id, name, username, picture, ...(withEmail ? { email } : {}) })

const attendeeOf = (row: Attendee, isOrganizer: boolean) => ({
  userId: personOf(row, { withEmail: isOrganizer }),
  user: personOf(row, { withEmail: false }),
  registeredAt: row.registeredAt,
})

const guestOf = ({ personId, name, picture, sourceTenant, registeredAt }: Attendee) => ({
  globalUserId: personId,
  name,
  picture,
  isGuest: true as const,
  sourceTenant,
  registeredAt,
})

/** Splits people by home school. Most readers see names; organizers see all fields (rules/attendance 21). */
export const attendeeViewsOf = (rows: readonly Attendee[], isOrganizer: boolean) => {
  const all = (row: Attendee) => (isOrganizer ? managerFieldsOf(row) : {})
  return {
    attendees: rows
      .filter(({ kind }) => kind === 'u')
      .map((row) => ({ ...attendeeOf(row, isOrganizer), ...all(row) })),
    globalAttendees: rows.filter(({ kind }) => kind === 'g').map((row) => ({ ...guestOf(row), ...all(row) })),
  }
}
