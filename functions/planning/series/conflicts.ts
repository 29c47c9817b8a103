import { Failure, type FailureKind, fail, failureText, withText } from '../../../lib/contract/failure.ts'
import { englishText, type PreparedText } from '../../../lib/contract/text/prepared.ts'
import { localTimeOf, type TimeRange } from '../../../lib/zones.ts'
import type { SkippedDate } from '../../events/contract.ts'
import {
  type EventRecord,
  occurrenceId,
  plannedTimesOf,
  type Recurrence,
  ruleStartOf,
} from '../../events/index.ts'
import { bookingsOf, type PlanContext } from '../../lifecycle/index.ts'
import { type Conflict, conflictsOf } from '../../rooms/index.ts'
import { type EventRules, refuseAgainstRules } from '../../stakeholders/index.ts'
import {
  BookingRuleBroken,
  EventInBlackout,
  EventTooEarly,
  EventTooFarAhead,
  RoomTaken,
  SeriesTooLong,
} from '../contract/failures.ts'
import { refuseField } from '../create/fields.ts'
import { factsOf } from '../submission/facts.ts'
import { maxOccurrencesOf, withTimes } from './occurrences.ts'

/** Failures that depend on the date. Others apply to the whole series. */
const datedCodes: ReadonlySet<string | undefined> = new Set(
  [BookingRuleBroken, EventInBlackout, EventTooEarly, EventTooFarAhead].map(({ code }) => code),
)

/** One date of a series, and why it cannot take place. */
type PlannedDate = {
  readonly date: string
  readonly event: EventRecord
  readonly refusal?: { readonly kind: FailureKind; readonly reason?: unknown } | undefined
  readonly conflicts?: readonly Conflict[]
}

const ruleRefusalOf = (
  event: EventRecord,
  rules: EventRules,
  now: Date,
  onlyDates: boolean,
): PlannedDate['refusal'] => {
  try {
    refuseAgainstRules(factsOf(event), rules, now)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (!datedCodes.has(error.kind.code)) {
      if (onlyDates) return undefined
      throw error
    }
    const { reason } = (error.extras.details ?? {}) as { readonly reason?: unknown }
    return { kind: error.kind, reason }
  }
  return undefined
}

/** Conflicts of each event's room. Bookings of the series itself are not conflicts. */
const roomConflictsOf = async (
  events: readonly EventRecord[],
  seriesId: string,
  { table }: Pick<PlanContext, 'table'>,
): Promise<readonly (readonly Conflict[])[]> => {
  const bookings = events.flatMap(({ card, body }) =>
    bookingsOf({ card: { ...card, status: 'not-applicable', shelf: 'live' }, body }),
  )
  if (bookings.length === 0) return events.map(() => [])
  const found = await conflictsOf(table, bookings)
  return found.map((each) =>
    each.filter(({ eventId }) => eventId !== seriesId && !eventId.startsWith(`${seriesId}-`)),
  )
}

const eventAt = ({ card, body }: EventRecord, times: TimeRange, at: number): EventRecord => ({
  card: {
    ...withTimes(card, times),
    eventId: at === 0 ? card.eventId : occurrenceId(card.eventId, at + 1),
  },
  body,
})

/**
 * All dates of a series with their conflicts. Fails with 400 for a series that is too long or has no date left, and like
 * the school's rules that do not depend on the date. A preview has `onlyDates` and ignores those rules.
 */
export const planSeries = async (
  head: EventRecord,
  rule: Recurrence,
  rules: EventRules,
  context: Pick<PlanContext, 'table' | 'now'>,
  { onlyDates = false } = {},
): Promise<readonly PlannedDate[]> => {
  const times = plannedTimesOf(head.card, rule, head.body)
  if (times.length === 0) refuseField('recurrence.skip', 'Keep at least one date of the series')
  const allowed = maxOccurrencesOf(head, rules)
  if (times.length > allowed)
    fail(
      withText(
        SeriesTooLong,
        failureText('A series has at most {allowed} events. End it sooner, or repeat it less often.', {
          allowed,
        }),
      ),
      { field: 'recurrence' },
    )
  const events = times.map((each, at) => eventAt(head, each, at))
  const dates = events.map(({ card }) => localTimeOf(card.start_time, card.timezone).date)
  if (new Set(dates).size < dates.length)
    refuseField('recurrence.move', 'Two events of the series would take place on the same date')
  const refusals = events.map((event) => ruleRefusalOf(event, rules, context.now(), onlyDates))
  const taken = await roomConflictsOf(events, head.card.eventId, context)
  return events.map((event, at) => {
    const conflicts = taken[at] ?? []
    const refusal = refusals[at] ?? (conflicts.length > 0 ? { kind: RoomTaken } : undefined)
    return { date: dates[at] ?? '', event, refusal, conflicts }
  })
}

