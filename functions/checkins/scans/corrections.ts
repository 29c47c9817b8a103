import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { audit } from '../../../lib/identity/audit/audit.ts'
import { auditNoted } from '../../../lib/identity/audit/notes.ts'
import type { Caller } from '../../../lib/identity/person/caller.ts'
import type { Write } from '../../../lib/table/write.ts'
import { nameOf, type Who } from '../../attendance/index.ts'
import type { Attendee, Desk, EventCard } from '../../events/index.ts'
import { Ended } from '../contract/failures.ts'
import { outside, refuseOutside } from '../desk/desk.ts'

type World = Pick<Context, 'device' | 'now' | 'newId'> & { readonly caller: Caller | undefined }

/** How long after an event staff may correct who was there; then its attendance stands for good. */
export const settledDays = 7

/** From when on nobody changes who was at an event. */
export const settledAt = ({ end_time }: EventCard): Date =>
  new Date(Date.parse(end_time) + settledDays * 24 * 3600_000)

export const isOver = ({ status, end_time }: EventCard, now: Date): boolean =>
  status === 'completed' || now.getTime() > Date.parse(end_time)

/** Whether staff may correct an event that is over. */
export const isCorrectable = (card: EventCard, desk: Desk, now: Date): boolean =>
  (card.status === 'completed' || card.shelf === 'live') &&
  outside(card, desk, now.toISOString()) !== 'early' &&
  now <= settledAt(card)

/** What staff changes after the end, and why, as far as they say. */
export type Correction = { readonly by: string; readonly reason?: string | undefined }

/**
 * What a change by staff is now: undefined while the event goes on, a correction after its end. Fails with 400 `Check-in
 * has ended` once attendance is settled, and for an event that was called off or put away.
 */
export const correctionAt = (
  card: EventCard,
  desk: Desk,
  now: Date,
  correction: Correction,
): Correction | undefined => {
  if (isOver(card, now)) return isCorrectable(card, desk, now) ? correction : fail(Ended)
  return card.shelf === 'past' ? fail(Ended) : undefined
}

/** The same for an entry, which has its time before the end too. */
export const entryAt = (card: EventCard, desk: Desk, now: Date, correction: Correction) => {
  const corrects = correctionAt(card, desk, now, correction)
  if (!corrects) refuseOutside(card, desk, now)
  return corrects
}

/** What is left in the trail when devices bring scans of an event that is over. */
export const lateScansAudit = (world: World, { eventId }: EventCard, by: string, people: number): Write =>
  audit(world, {
    action: 'event.scans_brought_late',
    actor: world.caller ?? by,
    targetType: 'event',
    targetId: eventId,
    detail: { people: String(people) },
  })

/** What the row of somebody says of a correction. */
export const markOf = ({ by, reason }: Correction, now: Date): NonNullable<Attendee['correction']> => ({
  at: now.toISOString(),
  by,
  ...(reason ? { reason } : {}),
})

/** The audit of a correction, about the person whose attendance it is. What was written about it goes with that person. */
export const correctionAudit = (
  world: World,
  { eventId }: EventCard,
  who: Who,
  globalUserId: string | undefined,
  { by, reason }: Correction,
  checkedIn: boolean,
): readonly Write[] =>
  auditNoted(
    world,
    {
      action: checkedIn ? 'event.attendance_added' : 'event.attendance_taken_back',
      actor: world.caller ?? by,
      targetType: 'user',
      targetId: globalUserId ?? who.personId,
      detail: { eventId, person: nameOf(who) },
    },
    reason,
  )
