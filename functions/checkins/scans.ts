import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { dayMs } from '../../lib/contract/time.ts'
import { audit, auditWithReason } from '../../lib/identity/audit/audit.ts'
import type { Caller } from '../../lib/identity/person/caller.ts'
import type { Write } from '../../lib/table/write.ts'
import { type AttendeeKey, attendeeIdOf } from '../attendance/index.ts'
import { type Attendee, checkInTimingOf, type Desk, type EventCard } from '../events/index.ts'
import { refuseUntimely } from './desk.ts'
import { Ended } from './shapes.ts'

/**
 * One scan at check-in. `at` is ISO 8601 with milliseconds; `clientId` is empty unless the scan was made offline. `heads`:
 * how many people of the registration came, absent for all of them.
 */
export type Scan = {
  readonly action: 'in' | 'out'
  readonly at: string
  readonly clientId: string
  readonly by: string
  readonly heads?: number | undefined
}

/**
 * The combined scans of one person: first and last entry and last exit, each as `<at>#<clientId>#<by>`. Tags are
 * compared as text, so any two have an order. Only the largest and smallest are stored, so order and repetition of
 * scans do not matter. `first` is omitted when it equals `last`, and `parts` until an entry is for fewer than all.
 */
export type Scans = NonNullable<Attendee['scans']>

const momentLength = '2026-01-01T00:00:00.000Z'.length

const tagOf = ({ at, clientId, by }: Scan): string => `${at}#${clientId}#${by}`

const atOf = (tag: string): string => tag.slice(0, momentLength)
const byOf = (tag: string): string => tag.slice(tag.indexOf('#', momentLength + 1) + 1)

const smaller = (a: string | undefined, b: string): string => (a === undefined || b < a ? b : a)
const larger = (a: string | undefined, b: string): string => (a === undefined || b > a ? b : a)

const withEntry = ({ out, parts }: Scans, first: string, last: string): Scans => ({
  ...(first === last ? {} : { first }),
  last,
  ...(out === undefined ? {} : { out }),
  ...(parts === undefined ? {} : { parts }),
})

/** Entries before the first one for fewer than all were for all. */
const withPart = (scans: Scans, heads: number | undefined, tag: string): Scans => {
  if (heads === undefined && scans.parts === undefined) return scans
  const parts = scans.parts ?? (scans.last === undefined ? {} : { all: scans.last })
  const name = heads === undefined ? 'all' : String(heads)
  return { ...scans, parts: { ...parts, [name]: larger(parts[name], tag) } }
}

/** Adds one scan. */
export const addScan = (scans: Scans, scan: Scan): Scans => {
  const tag = tagOf(scan)
  if (scan.action === 'out') return { ...scans, out: larger(scans.out, tag) }
  const counted = withPart(scans, scan.heads, tag)
  return withEntry(counted, smaller(scans.first ?? scans.last, tag), larger(scans.last, tag))
}

const partsText = ({ parts = {} }: Scans): string => JSON.stringify(Object.entries(parts).sort())

export const isSame = (a: Scans, b: Scans): boolean =>
  a.first === b.first && a.last === b.last && a.out === b.out && partsText(a) === partsText(b)

type Presence = Pick<Attendee, 'checkedIn' | 'checkedInAt' | 'checkedInBy' | 'headsCheckedIn'>

/**
 * Whether a person is in, since when, by whom, and how many came if not all. Without an exit, the first entry counts, for
 * any number of scans. After an exit the first stored entry counts, because not all entries between are stored. Of
 * several numbers since the last exit, the largest counts.
 */
export const presenceOf = ({ first, last, out = '', parts = {} }: Scans): Presence => {
  if (last === undefined || out >= last) return { checkedIn: false }
  const present = Object.entries(parts).filter(([, tag]) => tag > out)
  const tag =
    first !== undefined && out < first ? first : present.reduce((tag, [, one]) => smaller(tag, one), last)
  const isWhole = present.length === 0 || present.some(([name]) => name === 'all')
  return {
    checkedIn: true,
    checkedInAt: atOf(tag),
    checkedInBy: byOf(tag),
    ...(isWhole ? {} : { headsCheckedIn: Math.max(...present.map(([name]) => Number(name))) }),
  }
}

