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
import { EventNotFound } from '../contract/failures.ts'
import type { contract } from '../contract.ts'
import type { SeatCounter } from '../repository.ts'
import { freeSeats } from '../seats/seat-counter.ts'
import {
  type FirstSnapshot,
  readSnapshot,
  readSnapshotAgain,
  type Snapshot,
  snapshotAhead,
} from '../seats/snapshot.ts'
import { rsvpViewOf } from '../views.ts'
import { belongingFor, refuseClosed, requireBelonging, requireVisible } from './admission.ts'
import { formOf, judgeAnswers } from './answers.ts'
import { countForCaller } from './counts.ts'
import { convertGuest } from './guest-conversion.ts'
import {
  mayHaveBeenGuest,
  planChange,
  planRegistration,
  type RegistrationRequest,
  type RegistrationStep,
} from './registration-plan.ts'
import { perform } from './registration-steps.ts'
import { removal } from './withdrawal.ts'

type Rows = (typeof contract)['rows']

type RegistrationInput = {
  readonly eventId: string
  readonly guestCount?: number | undefined
  readonly formAnswers?: Parameters<typeof judgeAnswers>[2]
}

/** A registration. `made`: it is new. */
export type Registered = {
  readonly card: EventCard
  readonly row: Attendee
  readonly made: boolean
  /** The waitlist position, if known without a read. */
  readonly position?: number
}

type RegistrationContext = Context<'caller'>
type OpenEvent = FirstSnapshot & { readonly card: EventCard; readonly belongs: readonly Write[] }

const changesNothing = ({ guestCount, formAnswers }: RegistrationInput, row: Attendee): boolean =>
  formAnswers === undefined && !row.walkIn && (guestCount === undefined || guestCount === row.guestCount)

/** Reads an event and rejects the request when its card closes registration. */
const requireOpen = async (
  input: RegistrationInput,
  who: AttendeeKey,
  context: RegistrationContext,
  permit: (card: EventCard) => void,
  strong: boolean,
): Promise<OpenEvent> => {
  const { table, caller } = context
  const { card, ...found } = await readSnapshot(table, input.eventId, who, caller, { strong })
  if (!card || card.deletedAt !== undefined) return fail(EventNotFound)
  permit(card)
  const viewer = await requireVisible(card, context)
  if (!(found.row && changesNothing(input, found.row))) {
    refuseClosed(card, context.now())
    await refuseDormant(card, context)
  }
  return { ...found, card, belongs: await belongingFor(card, who, viewer, context) }
}

/** A guest who has joined the school since is registered as a user, or not at all. */
const refuseJoined = (who: AttendeeKey, { known }: Snapshot, { tenant }: RegistrationContext): void => {
  if (who.kind === 'g' && known.access?.memberships[tenant.key]?.status === 'active') fail(ConcurrentChange)
}

const planStep = (request: RegistrationRequest, snapshot: Snapshot): RegistrationStep | undefined =>
  snapshot.row ? planChange(request, snapshot, snapshot.row) : planRegistration(request, snapshot)

/** Builds the result of a step. Free seats go to waiting people at once. */
const outcomeOf = async (
  { card }: RegistrationRequest,
  snapshot: Snapshot,
  row: Attendee,
  context: RegistrationContext,
  claimed?: SeatCounter,
): Promise<Registered> => {
  const counter = claimed ?? snapshot.counter
  const isFewer = row.guestCount < (snapshot.row?.guestCount ?? 0)
  const isAdvanced = counter?.hasWaitlist && (isFewer || freeSeats(counter) > 0)
  const promoted = isAdvanced ? await (await removal()).advanceOnce(context, card) : []
  const made = snapshot.row === undefined
  const isPromoted = promoted.some(({ place }) => place === row.place)
  const after: Attendee = isPromoted ? { ...row, status: 'attending', place: undefined } : row
  const others = promoted.length - (isPromoted ? 1 : 0)
  countForCaller(context, card, { before: snapshot.row, after, promoted: others })
  if (after.status === 'attending') return { card, row: after, made }
  const ahead = (counter?.waiting ?? 0) - (claimed ? 1 : 0)
  return { card, row, made, ...(made ? { position: ahead + 1 } : {}) }
}

const refusalOf = (state: HostState) => (state === 'dormant' ? OrgInactive : EventNotFound)

/** Inactive organizations accept no registrations. The card's copy may be old, so the organization is read. */
const refuseDormant = async (card: EventCard, { table }: RegistrationContext): Promise<void> => {
  if (card.host.dormant && (await hostState(table, card)) === 'dormant') fail(OrgInactive)
}

/**
 * Removes a registration whose host was deleted meanwhile. If this fails, the registration is removed with the event.
 */
const undo = async (
  { card, who }: RegistrationRequest,
  state: HostState,
  context: RegistrationContext,
): Promise<never> => {
  const { removeFromEvent } = await removal()
  await removeFromEvent(context, { card, row: undefined }, [who]).catch(() => undefined)
  return fail(refusalOf(state))
}

/** Attempts while another request of the same person runs, such as the client's previous one. */
const pendingAttempts = 6

