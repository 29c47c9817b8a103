import type { Context } from '../../lib/context.ts'
import { Failure, fail } from '../../lib/contract/failure.ts'
import { type TenantUser, tenantUser } from '../../lib/identity/person/records.ts'
import { key, type Ref } from '../../lib/table/entity.ts'
import { type AttendeeKey, attendeeIdOf, attendeeKeyFrom, headsInOf, rowKey } from '../attendance/index.ts'
import { type Attendee, attendee, checkInTimingOf, type Desk, type EventCard } from '../events/index.ts'
import { holderOf, presentedCredential, requireStaff } from './access.ts'
import { recordCheckIn } from './check-in-recording.ts'
import { isRegistrationRequired, requireDesk, requirePresent } from './desk.ts'
import {
  addScan,
  type Correction,
  correctionDeadline,
  headsIn,
  isApplied,
  isCorrectable,
  isOver,
  lateScansAudit,
  presenceOf,
  type Scan,
  withinSeats,
} from './scans.ts'
import {
  Ended,
  NotPermitted,
  NotRegistered,
  RegistrationRequired,
  type ScanBody,
  type ScanResult,
} from './shapes.ts'
import { type PersonState, readSnapshot } from './snapshot.ts'

type ScanBatch = {
  readonly eventId: string
  readonly scans: readonly ScanBody[]
  readonly orgId?: string | undefined
  readonly doorCredential?: string | undefined
  /** The reason of a correction after the end. */
  readonly reason?: string | undefined
  /** The scanning person as the device knows them; several people may sign in on one device. */
  readonly scannedBy?: string | undefined
}
type Reason = NonNullable<ScanResult['reason']>
type ParsedScan = { readonly who: AttendeeKey; readonly scan: Scan } | { readonly reason: Reason }

