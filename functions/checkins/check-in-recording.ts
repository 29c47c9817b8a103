import type { Context } from '../../lib/context.ts'
import { type FailureKind, fail } from '../../lib/contract/failure.ts'
import type { Caller } from '../../lib/identity/person/caller.ts'
import { unchanged } from '../../lib/table/condition.ts'
import { conflicted } from '../../lib/table/retry.ts'
import { check, put, remove, replace, update, type Write } from '../../lib/table/write.ts'
import { type AttendeeKey, attendeeCopiesOf, countForCaller, rowKey } from '../attendance/index.ts'
import {
  type Attendee,
  attendee,
  copiedEventFields,
  type Desk,
  type EventCard,
  filterAffiliated,
} from '../events/index.ts'
import { isRegistrationRequired } from './desk.ts'
import { type DoorTrace, doorTrace } from './repository.ts'
import {
  type Correction,
  correctionAudit,
  correctionDeadline,
  correctionMarkOf,
  isSame,
  presenceOf,
  type Scans,
  scansOf,
} from './scans.ts'
import { NotRegistered, RegistrationRequired } from './shapes.ts'
import { type PersonState, readSnapshotAgain } from './snapshot.ts'

type StampsContext = Pick<Context, 'table' | 'now' | 'newId' | 'device' | 'counts'> & {
  readonly caller: Caller | undefined
}

/** The person to check in or out, and the rules for it. */
export type CheckInSubject = {
  readonly card: EventCard
  readonly desk: Desk
  /** All keys of the person; the first is the current one. */
  readonly names: readonly [AttendeeKey, ...AttendeeKey[]]
  /** The failure for a person without a registration; undefined admits them. */
  readonly refusal: FailureKind | undefined
  /** The failure for a person whom a members-only event does not admit, registered or not. */
  readonly stranger: FailureKind
  /** Set when staff corrects attendance after the end. */
  readonly correction?: Correction | undefined
  /** Returns the scans after this change, of a registration for `seats` people. */
  change(scans: Scans, seats: number): Scans
}

/** The state afterwards. `row` is undefined when a person without a registration left. */
export type CheckInResult = {
  readonly scans: Scans
  readonly row: Attendee | undefined
  readonly changed: boolean
}

/** Only a change of presence, or of the number of people, counts as a correction. */
const correctionIn = (
  { correction }: CheckInSubject,
  before: Scans,
  after: Scans,
): Correction | undefined => {
  const [was, is] = [presenceOf(before), presenceOf(after)]
  const isUnchanged = was.checkedIn === is.checkedIn && was.headsCheckedIn === is.headsCheckedIn
  return isUnchanged ? undefined : correction
}

const markedBy = ({ correction }: CheckInSubject, { now }: StampsContext): Pick<Attendee, 'correction'> =>
  correction ? { correction: correctionMarkOf(correction, now()) } : {}

/** The audit rows of a correction; none while the event is running. */
const auditOf = (
  context: StampsContext,
  { card, correction, names: [who] }: CheckInSubject,
  { row, known }: PersonState,
  scans: Scans,
): readonly Write[] => {
  if (!correction) return []
  const globalUserId = row?.globalUserId ?? known.user?.globalUserId
  return correctionAudit(context, card, row ?? who, globalUserId, correction, presenceOf(scans).checkedIn)
}

const walkIn = (
  context: StampsContext,
  subject: CheckInSubject,
  { known }: PersonState,
  scans: Scans,
): Attendee | undefined => {
  const { newId, now } = context
  const {
    card,
    names: [who],
  } = subject
  const copies = attendeeCopiesOf(known)
  if (!copies?.name) return undefined
  return {
    ...copies,
    ...rowKey(card, who),
    name: copies.name,
    status: 'attending',
    registeredAt: now().toISOString(),
    guestCount: 1,
    entryId: newId(),
    walkIn: true,
    ...presenceOf(scans),
    scans,
    ...markedBy(subject, context),
    ...copiedEventFields(card),
    version: 1,
  }
}

const traceKey = ({ card: { eventId }, names: [who] }: CheckInSubject) => ({ eventId, ...who })

const traceWrite = (subject: CheckInSubject, before: DoorTrace | undefined, scans: Scans): Write => {
  // No scan of the event is accepted after this time.
  const expiresAt = correctionDeadline(subject.card).toISOString()
  return replace(doorTrace, before, { ...traceKey(subject), scans, expiresAt })
}

const traceRemoval = (subject: CheckInSubject, before: DoorTrace | undefined): Write =>
  before
    ? remove(doorTrace, traceKey(subject), unchanged(before))
    : check(doorTrace, traceKey(subject), { absent: true })

/** Conditions that the person has no row under another key. */
const otherRowsAbsent = ({ card, names: [, ...others] }: CheckInSubject): readonly Write[] =>
  others.map((who) => check(attendee, rowKey(card, who), { absent: true }))

