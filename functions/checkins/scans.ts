import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { dayMs } from '../../lib/contract/time.ts'
import { audit, auditWithReason } from '../../lib/identity/audit/audit.ts'
import type { Caller } from '../../lib/identity/person/caller.ts'
import type { Write } from '../../lib/table/write.ts'
import { type AttendeeKey, nameOf } from '../attendance/index.ts'
import type { Attendee, Desk, EventCard } from '../events/index.ts'
import { checkInTimingOf, refuseUntimely } from './desk.ts'
import { Ended } from './shapes.ts'

/** One scan at the door. `at` is ISO 8601 with milliseconds; `clientId` is empty for what was not scanned offline. */
export type Scan = {
  readonly action: 'in' | 'out'
  readonly at: string
  readonly clientId: string
  readonly by: string
}

/**
 * What the scans of one person come to: the first and the last entry and the last exit, each as `<at>#<clientId>#<by>`.
 * Tags are compared as texts, so any two are ordered. Only the largest and smallest are kept, so it does not matter in
 * which order scans come, or how often. `first` is left out where it is `last`.
 */
export type Scans = NonNullable<Attendee['scans']>

const momentLength = '2026-01-01T00:00:00.000Z'.length

const tagOf = ({ at, clientId, by }: Scan): string => `${at}#${clientId}#${by}`

const atOf = (tag: string): string => tag.slice(0, momentLength)
const byOf = (tag: string): string => tag.slice(tag.indexOf('#', momentLength + 1) + 1)

const smaller = (a: string | undefined, b: string): string => (a === undefined || b < a ? b : a)
const larger = (a: string | undefined, b: string): string => (a === undefined || b > a ? b : a)

const withEntry = ({ out }: Scans, first: string, last: string): Scans => ({
  ...(first === last ? {} : { first }),
  last,
  ...(out === undefined ? {} : { out }),
})

/** What is known after one scan more. */
export const addScan = (scans: Scans, scan: Scan): Scans => {
  const tag = tagOf(scan)
  if (scan.action === 'out') return { ...scans, out: larger(scans.out, tag) }
  return withEntry(scans, smaller(scans.first ?? scans.last, tag), larger(scans.last, tag))
}

export const isSame = (a: Scans, b: Scans): boolean =>
  a.first === b.first && a.last === b.last && a.out === b.out

type Presence = Pick<Attendee, 'checkedIn' | 'checkedInAt' | 'checkedInBy'>

/**
 * Whether somebody is in, since when and by whom. Who never left is in since the first entry, however often they were
 * scanned; after an exit the last entry counts, because those between are not kept.
 */
export const presenceOf = ({ first, last, out }: Scans): Presence => {
  if (last === undefined || (out !== undefined && out >= last)) return { checkedIn: false }
  const tag = first !== undefined && (out === undefined || out < first) ? first : last
  return { checkedIn: true, checkedInAt: atOf(tag), checkedInBy: byOf(tag) }
}

/** The scans of a row, also of one that was checked in before it kept any. */
export const scansOf = ({ scans, checkedIn, checkedInAt = '', checkedInBy = '' }: Attendee): Scans => {
  if (scans) return scans
  return checkedIn ? { last: tagOf({ action: 'in', at: checkedInAt, clientId: '', by: checkedInBy }) } : {}
}

/** A scan of this moment, which decides against all that are there: clocks of devices and servers differ. */
export const scanNow = (scans: Scans, action: Scan['action'], now: Date, by: string): Scan => {
  const newest = Math.max(
    0,
    ...[scans.last, scans.out].flatMap((tag) => (tag ? Date.parse(atOf(tag)) + 1 : [])),
  )
  return { action, at: new Date(Math.max(now.getTime(), newest)).toISOString(), clientId: '', by }
}

/** Whether a scan is the newest of its kind by now. */
export const isNewest = ({ last, out }: Scans, scan: Scan): boolean =>
  tagOf(scan) === (scan.action === 'in' ? last : out)

type ScansContext = Pick<Context, 'device' | 'now' | 'newId'> & { readonly caller: Caller | undefined }

/** How long after an event staff may correct who was there; then its attendance stands for good. */
const settledDays = 7

/** From when on nobody changes who was at an event. */
export const correctionDeadline = ({ end_time }: EventCard): Date =>
  new Date(Date.parse(end_time) + settledDays * dayMs)

export const isOver = ({ status, end_time }: EventCard, now: Date): boolean =>
  status === 'completed' || now.getTime() > Date.parse(end_time)

/** Whether staff may correct an event that is over. */
export const isCorrectable = (card: EventCard, desk: Desk, now: Date): boolean =>
  (card.status === 'completed' || card.shelf === 'live') &&
  checkInTimingOf(card, desk, now.toISOString()) !== 'early' &&
  now <= correctionDeadline(card)

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
  if (!corrects) refuseUntimely(card, desk, now)
  return corrects
}

/** What is left in the trail when devices bring scans of an event that is over. */
export const lateScansAudit = (
  context: ScansContext,
  { eventId }: EventCard,
  by: string,
  people: number,
): Write =>
  audit(context, {
    action: 'event.scans_brought_late',
    actor: context.caller ?? by,
    targetType: 'event',
    targetId: eventId,
    detail: { people: String(people) },
  })

/** What the row of somebody says of a correction. */
export const correctionMarkOf = (
  { by, reason }: Correction,
  now: Date,
): NonNullable<Attendee['correction']> => ({
  at: now.toISOString(),
  by,
  ...(reason ? { reason } : {}),
})

/** The audit of a correction, about the person whose attendance it is. What was written about it goes with that person. */
export const correctionAudit = (
  context: ScansContext,
  { eventId }: EventCard,
  who: AttendeeKey,
  globalUserId: string | undefined,
  { by, reason }: Correction,
  checkedIn: boolean,
): readonly Write[] =>
  auditWithReason(
    context,
    {
      action: checkedIn ? 'event.attendance_added' : 'event.attendance_taken_back',
      actor: context.caller ?? by,
      targetType: 'user',
      targetId: globalUserId ?? who.personId,
      detail: { eventId, person: nameOf(who) },
    },
    reason,
  )
