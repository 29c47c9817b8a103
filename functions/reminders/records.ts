import type { DueFacts } from '../../lib/scheduled/task.ts'
import { type EventCard, isLive } from '../events/index.ts'

/** What the due rows of an event follow from. */
export type Scheduled = Pick<EventCard, 'eventId' | 'start_time' | 'end_time' | 'shelf' | 'deletedAt'>

export const reminderKind = 'reminder'
export const completionKind = 'completion'

const hourMs = 3_600_000

const reminderOf = ({ eventId, start_time: startTime }: Scheduled, hours: number): DueFacts => ({
  kind: reminderKind,
  subject: eventId,
  version: `${startTime}#${hours}`,
  at: new Date(Date.parse(startTime) - hours * hourMs).toISOString(),
  params: { startTime, hours: String(hours) },
})

const completionOf = ({ eventId, end_time: endTime }: Scheduled): DueFacts => ({
  kind: completionKind,
  subject: eventId,
  version: endTime,
  at: endTime,
  params: { endTime },
})

/** Everything that is due for an event as long as it is live: a reminder per interval (hours before the start), and its end. */
export const factsOf = (card: Scheduled | undefined, hours: readonly number[]): readonly DueFacts[] =>
  card && isLive(card)
    ? [...[...new Set(hours)].map((each) => reminderOf(card, each)), completionOf(card)]
    : []
