import { dayMs } from '../../../lib/contract/time.ts'
import { daysLater, localTimeOf } from '../../../lib/zones.ts'
import {
  type EventCard,
  type EventRecord,
  maxSeriesLength,
  occurrenceId,
  timesOf,
} from '../../events/index.ts'
import { type EventRules, governs } from '../../stakeholders/index.ts'
import { factsOf } from '../submission/facts.ts'

type Times = Pick<EventCard, 'start_time' | 'end_time'>

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

/** The first event at another time of its series. Its deadline moves with it. */
export const withTimes = (card: EventCard, times: Times): EventCard => {
  const { registrationDeadline, ...rest } = card
  const deadline = registrationDeadline && shiftedDeadlineOf(card, times, registrationDeadline)
  return { ...rest, ...times, ...(deadline ? { registrationDeadline: deadline } : {}) }
}

const occurrenceOf = ({ card, body }: EventRecord, times: Times, index: number): EventRecord => {
  const eventId = occurrenceId(card.eventId, index)
  const { liveAt: _, cancelledAt: __, changesRequestedFor: ___, ...kept } = withTimes(card, times)
  const {
    recurrence: ____,
    reservation: _____,
    seriesSize: ______,
    seriesSubmission: _______,
    seriesStart: ________,
    skippedDates: _________,
    ...rest
  } = body
  return {
    card: {
      ...kept,
      ...emptyCounts,
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
  return timesOf(head.card, recurrence, head.body)
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