type DateRefusal = NonNullable<PlannedDate['refusal']>

const dateProblem = ({ kind }: DateRefusal): PreparedText =>
  kind.code === RoomTaken.code ? failureText('The room is taken') : (kind.text ?? failureText(kind.message))

/** Why a date cannot take place. */
const skippedDateOf = (date: string, refusal: DateRefusal): SkippedDate => ({
  date,
  code: refusal.kind.code,
  message: englishText(dateProblem(refusal)),
})

/** A date as previews and refusals list it. */
export const seriesDateView = ({ date, event, refusal, conflicts }: PlannedDate) => {
  const { start_time, end_time } = event.card
  if (!refusal) return { date, start_time, end_time }
  const { code, message } = skippedDateOf(date, refusal)
  const reason = typeof refusal.reason === 'string' ? { reason: refusal.reason } : {}
  return { date, start_time, end_time, code, message, ...reason, conflicts: [...(conflicts ?? [])] }
}

/** Fails like the first date that cannot take place, and names all of them. */
const failDates = (bad: readonly PlannedDate[], total: number): never => {
  const named = bad.flatMap(({ date, refusal }) =>
    refusal ? [failureText('{date} ({problem})', { date, problem: dateProblem(refusal) })] : [],
  )
  const dates = named.reduce((first, second) => failureText('{first}; {second}', { first, second }))
  const refused = failureText(
    '{count} of {total} dates of the series cannot take place: {dates}. Skip or move these dates, or choose other times.',
    { count: bad.length, total, dates },
  )
  const [first] = bad
  const kind = first?.refusal?.kind ?? EventInBlackout
  const reason = bad.map(({ refusal }) => refusal?.reason).find((each) => typeof each === 'string')
  const conflicts = bad.flatMap((each) => each.conflicts ?? [])
  return fail(
    // Clients know the first words of a taken room.
    withText(
      kind,
      kind.code === RoomTaken.code
        ? failureText('{problem}. {dates}', { problem: failureText(kind.message), dates: refused })
        : refused,
    ),
    {
      field: 'recurrence',
      details: { ...(reason === undefined ? {} : { reason }), dates: bad.map(seriesDateView) },
      ...(conflicts.length > 0 ? { data: { isAvailable: false, conflicts }, top: { conflicts } } : {}),
    },
  )
}

/**
 * Decides on which dates a series takes place before it is submitted (rules/planning 41–43). Dates that cannot take
 * place are refused by name, or left out if the planner chose that. The first event takes the first date that remains.
 * One strongly consistent round trip for a series with a room; none otherwise.
 */
export const resolveSeries = async (
  head: EventRecord,
  rules: EventRules,
  context: PlanContext,
): Promise<EventRecord> => {
  const { seriesStart: _, skippedDates: __, ...body } = head.body
  const { recurrence } = body
  if (!recurrence) return head
  const dates = await planSeries(head, recurrence, rules, context)
  const bad = dates.filter(({ refusal }) => refusal !== undefined)
  const [first] = dates.filter(({ refusal }) => refusal === undefined)
  if (!first || (bad.length > 0 && recurrence.onConflict !== 'skip')) return failDates(bad, dates.length)
  // A moved date is left out under the date that the rule gives it.
  const ruleDates = new Map((recurrence.move ?? []).map(({ from, to }) => [to, from]))
  const skippedDates = bad.flatMap(({ date, refusal }) =>
    refusal ? [{ ...skippedDateOf(date, refusal), date: ruleDates.get(date) ?? date }] : [],
  )
  const start = ruleStartOf(head.card, recurrence, head.body)
  return {
    card: { ...first.event.card, eventId: head.card.eventId },
    body: {
      ...body,
      ...(start === first.date ? {} : { seriesStart: start }),
      ...(skippedDates.length > 0 ? { skippedDates } : {}),
    },
  }
}
