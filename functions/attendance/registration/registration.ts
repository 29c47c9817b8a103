import type { Context } from '../../../lib/context.ts'
import { Failure, fail } from '../../../lib/contract/failure.ts'
import { ConcurrentChange, OtherSchoolRefused } from '../../../lib/contract/failures.ts'
import { OrgInactive } from '../../../lib/contract/org-rules.ts'
import { answer } from '../../../lib/contract/reply.ts'
import { idAt } from '../../../lib/id.ts'
import { isGuestRefused } from '../../../lib/identity/school/admission.ts'
import type { Operation } from '../../../lib/operation.ts'
import { prefetching } from '../../../lib/operation.ts'
import { failUnavailable } from '../../../lib/table/call.ts'
import { conflicted } from '../../../lib/table/retry.ts'
import type { Write } from '../../../lib/table/write.ts'
import {
  type Attendee,
  attendee,
  countsForReader,
  type EventCard,
  type HostState,
  hostState,
} from '../../events/index.ts'
import { type AttendeeKey, attendeeKeyOf, rowKey } from '../attendee-key.ts'
import { EventNotFound, NotRegistered } from '../contract/failures.ts'
import type { contract } from '../contract.ts'
import type { SeatCounter } from '../repository.ts'
import { freeSeats } from '../seats/seat-counter.ts'
import {
  type FirstSnapshot,
  prefetchSnapshot,
  readSnapshot,
  readSnapshotAgain,
  type Snapshot,
} from '../seats/snapshot.ts'
import { rsvpViewOf } from '../views.ts'
import { affiliationChecksFor, refuseClosed, requireAffiliation, requireVisible } from './admission.ts'
import { formOf, noAnswers, validateFormAnswers } from './answers.ts'
import { countForCaller } from './counts.ts'
import { convertGuest } from './guest-conversion.ts'
import {
  mayHaveBeenGuest,
  planChange,
  planRegistration,
  type RegistrationRequest,
  type RegistrationStep,
} from './registration-plan.ts'
import { runStep } from './registration-steps.ts'
import { loadRemoval } from './withdrawal.ts'

type Rows = (typeof contract)['rows']

type RegistrationInput = {
  readonly eventId: string
  readonly guestCount?: number | undefined
  readonly formAnswers?: Parameters<typeof validateFormAnswers>[2]
  /** Answers that the person gave stay: another person registers them. */
  readonly keepsAnswers?: boolean
  /** Fails with NotRegistered instead of registering a person who is not registered. */
  readonly onlyChange?: boolean | undefined
}

/** A registration, new or changed. */
export type RegistrationResult = {
  readonly card: EventCard
  readonly row: Attendee
  readonly isNew: boolean
  /** Whether the registration differs from the one before. A new one does. */
  readonly isChanged: boolean
  /** The waitlist position, if known without a read. */
  readonly position?: number
}

const unchangedResult = (card: EventCard, row: Attendee): RegistrationResult => ({
  card,
  row,
  isNew: false,
  isChanged: false,
})

type RegistrationContext = Context<'caller'>
type OpenEvent = FirstSnapshot & { readonly card: EventCard; readonly affiliationChecks: readonly Write[] }

const keepsAnswersOf = ({ keepsAnswers }: RegistrationInput, row: Attendee | undefined): boolean =>
  keepsAnswers === true && row?.formResponseId !== undefined

const changesNothing = (input: RegistrationInput, row: Attendee): boolean => {
  const { guestCount, formAnswers } = input
  if (row.walkIn || (formAnswers !== undefined && !keepsAnswersOf(input, row))) return false
  return guestCount === undefined || guestCount === row.guestCount
}

/** Reads an event and rejects the request when its card closes registration. */
const requireOpen = async (
  input: RegistrationInput,
  person: AttendeeKey,
  context: RegistrationContext,
  checkEvent: (card: EventCard) => void,
  strong: boolean,
): Promise<OpenEvent> => {
  const { table, caller } = context
  const { card, ...found } = await readSnapshot(table, input.eventId, person, caller, { strong })
  if (!card || card.deletedAt !== undefined) return fail(EventNotFound)
  checkEvent(card)
  const viewer = await requireVisible(card, context)
  if (!(found.row && changesNothing(input, found.row))) {
    refuseClosed(card, context.now())
    await refuseDormant(card, context)
  }
  return { ...found, card, affiliationChecks: await affiliationChecksFor(card, person, viewer, context) }
}

