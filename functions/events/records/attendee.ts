import * as z from 'zod/mini'
import { entity } from '../../../lib/table/entity.ts'
import type { EventCard } from './event.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/**
 * A registration: seated or on the waitlist, one row per person. `kind` `u` is a user of this school
 * (`personId` is the tenant user), `g` a guest of another one (the global user).
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
  /** Counts the person too. */
  guestCount: z.number(),
  formResponseId: maybe(text),
  /** The form that was answered, which leads to the response. */
  formId: maybe(text),
  /** Of this registration: whoever withdraws and comes back has another one. */
  entryId: maybe(text),
  /** When it was written in the place of a request that was slow, or had no answer, and might still write it. */
  helpedAt: maybe(text),
  /** While waiting: the place on the waitlist, `<gateway time>#<id>`. */
  place: maybe(text),
  /** How the row came to stand as it does, where that was not the person's own request. */
  reason: maybe(z.enum(['seat_freed', 'organizer', 'joined_school'])),
  promotedAt: maybe(text),
  /** Came without a registration; takes no seat. */
  walkIn: maybe(z.boolean()),
  checkedIn: z.boolean(),
  checkedInAt: maybe(text),
  checkedInBy: maybe(text),
  /** Whether they came was changed after the end: when, by whom and why. */
  correction: maybe(z.object({ at: text, by: text, reason: maybe(text) })),
  /** Scans at the door that decide whether somebody is in: the first and the last entry, the last exit. */
  scans: maybe(z.object({ first: maybe(text), last: maybe(text), out: maybe(text) })),
  /** Copy of the event's, for the person's own list. */
  start_time: text,
  /** The organization that hosts the event, which never changes; none where a person does. */
  hostOrg: maybe(text),
  /** The person has left the school; the row counts them and names nobody. */
  left: maybe(z.boolean()),
  version: z.number(),
})
export type Attendee = z.infer<typeof Attendee>

/** What a row carries of its event. */
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
