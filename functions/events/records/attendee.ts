import * as z from 'zod/mini'
import { entity } from '../../../lib/table/entity.ts'
import type { EventCard } from './event.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/**
 * A registration, seated or on the waitlist, one row for each person. `kind` `u` is a user of this school (`personId`
 * is the tenant user), `g` a guest of another school (the global user).
 */
export const Attendee = z.object({
  eventId: text,
  kind: z.enum(['u', 'g']),
  personId: text,
  globalUserId: maybe(text),
  status: z.enum(['attending', 'waiting']),
  name: text,
  username: maybe(text),
  picture: maybe(text),
  email: maybe(text),
  sourceTenant: maybe(text),
  registeredAt: text,
  /** Includes the person. */
  guestCount: z.number(),
  formResponseId: maybe(text),
  /** The answered form, needed to find the response. */
  formId: maybe(text),
  /** Identifies this registration. A person who withdraws and returns gets a new one. */
  entryId: maybe(text),
  /** When another request wrote the row, because the first request was slow or unanswered and might still write it. */
  helpedAt: maybe(text),
  /** While waiting: the place on the waitlist, `<gateway time>#<id>`. */
  place: maybe(text),
  /** The cause of the last change, if it was not the person's own request. */
  reason: maybe(z.enum(['seat_freed', 'organizer', 'joined_school'])),
  promotedAt: maybe(text),
  /** Attended without a registration; takes no seat. */
  walkIn: maybe(z.boolean()),
  checkedIn: z.boolean(),
  checkedInAt: maybe(text),
  checkedInBy: maybe(text),
  /** People of this registration who came, if fewer than `guestCount`. */
  headsCheckedIn: maybe(z.number()),
  /** The last attendance correction after the end: time, author and reason. */
  correction: maybe(z.object({ at: text, by: text, reason: maybe(text) })),
  /**
   * Scans that decide whether the person is in: first and last entry, last exit. `parts` has the last entry for each number
   * of people who came, `all` for all of them; absent while every entry was for all.
   */
  scans: maybe(
    z.object({
      first: maybe(text),
      last: maybe(text),
      out: maybe(text),
      parts: maybe(z.record(text, text)),
    }),
  ),
  /** Copy of the event's start, for the person's own list. */
  start_time: text,
  /** The hosting organization, which never changes; absent when a person hosts the event. */
  hostOrg: maybe(text),
  /** The person has left the school. The row still counts them, without a name. */
  left: maybe(z.boolean()),
  version: z.number(),
})
export type Attendee = z.infer<typeof Attendee>

/** Event fields that a row copies. */
export const copiedEventFields = ({
  start_time,
  hostingType,
  hostingId,
}: EventCard): Pick<Attendee, 'start_time' | 'hostOrg'> => ({
  start_time,
  ...(hostingType === 'Org' ? { hostOrg: hostingId } : {}),
})

export const attendee = entity('Attendee', Attendee, {
  scope: 'tenant',
  pk: 'EV#{eventId}#P',
  sk: 'P#{kind}#{personId}',
  gsi1: {
    pk: 'GOING#{kind}#{personId}',
    sk: '{start_time}#{eventId}',
    when: ({ left }: { left?: boolean | undefined }) => left !== true,
  },
})