/** Checks in a person without a row. Undefined requests another read. */
const recordWalkIn = async (
  context: StampsContext,
  subject: CheckInSubject,
  person: PersonState,
): Promise<CheckInResult | undefined> => {
  const { table } = context
  const { refusal, change, card, names } = subject
  if (refusal) return person.certain ? fail(refusal) : undefined
  const before = person.trace?.scans ?? {}
  const scans = change(before, 1)
  const presence = presenceOf(scans)
  if (!presence.checkedIn && !person.certain) return undefined
  if (!presence.checkedIn) {
    if (isSame(before, scans)) return { scans, row: undefined, changed: false }
    const absent = check(attendee, rowKey(card, names[0]), { absent: true })
    const { ok } = await table.write([absent, traceWrite(subject, person.trace, scans)])
    return ok ? { scans, row: undefined, changed: true } : undefined
  }
  const row = walkIn(context, subject, person, scans) ?? fail(NotRegistered)
  const writes = [
    put(attendee, row, { absent: true }),
    traceRemoval(subject, person.trace),
    ...otherRowsAbsent(subject),
    ...auditOf(context, subject, person, scans),
  ]
  return (await table.write(writes)).ok ? { scans, row, changed: true } : undefined
}

type CheckInStep =
  | { readonly done: CheckInResult }
  | { readonly row: Attendee | undefined; readonly certain: boolean }

/** Removes the row of a person without a registration who leaves. */
const removeWalkIn = async (
  context: StampsContext,
  subject: CheckInSubject,
  row: Attendee,
  person: PersonState,
  scans: Scans,
): Promise<boolean> => {
  const gone = remove(attendee, row, unchanged(row))
  const { kind, personId } = row
  const owner: CheckInSubject = { ...subject, names: [{ kind, personId }] }
  const left = traceWrite(owner, person.trace, scans)
  return (await context.table.write([gone, left, ...auditOf(context, subject, { ...person, row }, scans)])).ok
}

const recordOnRow = async (
  context: StampsContext,
  input: CheckInSubject,
  person: PersonState,
  row: Attendee,
): Promise<CheckInStep> => {
  const before = scansOf(row)
  const scans = input.change(before, row.guestCount)
  const subject = { ...input, correction: correctionIn(input, before, scans) }
  const unknown = { row: undefined, certain: false }
  if (isSame(before, scans)) return person.certain ? { done: { scans, row, changed: false } } : unknown
  const presence = presenceOf(scans)
  if (presence.checkedIn && row.status === 'waiting' && isRegistrationRequired(subject.card, subject.desk))
    return person.certain ? fail(RegistrationRequired) : unknown
  if (row.walkIn && !presence.checkedIn)
    return (await removeWalkIn(context, subject, row, person, scans))
      ? { done: { scans, row: undefined, changed: true } }
      : unknown
  const gone = [
    ...(presence.checkedIn ? [] : (['checkedInAt', 'checkedInBy'] as const)),
    ...(presence.headsCheckedIn === undefined ? (['headsCheckedIn'] as const) : []),
  ]
  const change = {
    set: { scans, ...presence, ...markedBy(subject, context) },
    add: { version: 1 },
    remove: gone,
  } as const
  const unmoved = unchanged(row)
  const trail = auditOf(context, subject, { ...person, row }, scans)
  if (trail.length > 0) {
    const { ok } = await context.table.write([update(attendee, row, change, unmoved), ...trail])
    return ok ? { done: { scans, row: { ...row, ...change.set }, changed: true } } : unknown
  }
  const written = await context.table.update(attendee, row, change, unmoved)
  if (written.ok) return { done: { scans, row: written.after ?? row, changed: true } }
  return { row: written.found, certain: written.found !== undefined }
}

/** Checks admission while the event is running. A later upload is for people who were admitted then. */
const refuseStranger = async (
  { table, now }: StampsContext,
  subject: CheckInSubject,
  { row, trace }: PersonState,
): Promise<void> => {
  const { card, names, stranger } = subject
  if (row?.checkedIn || (row && Date.parse(card.end_time) <= now().getTime())) return
  const before = row ? scansOf(row) : (trace?.scans ?? {})
  if (!presenceOf(subject.change(before, row?.guestCount ?? 1)).checkedIn) return
  const [belongs] = await filterAffiliated(table, card, [names[0]])
  if (!belongs) fail(stranger)
}

/**
 * Records scans of one person in one conditional update of their row. A person without a registration gets a row that
 * takes no seat. A refusal or unchanged result of an eventually consistent read is checked again. Fails with the
 * subject's failures, and with 403 for waiting people when registration is required.
 */
export const recordCheckIn = async (
  context: StampsContext,
  subject: CheckInSubject,
  first: PersonState,
): Promise<CheckInResult> => {
  const { card, names } = subject
  await refuseStranger(context, subject, first)
  let person = first
  const counted = (result: CheckInResult): CheckInResult => {
    if (result.changed) countForCaller(context, card, { before: person.row, after: result.row })
    return result
  }
  return context.table.retryOnConflict(async () => {
    if (person.row) {
      const step = await recordOnRow(context, subject, person, person.row)
      if ('done' in step) return counted(step.done)
      if (step.row) {
        person = { ...person, row: step.row, certain: true }
        return conflicted
      }
    } else {
      const done = await recordWalkIn(context, subject, person)
      if (done) return counted(done)
    }
    person = await readSnapshotAgain(context.table, card, names, first.known)
    return conflicted
  })
}