const carryOut = async (
  input: RegistrationInput,
  request: RegistrationRequest,
  first: Snapshot,
  context: RegistrationContext,
): Promise<Registered> => {
  const { table, caller } = context
  const { card, who } = request
  let snapshot = first
  let hosted: Promise<HostState> | undefined
  // Read in parallel with the first write, so that it adds no wait.
  const readHost = async (): Promise<HostState> => {
    if (first.row) return undefined
    hosted ??= hostState(table, card)
    return hosted
  }
  return table.retryOnConflict(async (turn) => {
    refuseJoined(who, snapshot, context)
    // A registered person remains, whatever the school's rules are now.
    if (!snapshot.row && isGuestRefused(context.school, caller)) fail(OtherSchoolRefused)
    const { counter, isCertain } = snapshot
    // The card is older than the counter: outdated terms must not decide.
    if (isCertain && counter && counter.terms !== card.terms) fail(ConcurrentChange)
    if (snapshot.row && changesNothing(input, snapshot.row)) return { card, row: snapshot.row, made: false }
    const step = planStep(request, snapshot)
    const [written, state] = step
      ? await perform(step, request, snapshot.known, context, readHost)
      : [undefined, await readHost()]
    if (state) return written?.ok ? undo(request, state, context) : fail(refusalOf(state))
    if (written?.ok && step) return outcomeOf(request, snapshot, step.row, context, written.counter)
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
    if (request.belongs.length > 0) await requireBelonging(card, who, context)
    snapshot = await readSnapshotAgain(table, card, who, caller)
    return conflicted
  })
}

/** Reads again, strongly, when the request changes nothing or the person may have answered the form as a guest. */
const settledSnapshot = async (
  input: RegistrationInput,
  who: AttendeeKey,
  { card, ...snapshot }: OpenEvent,
  context: RegistrationContext,
): Promise<Snapshot> => {
  const { table, caller } = context
  const { user } = snapshot.known
  const again = () => readSnapshotAgain(table, card, who, caller)
  if (snapshot.row && !changesNothing(input, snapshot.row)) return snapshot
  if (snapshot.row)
    return { ...snapshot, row: await table.get(attendee, rowKey(card, who), { strong: true }) }
  if (!user || card.registrationFormId === undefined || input.formAnswers !== undefined) return snapshot
  if (!mayHaveBeenGuest(card, user)) return snapshot
  await convertGuest(context, card, user)
  return again()
}

const registerBy = async (
  input: RegistrationInput,
  context: RegistrationContext,
  who: AttendeeKey,
  permit: (card: EventCard) => void,
  strong: boolean,
): Promise<Registered> => {
  const { table, now, newId } = context
  const found = await requireOpen(input, who, context, permit, strong)
  const { card, belongs } = found
  const snapshot = await settledSnapshot(input, who, found, context)
  if (snapshot.row && changesNothing(input, snapshot.row)) return { card, row: snapshot.row, made: false }
  const form = await formOf(table, card)
  const person = { ...who, eventId: card.eventId }
  const answers = judgeAnswers(context, form, input.formAnswers, person, snapshot.row)
  const { guestCount } = input
  const at = now()
  const entryId = idAt(at.getTime(), newId())
  const request = { card, who, belongs, guestCount, answers, entryId, at: at.toISOString() }
  return carryOut(input, request, snapshot, context)
}

/** Reads of a registration that finds new terms each time. The first one is eventually consistent. */
const maxReads = 4

/**
 * Registers a person, or changes their registration: seated while seats are free, on the waitlist if the event has one,
 * rejected otherwise. Three round trips, and one more for a form or a members-only event. `permit` checks the event
 * first. A rejection by an eventually consistent read is checked again, because the event may just have opened. Fails
 * with 404 `Event not found`, and with 400 or 409 as its contract declares.
 */
export const register = async (
  input: RegistrationInput,
  context: RegistrationContext,
  who: AttendeeKey = attendeeKeyOf(context.caller),
  permit: (card: EventCard) => void = () => undefined,
): Promise<Registered> => {
  for (let read = 0; ; read += 1) {
    try {
      return await registerBy(input, context, who, permit, read > 0)
    } catch (error) {
      const refused = error instanceof Failure && error.kind.status < 500
      const isRetried = refused && (read === 0 || error.kind === ConcurrentChange)
      if (!isRetried || read + 1 >= maxReads) throw error
    }
  }
}

export const registeredView = (
  { card, row, made, position }: Registered,
  context: Pick<RegistrationContext, 'counts'>,
) => {
  const rsvp = rsvpViewOf(row, position)
  const { status, waitlistPosition } = rsvp
  const { registrationCount } = countsForReader(card, context)
  const message = status === 'attending' ? 'Registered' : 'Added to the waitlist'
  const view = { status, waitlistPosition, registrationCount, data: { rsvp } }
  return answer(view, { message, status: made ? 201 : 200 })
}

export const registerForEvent: Operation<Rows['registerForEvent']> = prefetching(
  snapshotAhead,
  async ({ event_id: eventId, guestCount, formAnswers }, context) =>
    registeredView(await register({ eventId, guestCount, formAnswers }, context), context),
)
