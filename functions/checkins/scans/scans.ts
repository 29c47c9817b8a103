import type { Attendee } from '../../events/index.ts'

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

export const tagOf = ({ at, clientId, by }: Scan): string => `${at}#${clientId}#${by}`

const atOf = (tag: string): string => tag.slice(0, momentLength)
const byOf = (tag: string): string => tag.slice(tag.indexOf('#', momentLength + 1) + 1)

const smaller = (a: string | undefined, b: string): string => (a === undefined || b < a ? b : a)
const larger = (a: string | undefined, b: string): string => (a === undefined || b > a ? b : a)

const entered = ({ out }: Scans, first: string, last: string): Scans => ({
  ...(first === last ? {} : { first }),
  last,
  ...(out === undefined ? {} : { out }),
})

/** What is known after one scan more. */
export const joined = (scans: Scans, scan: Scan): Scans => {
  const tag = tagOf(scan)
  if (scan.action === 'out') return { ...scans, out: larger(scans.out, tag) }
  return entered(scans, smaller(scans.first ?? scans.last, tag), larger(scans.last, tag))
}

export const isSame = (a: Scans, b: Scans): boolean =>
  a.first === b.first && a.last === b.last && a.out === b.out

type Standing = Pick<Attendee, 'checkedIn' | 'checkedInAt' | 'checkedInBy'>

/**
 * Whether somebody is in, since when and by whom. Who never left is in since the first entry, however often they were
 * scanned; after an exit the last entry counts, because those between are not kept.
 */
export const standingOf = ({ first, last, out }: Scans): Standing => {
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
