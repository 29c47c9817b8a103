import type { Context } from '../../../lib/context.ts'
import { Failure, fail } from '../../../lib/contract/failure.ts'
import { ConcurrentChange, OtherSchoolRefused } from '../../../lib/contract/failures.ts'
import { OrgInactive } from '../../../lib/contract/org-rules.ts'
import { idAt } from '../../../lib/id.ts'
import { isGuestRefused } from '../../../lib/identity/school/admission.ts'
import { failUnavailable } from '../../../lib/table/call.ts'
import { lost } from '../../../lib/table/retry.ts'
import type { Write } from '../../../lib/table/write.ts'
import { type Attendee, attendee, type EventCard, type HostState, hostState } from '../../events/index.ts'
import { EventNotFound } from '../contract/failures.ts'
import { rowKey, type Who, whoOf } from '../person.ts'
import type { SeatCounter } from '../repository.ts'
import { freeOf } from '../seats/seats.ts'
import { type FirstSnapshot, readSnapshot, readSnapshotAgain, type Snapshot } from '../seats/snapshot.ts'
import { belongingFor, refuseClosed, requireBelonging, requireVisible } from './admission.ts'
import { answeredBy, formOf } from './answers.ts'
import { perform } from './claimed-rows.ts'
import type { convertGuest as convert } from './guest-conversion.ts'
import { changeStep, mayHaveBeenGuest, newStep, type Step, type Wish } from './seat-choice.ts'
import { removal } from './withdrawal.ts'

type Asked = {
  readonly eventId: string
  readonly guestCount?: number | undefined
  readonly formAnswers?: Parameters<typeof answeredBy>[2]
}

/** How somebody stands to an event, and whether they did not before. */
export type Registered = {
  readonly card: EventCard
  readonly row: Attendee
  readonly made: boolean
  /** While waiting, as far as it is known without counting the line. */
  readonly position?: number
}

type RegistrationContext = Context<'caller'>
type Found = FirstSnapshot & { readonly card: EventCard; readonly belongs: readonly Write[] }

const asksNothing = ({ guestCount, formAnswers }: Asked, row: Attendee): boolean =>
  formAnswers === undefined && !row.walkIn && (guestCount === undefined || guestCount === row.guestCount)

/** Loaded where a guest has joined the school: most registrations need none of it. */
const convertGuest = async (...given: Parameters<typeof convert>) =>
  (await import('./guest-conversion.ts')).convertGuest(...given)

/** Refuses by what the card says. */
const requireOpen = async (
  asked: Asked,
  who: Who,
  context: RegistrationContext,
  permit: (card: EventCard) => void,
  strong: boolean,
): Promise<Found> => {
  const { table, caller } = context
  const { card, ...found } = await readSnapshot(table, asked.eventId, who, caller, { strong })
  if (!card || card.deletedAt !== undefined) return fail(EventNotFound)
  permit(card)
  const viewer = await requireVisible(card, context)
  if (!(found.row && asksNothing(asked, found.row))) {
    refuseClosed(card, context.now())
    await refuseDormant(card, context)
  }
  return { ...found, card, belongs: await belongingFor(card, who, viewer, context) }
}

/** A guest who has joined the school meanwhile stands on the event as a user, or not at all. */
const refuseJoined = (who: Who, { known }: Snapshot, { tenant }: RegistrationContext): void => {
  if (who.kind === 'g' && known.access?.memberships[tenant.key]?.status === 'active') fail(ConcurrentChange)
}

const stepFor = (wish: Wish, snapshot: Snapshot): Step | undefined =>
  snapshot.row ? changeStep(wish, snapshot, snapshot.row) : newStep(wish, snapshot)

/** Seats that are free while there is a line go to the line at once. */
const outcomeOf = async (
  { card }: Wish,
  snapshot: Snapshot,
  row: Attendee,
  context: RegistrationContext,
  seat?: SeatCounter,
): Promise<Registered> => {
  const own = seat ?? snapshot.seats.find(({ k }) => k === row.partition)
  const fewer = row.guestCount < (snapshot.row?.guestCount ?? 0)
  const promoted =
    own?.lined && (fewer || freeOf(own) > 0) ? await (await removal()).stepOn(context, card) : []
  const made = snapshot.row === undefined
  if (row.status === 'attending') return { card, row, made }
  if (promoted.some(({ place }) => place === row.place))
    return { card, row: { ...row, status: 'attending', place: undefined }, made }
  const waiting = (own?.waiting ?? 0) - (seat ? 1 : 0)
  const ahead = card.seatCounters > 1 ? Math.max(card.waitlistCount, waiting) : waiting
  return { card, row, made, ...(made ? { position: ahead + 1 } : {}) }
}

const refusalOf = (state: HostState) => (state === 'dormant' ? OrgInactive : EventNotFound)

/** An inactive organization takes nobody to its events. Its copy on the card may be old, so it is asked itself. */
const refuseDormant = async (card: EventCard, { table }: RegistrationContext): Promise<void> => {
  if (card.host.dormant && (await hostState(table, card)) === 'dormant') fail(OrgInactive)
}