const momentOf = (at: string): string | undefined => {
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/.test(at)
  const time = isMoment ? Date.parse(at) : Number.NaN
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

const personOf = async (
  { person, code }: ScanBody,
  eventId: string,
  context: Context<'optional'>,
): Promise<string | undefined> => {
  if (code === undefined) return person
  return person === undefined ? holderOf(context, eventId, code) : undefined
}

/** Parses a scan, or returns the reason why it is invalid. */
const readScan = async (
  sent: ScanBody,
  { card, desk }: { card: EventCard; desk: Desk },
  by: string,
  context: Context<'optional'>,
): Promise<ParsedScan> => {
  const at = momentOf(sent.at)
  if (at === undefined) return { reason: 'bad_time' }
  if (Date.parse(at) > context.now().getTime()) return { reason: 'in_the_future' }
  const timing = checkInTimingOf(card, desk, at)
  if (timing === 'early' || (timing === 'late' && !isCorrectable(card, desk, context.now())))
    return { reason: 'outside_event' }
  const id = await personOf(sent, card.eventId, context)
  if (!id?.replace(/^[ug]-/, '') || encodeURIComponent(id).length > 300)
    return { reason: sent.code === undefined ? 'no_such_person' : 'bad_code' }
  const { action, clientId, headsCheckedIn: heads } = sent
  return { who: attendeeKeyFrom(id), scan: { action, at, clientId, by, heads } }
}

type PersonScans = { readonly who: AttendeeKey; readonly scans: Scan[] }

const groupByPerson = (reads: readonly ParsedScan[]): ReadonlyMap<string, PersonScans> => {
  const groups = new Map<string, PersonScans>()
  for (const read of reads) {
    if (!('who' in read)) continue
    const name = attendeeIdOf(read.who)
    const group = groups.get(name) ?? { who: read.who, scans: [] }
    group.scans.push(read.scan)
    groups.set(name, group)
  }
  return groups
}

/** Reads the rows and records of some people in one round trip. */
const readPeople = async (
  { table }: Context<'optional'>,
  card: EventCard,
  people: readonly AttendeeKey[],
): Promise<readonly PersonState[]> => {
  const refs = people.flatMap((who): Ref[] => [
    key(attendee, rowKey(card, who)),
    key(tenantUser, { id: who.personId }),
  ])
  const items = await table.batchGet(refs)
  return people.map(({ kind }, at) => ({
    row: items[at * 2] as Attendee | undefined,
    trace: undefined,
    known: kind === 'u' ? { user: items[at * 2 + 1] as TenantUser | undefined } : {},
    certain: false,
  }))
}

type ScanOutcome = Awaited<ReturnType<typeof recordCheckIn>> | { readonly reason: Reason }

const reasonOf = (error: unknown): Reason => {
  if (error instanceof Failure && error.kind === RegistrationRequired) return 'registration_required'
  if (error instanceof Failure && error.kind === NotRegistered) return 'not_registered'
  throw error
}

const applyScans = async (
  context: Context<'optional'>,
  cardAndDesk: { card: EventCard; desk: Desk },
  { who, scans }: PersonScans,
  person: PersonState,
  correction: Correction,
): Promise<ScanOutcome> => {
  const closed = isRegistrationRequired(cardAndDesk.card, cardAndDesk.desk) || who.kind === 'g'
  const { user } = person.known
  const others: readonly AttendeeKey[] = user ? [{ kind: 'g', personId: user.globalUserId }] : []
  const subject = {
    ...cardAndDesk,
    names: [who, ...others] as const,
    refusal: closed || !user ? NotRegistered : undefined,
    stranger: NotRegistered,
    correction: scans.some(({ at }) => checkInTimingOf(cardAndDesk.card, cardAndDesk.desk, at) === 'late')
      ? correction
      : undefined,
    change: (before: Parameters<typeof addScan>[0], seats: number) =>
      scans.map((scan) => ({ ...scan, heads: withinSeats(scan.heads, seats) })).reduce(addScan, before),
  }
  return recordCheckIn(context, { ...subject, names: [who, ...others] }, person).catch((error) => ({
    reason: reasonOf(error),
  }))
}

/** Whose ticket it is. A scan by id names nobody: its sender found the person by name. */
const holderFacts = (
  { code }: ScanBody,
  person: PersonState | undefined,
): Pick<ScanResult, 'name' | 'guestCount'> =>
  code === undefined
    ? {}
    : { name: person?.row?.name ?? person?.known.user?.name, guestCount: person?.row?.guestCount }

const resultOf = (
  sent: ScanBody,
  read: ParsedScan,
  settled: ReadonlyMap<string, ScanOutcome>,
  groups: ReadonlyMap<string, PersonScans>,
  known: ReadonlyMap<string, PersonState>,
): ScanResult => {
  const { clientId } = sent
  if (!('who' in read)) return { clientId, result: 'refused', reason: read.reason }
  const outcome = settled.get(attendeeIdOf(read.who))
  if (!outcome || 'reason' in outcome)
    return { clientId, result: 'refused', reason: outcome?.reason ?? 'no_such_person' }
  const { checkedIn, checkedInAt } = presenceOf(outcome.scans)
  const uploaded = groups.get(attendeeIdOf(read.who))?.scans ?? []
  const result = isApplied(outcome.scans, read.scan, uploaded)
    ? ('applied' as const)
    : ('superseded' as const)
  const person = known.get(attendeeIdOf(read.who))
  const headsBefore = person?.row ? headsInOf(person.row) : 0
  const inside = checkedIn
    ? { headsCheckedIn: headsIn(outcome.scans, outcome.row?.guestCount ?? 1), headsBefore }
    : {}
  return {
    clientId,
    result,
    checkedIn,
    checkedInAt,
    ...inside,
    ...holderFacts(sent, person),
  }
}

/** A late upload leaves one audit row, for any number of people. */
const auditLateScans = async (
  context: Context<'optional'>,
  card: EventCard,
  by: string,
  settled: ReadonlyMap<string, ScanOutcome>,
): Promise<void> => {
  const changed = [...settled.values()].filter((one) => 'changed' in one && one.changed).length
  if (changed > 0 && isOver(card, context.now()))
    await context.table.write([lateScansAudit(context, card, by, changed)])
}

/** People written in parallel. */
const width = 25

/**
 * Stores scans that a device made offline (at most 200). Each person ends in the same state, for any order, repetition
 * and number of devices; see `Scans`. Three round trips. Devices may upload scans for a week after the event. Scans
 * made after its end correct attendance. An upload with another person's scans is refused as a whole (rules/checkins
 * 35).
 */
export const takeScans = async (
  { eventId, scans, orgId, doorCredential, reason, scannedBy = '' }: ScanBatch,
  context: Context<'optional'>,
): Promise<{ results: ScanResult[] }> => {
  const shown = presentedCredential(context, doorCredential)
  const snapshot = await readSnapshot(context, { eventId, orgId, doorId: shown?.doorId }, false)
  const { by } = await requireStaff(context, requirePresent(snapshot.card), snapshot, shown)
  if (scannedBy !== '' && scannedBy !== by) fail(NotPermitted)
  const cardAndDesk = requireDesk(snapshot.card, snapshot.desk)
  if (context.now() > correctionDeadline(cardAndDesk.card)) fail(Ended)
  const reads = await Promise.all(scans.map((scan) => readScan(scan, cardAndDesk, by, context)))
  const byPerson = groupByPerson(reads)
  const groups = [...byPerson.entries()]
  const people = await readPeople(
    context,
    cardAndDesk.card,
    groups.map(([, { who }]) => who),
  )
  const known = new Map(people.map((person, at) => [groups[at]?.[0] ?? '', person]))
  const settled = new Map<string, ScanOutcome>()
  for (let at = 0; at < groups.length; at += width)
    await Promise.all(
      groups.slice(at, at + width).map(async ([name, group], i) => {
        const person = people[at + i] ?? fail(NotRegistered)
        settled.set(name, await applyScans(context, cardAndDesk, group, person, { by, reason }))
      }),
    )
  await auditLateScans(context, cardAndDesk.card, by, settled)
  return {
    results: scans.map((scan, at) =>
      resultOf(scan, reads[at] ?? { reason: 'no_such_person' }, settled, byPerson, known),
    ),
  }
}