/** A guest who has joined the school since is registered as a user, or not at all. */
const refuseJoined = (person: AttendeeKey, { known }: Snapshot, { tenant }: RegistrationContext): void => {
  if (person.kind === 'g' && known.access?.memberships[tenant.key]?.status === 'active')
    fail(ConcurrentChange)
}

const planStep = (request: RegistrationRequest, snapshot: Snapshot): RegistrationStep | undefined =>
  snapshot.row ? planChange(request, snapshot, snapshot.row) : planRegistration(request, snapshot)

/** Whether a person's seats or answers differ. A person without a registration has no seats. */
const hasChanged = (before: Attendee | undefined, after: Attendee): boolean =>
  before === undefined ||
  (['walkIn', 'status', 'guestCount', 'formResponseId'] as const).some((name) => before[name] !== after[name])

/** Builds the result of a step. Free seats go to waiting people at once. */
const resultOf = async (
  { card }: RegistrationRequest,
  snapshot: Snapshot,
  row: Attendee,
  context: RegistrationContext,
  claimed?: SeatCounter,
): Promise<RegistrationResult> => {
  const counter = claimed ?? snapshot.counter
  const isFewer = row.guestCount < (snapshot.row?.guestCount ?? 0)
  const isAdvanced = counter?.hasWaitlist && (isFewer || freeSeats(counter) > 0)
  const promoted = isAdvanced ? await (await loadRemoval()).advanceOnce(context, card) : []
  const isNew = snapshot.row === undefined
  const isPromoted = promoted.some(({ place }) => place === row.place)
  const after: Attendee = isPromoted ? { ...row, status: 'attending', place: undefined } : row
  const others = promoted.filter(({ place }) => place !== row.place)
  countForCaller(context, card, { before: snapshot.row, after, promoted: others })
  const isChanged = hasChanged(snapshot.row, after)
  if (after.status === 'attending') return { card, row: after, isNew, isChanged }
  const ahead = (counter?.waiting ?? 0) - (claimed ? 1 : 0)
  return { card, row, isNew, isChanged, ...(isNew ? { position: ahead + 1 } : {}) }
}

const refusalOf = (state: HostState) => (state === 'dormant' ? OrgInactive : EventNotFound)

/** Inactive organizations accept no registrations. The card's copy may be old, so the organization is read. */
const refuseDormant = async (card: EventCard, { table }: RegistrationContext): Promise<void> => {
  if (card.host.dormant && (await hostState(table, card)) === 'dormant') fail(OrgInactive)
}

/**
 * Removes a registration whose host was deleted meanwhile. If this fails, the registration is removed with the event.
 */
const undoRegistration = async (
  { card, person }: RegistrationRequest,
  state: HostState,
  context: RegistrationContext,
): Promise<never> => {
  const { removeFromEvent } = await loadRemoval()
  await removeFromEvent(context, { card, row: undefined }, [person]).catch(() => undefined)
  return fail(refusalOf(state))
}

/** Attempts while another request of the same person runs, such as the client's previous one. */
const pendingAttempts = 6

const completeRegistration = async (
  input: RegistrationInput,
  request: RegistrationRequest,
  first: Snapshot,
  context: RegistrationContext,
): Promise<RegistrationResult> => {
  const { table, caller } = context
  const { card, person } = request
  let snapshot = first
  let hostStateRead: Promise<HostState> | undefined
  // Read in parallel with the first write, so that it adds no wait.
  const readHost = async (): Promise<HostState> => {
    if (first.row) return undefined
    hostStateRead ??= hostState(table, card)
    return hostStateRead
  }
  return table.retryOnConflict(async (turn) => {
    refuseJoined(person, snapshot, context)
    if (input.onlyChange && !snapshot.row) fail(NotRegistered)
    // A registered person remains, whatever the school's rules are now.
    if (!snapshot.row && isGuestRefused(context.school, caller)) fail(OtherSchoolRefused)
    const { counter, isCertain } = snapshot
    // The card is older than the counter: outdated terms must not decide.
    if (isCertain && counter && counter.terms !== card.terms) fail(ConcurrentChange)
    if (snapshot.row && changesNothing(input, snapshot.row)) return unchangedResult(card, snapshot.row)
    const answers = keepsAnswersOf(input, snapshot.row) ? noAnswers : request.answers
    const step = planStep({ ...request, answers }, snapshot)
    const [written, state] = step
      ? await runStep(step, request, snapshot.known, context, readHost)
      : [undefined, await readHost()]
    if (state) return written?.ok ? undoRegistration(request, state, context) : fail(refusalOf(state))
    if (written?.ok && step) return resultOf(request, snapshot, step.row, context, written.counter)
    if (written?.isPending && turn >= pendingAttempts) return failUnavailable()
    if (written?.counter) {
      // The refused claim has returned the counter, so nothing is read again.
      snapshot = { ...snapshot, counter: written.counter, isCertain: true }
      return conflicted
    }
    const refusedAt = written?.ok === false ? written.failed : []
    const { user } = snapshot.known
    if (user && step?.guestAt !== undefined && refusedAt.includes(step.guestAt))
      await convertGuest(context, card, user)
    if (request.affiliationChecks.length > 0) await requireAffiliation(card, person, context)
    snapshot = await readSnapshotAgain(table, card, person, caller)
    return conflicted
  })
}