/** People inside of a registration for `seats` people. */
export const headsIn = (scans: Scans, seats: number): number => {
  const { checkedIn, headsCheckedIn = seats } = presenceOf(scans)
  return checkedIn ? Math.min(headsCheckedIn, seats) : 0
}

/** Numbers of people from `seats` on mean all. */
export const withinSeats = (heads: number | undefined, seats: number): number | undefined =>
  heads !== undefined && heads < seats ? heads : undefined

/** The scans of a row, including older rows that were checked in without stored scans. */
export const scansOf = ({ scans, checkedIn, checkedInAt = '', checkedInBy = '' }: Attendee): Scans => {
  if (scans) return scans
  return checkedIn ? { last: tagOf({ action: 'in', at: checkedInAt, clientId: '', by: checkedInBy }) } : {}
}

/** A live scan. Its time is later than all stored ones, because the clocks of devices and servers differ. */
export const scanNow = (
  scans: Scans,
  action: Scan['action'],
  now: Date,
  by: string,
  heads?: number,
): Scan => {
  const newest = Math.max(
    0,
    ...[scans.last, scans.out].flatMap((tag) => (tag ? Date.parse(atOf(tag)) + 1 : [])),
  )
  return { action, at: new Date(Math.max(now.getTime(), newest)).toISOString(), clientId: '', by, heads }
}

/**
 * Whether a scan took effect: it is the newest of its kind, and no newer scan of the other kind overrules it. An entry
 * before an exit of the same upload took effect until that exit.
 */
export const isApplied = ({ last, out }: Scans, scan: Scan, uploaded: readonly Scan[]): boolean => {
  const tag = tagOf(scan)
  if (scan.action === 'out') return tag === out && (last === undefined || last <= tag)
  return tag === last && (out === undefined || out < tag || uploaded.some((one) => tagOf(one) === out))
}

type ScansContext = Pick<Context, 'device' | 'now' | 'newId'> & { readonly caller: Caller | undefined }

/** Days after an event in which staff may correct attendance. After that it is final. */
const settledDays = 7

/** The time from which attendance is final. */
export const correctionDeadline = ({ end_time }: EventCard): Date =>
  new Date(Date.parse(end_time) + settledDays * dayMs)

export const isOver = ({ status, end_time }: EventCard, now: Date): boolean =>
  status === 'completed' || now.getTime() > Date.parse(end_time)

/** Whether staff may correct the attendance of a past event. */
export const isCorrectable = (card: EventCard, desk: Desk, now: Date): boolean =>
  (card.status === 'completed' || card.shelf === 'live') &&
  checkInTimingOf(card, desk, now.toISOString()) !== 'early' &&
  now <= correctionDeadline(card)

/** The author of a correction after the end, and the reason if they sent one. */
export type Correction = { readonly by: string; readonly reason?: string | undefined }

/**
 * Classifies a change by staff: undefined while the event is running, a correction after its end. Fails with 400
 * `Check-in has ended` once attendance is final, and for a cancelled or archived event.
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

/** The same for an entry, which must also be within the check-in time before the end. */
export const entryAt = (card: EventCard, desk: Desk, now: Date, correction: Correction) => {
  const corrects = correctionAt(card, desk, now, correction)
  if (!corrects) refuseUntimely(card, desk, now)
  return corrects
}

/** The audit row of an upload of scans for a past event. */
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

/** The correction as the attendee row stores it. */
export const correctionMarkOf = (
  { by, reason }: Correction,
  now: Date,
): NonNullable<Attendee['correction']> => ({
  at: now.toISOString(),
  by,
  ...(reason ? { reason } : {}),
})

/** The audit row of a correction, about the person whose attendance changed. It is erased with that person. */
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
      detail: { eventId, person: attendeeIdOf(who) },
    },
    reason,
  )