/** What nobody may have any more, because its host was deleted meanwhile: it goes with the event where this fails. */
const undo = async ({ card, who }: Wish, state: HostState, context: RegistrationContext): Promise<never> => {
  const { takeOff } = await removal()
  await takeOff(context, { card, row: undefined }, [who]).catch(() => undefined)
  return fail(refusalOf(state))
}

/** Tries while another request of the same person is under way; a client that asks again meets its own last one. */
const mostTurns = 6

const carryOut = async (
  asked: Asked,
  wish: Wish,
  first: Snapshot,
  context: RegistrationContext,
): Promise<Registered> => {
  const { table, caller } = context
  const { card, who } = wish
  let snapshot = first
  // Looked up beside the write, so that nobody waits for it.
  const hosted = first.row ? Promise.resolve(undefined) : hostState(table, card)
  return table.retryOnConflict(async (turn) => {
    refuseJoined(who, snapshot, context)
    // Who is there already stays, whatever the school says by now.
    if (!snapshot.row && isGuestRefused(context.school, caller)) fail(OtherSchoolRefused)
    // The card is older than the counters: nobody is judged by terms that are over.
    if (snapshot.certain && snapshot.seats.some(({ terms }) => terms !== card.terms)) fail(ConcurrentChange)
    if (snapshot.row && asksNothing(asked, snapshot.row)) return { card, row: snapshot.row, made: false }
    const step = stepFor(wish, snapshot)
    const [written, state] = await Promise.all([step && perform(step, wish, snapshot.known, context), hosted])
    if (state) return written?.ok ? undo(wish, state, context) : fail(refusalOf(state))
    if (written?.ok && step?.row) return outcomeOf(wish, snapshot, step.row, context, written.seat)
    if (written?.pending && turn >= mostTurns) return failUnavailable()
    const refusedAt = written?.ok === false ? written.failed : []
    const { user } = snapshot.known
    if (user && step?.guestAt !== undefined && refusedAt.includes(step.guestAt))
      await convertGuest(context, card, user)
    if (wish.belongs.length > 0) await requireBelonging(card, who, context)
    snapshot = await readSnapshotAgain(table, card, who, caller)
    return lost
  })
}

/** A look that may be relied on where the person asks for nothing, or may have answered the form as a guest before. */
const settledSnapshot = async (
  asked: Asked,
  who: Who,
  { card, ...snapshot }: Found,
  context: RegistrationContext,
): Promise<Snapshot> => {
  const { table, caller } = context
  const { user } = snapshot.known
  const again = () => readSnapshotAgain(table, card, who, caller)
  if (snapshot.row && !asksNothing(asked, snapshot.row)) return snapshot
  if (snapshot.row)
    return { ...snapshot, row: await table.get(attendee, rowKey(card, who), { strong: true }) }
  if (!user || card.registrationFormId === undefined || asked.formAnswers !== undefined) return snapshot
  if (!mayHaveBeenGuest(card, user)) return snapshot
  await convertGuest(context, card, user)
  return again()
}

const registerBy = async (
  asked: Asked,
  context: RegistrationContext,
  who: Who,
  permit: (card: EventCard) => void,
  strong: boolean,
): Promise<Registered> => {
  const { table, now, newId } = context
  const found = await requireOpen(asked, who, context, permit, strong)
  const { card, belongs } = found
  const snapshot = await settledSnapshot(asked, who, found, context)
  if (snapshot.row && asksNothing(asked, snapshot.row)) return { card, row: snapshot.row, made: false }
  const form = await formOf(table, card)
  const person = { ...who, eventId: card.eventId }
  const answered = answeredBy(context, form, asked.formAnswers, person, snapshot.row)
  const { guestCount } = asked
  const at = now()
  const entryId = idAt(at.getTime(), newId())
  const wish = { card, who, belongs, guestCount, answered, entryId, at: at.toISOString() }
  return carryOut(asked, wish, snapshot, context)
}

/** Looks of a registration that finds other terms each time; the first one is eventual. */
const mostLooks = 4

/**
 * Registers somebody for an event, or changes their registration: seated while there is room, in line where the event has
 * one, refused otherwise. Three round trips; one more where the event has a form or is for members
 * only. `permit` judges the event before anything else. What an eventual read refuses is read once more: the event may just
 * have opened. Fails with 404 `Event not found`, 400 or 409 as its contract says.
 */
export const registerForEvent = async (
  asked: Asked,
  context: RegistrationContext,
  who: Who = whoOf(context.caller),
  permit: (card: EventCard) => void = () => undefined,
): Promise<Registered> => {
  for (let look = 0; ; look += 1) {
    try {
      return await registerBy(asked, context, who, permit, look > 0)
    } catch (error) {
      const refused = error instanceof Failure && error.kind.status < 500
      const mayFare = refused && (look === 0 || error.kind === ConcurrentChange)
      if (!mayFare || look + 1 >= mostLooks) throw error
    }
  }
}
