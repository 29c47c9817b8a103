import * as z from 'zod/mini'
import { forbidden, invalid, notFound } from '../../lib/contract/failure.ts'
import { described, Id, text as prose } from '../../lib/contract/fields.ts'
import { NamedPerson, PublicUser } from '../../lib/contract/people.ts'
import { permissionRequired } from '../../lib/contract/permissions.ts'
import { SettingsView } from '../events/contract.ts'

export const EventNotFound = notFound('Event not found', 'EVENT_NOT_FOUND', 'header')
export const NotEnabled = invalid('Check-in is not enabled for this event', 'CHECK_IN_NOT_ENABLED', 'header')
export const NotStarted = invalid('Check-in has not started', 'CHECK_IN_NOT_STARTED', 'header')
export const Ended = invalid('Check-in has ended', 'CHECK_IN_ENDED', 'header')
export const BadLink = forbidden('Invalid or expired check-in link', 'INVALID_CHECK_IN_LINK', 'header')
export const RegistrationRequired = forbidden(
  'Registration is required to check in',
  'REGISTRATION_REQUIRED',
  'header',
)
export const NotRegistered = notFound('Registration not found', 'NOT_REGISTERED', 'header')
export const HostOnly = forbidden('Only the host organization can perform this action', 'HOST_ONLY', 'header')
export const NotPermitted = permissionRequired('manage_events')
export const NotYourself = forbidden(
  'A check-in link checks in only you. To check in another person, ask at the check-in desk.',
  'NOT_YOURSELF',
)
export const NotOnPage = forbidden(
  'Check-in on the event page is not enabled. Use the check-in link, or the code at the check-in desk.',
  'CHECK_IN_ON_PAGE_NOT_ENABLED',
  'header',
)
export const NoLink = invalid(
  'Check-in by link is not enabled for this event. Show its QR code, or change its check-in settings.',
  'CHECK_IN_BY_LINK_NOT_ENABLED',
  'header',
)
export const NoScreen = invalid(
  'Check-in by QR code is not enabled for this event. Use its link, or change its check-in settings.',
  'CHECK_IN_BY_CODE_NOT_ENABLED',
  'header',
)
export const BadDoor = forbidden(
  'Invalid or expired check-in desk credential. Ask the organizers for a new one.',
  'DOOR_CREDENTIAL_INVALID',
)
export const EarlyDoor = forbidden(
  'This check-in desk credential is not valid yet. Use it once check-in opens.',
  'DOOR_CREDENTIAL_NOT_YET_VALID',
)
export const DoorNotFound = notFound(
  'Check-in desk credential not found. Reload the list of credentials.',
  'DESK_CREDENTIAL_NOT_FOUND',
  'header',
)
export const SearchTooShort = invalid('Enter at least two characters to search', 'SEARCH_TOO_SHORT', 'header')

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)
export const DeskView = z.object({ enabled: z.boolean(), settings: SettingsView })

/** An attendance correction after the end: time, author and reason. */
export const CorrectionView = z.object({ at: text, by: text, reason: maybe(text) })

export const CheckedInView = z.object({
  checkedIn: z.literal(true),
  checkedInAt: text,
  checkedInBy: maybe(text),
  alreadyCheckedIn: z.boolean(),
  walkIn: z.boolean(),
  headsCheckedIn: described(z.number(), 'Number of people of the registration who are inside'),
  /** Set for a correction after the end. */
  correction: maybe(CorrectionView),
})
export const CheckedOutView = z.object({ checkedIn: z.literal(false), alreadyCheckedOut: z.boolean() })

/** The secret of a desk credential, for clients that cannot send a header. */
export const DoorSecret = z.string().check(z.minLength(1), z.maxLength(200))

/** The reason of an attendance correction after the end. */
export const Reason = prose(300, 0)

/** More fields for staff: the organization they act for, which saves a round trip, their credential, and a reason. */
const staffFields = { orgId: maybe(Id), doorCredential: maybe(DoorSecret), reason: maybe(Reason) }
export const StaffBody = z.optional(z.object(staffFields))

/** How many people of a registration for several came. */
const HeadsIn = described(
  maybe(z.int().check(z.minimum(1), z.maximum(100))),
  'Number of people of the registration who came, up to its `guestCount`; default and more: all. A larger number than before raises it',
)
export const StaffEntryBody = z.optional(z.object({ ...staffFields, headsCheckedIn: HeadsIn }))

export const ScanBody = z.object({
  clientId: text.check(z.regex(/^[\w.:-]{1,64}$/)),
  at: text.check(z.maxLength(40)),
  person: maybe(Id),
  code: maybe(text.check(z.maxLength(300))),
  action: z.enum(['in', 'out']),
  headsCheckedIn: HeadsIn,
})
export type ScanBody = z.infer<typeof ScanBody>

export const ScanResult = z.object({
  clientId: text,
  result: z.enum(['applied', 'superseded', 'refused']),
  checkedIn: maybe(z.boolean()),
  checkedInAt: maybe(text),
  name: described(maybe(text), 'Name of the person of a ticket'),
  guestCount: described(maybe(z.number()), 'Number of people on the ticket'),
  headsCheckedIn: described(maybe(z.number()), 'Number of people of the registration who are inside'),
  headsBefore: described(maybe(z.number()), 'Number of people of the registration who were inside before'),
  reason: maybe(
    z.enum([
      'no_such_person',
      'bad_code',
      'bad_time',
      'outside_event',
      'in_the_future',
      'not_registered',
      'registration_required',
    ]),
  ),
})
export type ScanResult = z.infer<typeof ScanResult>

export const DoorView = z.object({
  _id: text,
  name: text,
  createdBy: text,
  createdAt: text,
  startsAt: described(
    maybe(text),
    'Time from which the credential is valid; absent: from its creation (ISO 8601)',
  ),
  expiresAt: text,
  revokedAt: maybe(text),
})

/** A person as check-in staff sees them. Only event managers see e-mail addresses. */
export const DoorPerson = z.object({
  personId: text,
  /** Existing clients read the person here. A guest has the global id. */
  userId: NamedPerson,
  globalUserId: maybe(text),
  user: maybe(PublicUser),
  name: text,
  picture: maybe(text),
  sourceTenant: maybe(text),
  email: maybe(text),
  status: z.enum(['attending', 'waitlisted']),
  guestCount: z.number(),
  registeredAt: text,
  walkIn: z.boolean(),
  left: described(
    maybe(z.boolean()),
    'Whether the person has left the school since; `name` is then "Former member"',
  ),
  checkedIn: z.boolean(),
  headsCheckedIn: described(z.number(), 'Number of people of the registration who are inside'),
  /** Null until check-in. */
  checkedInAt: z.nullable(text),
  /** Null when the person checked in on their own. */
  checkedInBy: z.nullable(text),
  checkedInByName: described(
    maybe(text),
    'Name of the person or the helper link that checked the person in; with `names=true`, for organizers',
  ),
  /** Null without a correction after the end. */
  correction: z.nullable(CorrectionView),
})
export type DoorPerson = z.infer<typeof DoorPerson>
