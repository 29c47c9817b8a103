import { dayMs } from '../../../lib/contract/time.ts'
import { dailyHoursOf, dayAfter, daysLater, hoursOnDay, localTimeOf } from '../../../lib/zones.ts'
import type { EventCard, EventRecord, Recurrence } from '../../events/index.ts'
import { type EventRules, governs } from '../../stakeholders/index.ts'
import { factsOf } from '../submission/facts.ts'

type Times = Pick<EventCard, 'start_time' | 'end_time'>

const maxSeriesLength = 52
/** Monthly events on a 31st skip months without one. */
const maxSteps = maxSeriesLength * 12

const dayOf = (first: string, { frequency, interval }: Recurrence, step: number): string | undefined => {
  if (frequency === 'monthly') return dayAfter(first, { months: step * interval })
  const days = { daily: 1, weekly: 7, biweekly: 14 }[frequency]
  return dayAfter(first, { days: step * interval * days })
}

/**
 * Returns the times of all events of a series, the first included. Start and end keep their local time when the clocks
 * change. At most 52 events.
 */
export const timesOf = (
  { start_time, end_time, timezone }: Times & Pick<EventCard, 'timezone'>,
  recurrence: Recurrence,
): readonly Times[] => {
  const { date } = localTimeOf(start_time, timezone)
  const hours = dailyHoursOf({ start_time, end_time }, timezone)
  const last = recurrence.until?.slice(0, 10)
  const found: Times[] = [{ start_time, end_time }]
  for (let step = 1; step < maxSteps && found.length < (recurrence.count ?? maxSeriesLength); step += 1) {
    const day = dayOf(date, recurrence, step)
    if (last !== undefined && day !== undefined && day > last) break
    const times = day && hoursOnDay(day, hours, timezone)
    if (times) found.push(times)
  }
  return found
}

export const occurrenceId = (seriesId: string, index: number): string =>
  `${seriesId}-${String(index).padStart(4, '0')}`

const emptyCounts = {
  registrationCount: 0,
  seatsTaken: 0,
  waitlistCount: 0,
  checkedInCount: 0,
  firstAttendees: [],
  firstGuests: [],
  collaborators: [],
}

/** Moves a time that belongs to an event, such as its deadline, to another day of the series. */
const shiftedDeadlineOf = (
  { start_time, timezone }: EventCard,
  times: Times,
  moment: string,
): string | undefined => {
  const [was, is] = [start_time, times.start_time].map((one) => Date.parse(localTimeOf(one, timezone).date))
  return daysLater(moment, Math.round(((is ?? 0) - (was ?? 0)) / dayMs), timezone)
}

const occurrenceOf = ({ card, body }: EventRecord, times: Times, index: number): EventRecord => {
  const eventId = occurrenceId(card.eventId, index)
  const { liveAt: _, cancelledAt: __, registrationDeadline, ...kept } = card
  const { recurrence: ___, reservation: ____, seriesSize: _____, seriesSubmission: ______, ...rest } = body
  const deadline = registrationDeadline && shiftedDeadlineOf(card, times, registrationDeadline)
  return {
    card: {
      ...kept,
      ...times,
      ...emptyCounts,
      ...(deadline ? { registrationDeadline: deadline } : {}),
      eventId,
      seriesId: card.eventId,
      // It follows the first event of the series until it is submitted on its own.
      submission: 0,
      sequence: 0,
      version: 0,
    },
    body: { ...rest, eventId, occurrenceIndex: index, version: 0 },
  }
}

/** Builds the other events of a series from the first one. Empty for an event that does not repeat. */
export const occurrencesOf = (head: EventRecord): readonly EventRecord[] => {
  const { recurrence } = head.body
  if (!recurrence) return []
  return timesOf(head.card, recurrence)
    .map((times, at) => [times, at + 1] as const)
    .slice(1)
    .map(([times, index]) => occurrenceOf(head, times, index))
}

/** One term of weekly meetings. */
const defaultMaxOccurrences = 16

/** Returns how many events a series may have: 16, unless a domain that governs the place sets another limit. */
export const maxOccurrencesOf = (head: EventRecord, { domains }: EventRules): number => {
  const facts = factsOf(head)
  const own = domains
    .filter((domain) => governs(domain, facts))
    .map(({ domainSettings }) => domainSettings.bookingRules.maxRecurringInstances)
  return own.length > 0 ? Math.min(maxSeriesLength, ...own) : defaultMaxOccurrences
}