/** Reads again, strongly, when the request changes nothing or the person may have answered the form as a guest. */
const reliableSnapshot = async (
  input: RegistrationInput,
  person: AttendeeKey,
  { card, ...snapshot }: OpenEvent,
  context: RegistrationContext,
): Promise<Snapshot> => {
  const { table, caller } = context
  const { user } = snapshot.known
  const again = () => readSnapshotAgain(table, card, person, caller)
  if (snapshot.row && !changesNothing(input, snapshot.row)) return snapshot
  if (snapshot.row)
    return { ...snapshot, row: await table.get(attendee, rowKey(card, person), { strong: true }) }
  if (!user || card.registrationFormId === undefined || input.formAnswers !== undefined) return snapshot
  if (!mayHaveBeenGuest(card, user)) return snapshot
  await convertGuest(context, card, user)
  return again()
}

const registerOnce = async (
  input: RegistrationInput,
  context: RegistrationContext,
  person: AttendeeKey,
  checkEvent: (card: EventCard) => void,
  strong: boolean,
): Promise<RegistrationResult> => {
  const { table, now, newId } = context
  const found = await requireOpen(input, person, context, checkEvent, strong)
  const { card, affiliationChecks } = found
  const snapshot = await reliableSnapshot(input, person, found, context)
  if (snapshot.row && changesNothing(input, snapshot.row)) return unchangedResult(card, snapshot.row)
  const form = await formOf(table, card)
  const formPerson = { ...person, eventId: card.eventId }
  const sent = keepsAnswersOf(input, snapshot.row) ? undefined : input.formAnswers
  const answers = validateFormAnswers(context, form, sent, formPerson, snapshot.row)
  const { guestCount } = input
  const at = now()
  const entryId = idAt(at.getTime(), newId())
  const request = { card, person, affiliationChecks, guestCount, answers, entryId, at: at.toISOString() }
  return completeRegistration(input, request, snapshot, context)
}

/** Reads of a registration that finds new terms each time. The first one is eventually consistent. */
const maxReads = 4

/**
 * Registers a person, or changes their registration: seated while seats are free, on the waitlist if the event has one,
 * rejected otherwise. Three round trips, and one more for a form or a members-only event. `checkEvent` runs
 * first. A rejection by an eventually consistent read is checked again, because the event may just have opened. Fails
 * with 404 `Event not found`, and with 400 or 409 as its contract declares.
 */
export const register = async (
  input: RegistrationInput,
  context: RegistrationContext,
  person: AttendeeKey = attendeeKeyOf(context.caller),
  checkEvent: (card: EventCard) => void = () => undefined,
): Promise<RegistrationResult> => {
  for (let read = 0; ; read += 1) {
    try {
      return await registerOnce(input, context, person, checkEvent, read > 0)
    } catch (error) {
      const refused = error instanceof Failure && error.kind.status < 500
      const isRetried = refused && (read === 0 || error.kind === ConcurrentChange)
      if (!isRetried || read + 1 >= maxReads) throw error
    }
  }
}

export const registeredView = (
  { card, row, isNew, position }: RegistrationResult,
  context: Pick<RegistrationContext, 'counts'>,
) => {
  const rsvp = rsvpViewOf(row, position)
  const { status, waitlistPosition } = rsvp
  const { registrationCount } = countsForReader(card, context)
  const message = status === 'attending' ? 'Registered' : 'Added to the waitlist'
  const view = { status, waitlistPosition, registrationCount, data: { rsvp } }
  return answer(view, { message, status: isNew ? 201 : 200 })
}

export const registerForEvent: Operation<Rows['registerForEvent']> = prefetching(
  prefetchSnapshot,
  async ({ event_id: eventId, ...input }, context) =>
    registeredView(await register({ eventId, ...input }, context), context),
)
