import { key } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import { type EventCard, eventBody, firstEvents, hostEvents, longestMs } from '../../events/index.ts'

/** Events of an organization that are looked at; nobody has that many ahead. */
const mostAhead = 500

/** Which of some events ask for feedback with a form. */
const askingAfter = async (table: Table, cards: readonly EventCard[], formId: string) => {
  const bodies = await table.batchGet(cards.map(({ eventId }) => key(eventBody, { eventId })))
  return cards.find((_, at) => bodies[at]?.feedbackFormId === formId)
}

/**
 * The first event of an organization that is not over, planned or open to people, and asks with a form: who registers, or who
 * was there. Two round trips; what they cost follows from the events that are ahead, not from those of former years.
 */
export const eventAskingWith = async (
  table: Table,
  orgId: string,
  formId: string,
  now: Date,
): Promise<Pick<EventCard, 'eventId' | 'name'> | undefined> => {
  const sources = [hostEvents(table, orgId, 'live'), hostEvents(table, orgId, 'work')]
  const from = new Date(now.getTime() - longestMs).toISOString()
  const cards = (await firstEvents(sources, { from, limit: mostAhead })).filter(
    ({ hostingId, end_time }) => hostingId === orgId && Date.parse(end_time) >= now.getTime(),
  )
  const asking = cards.find(({ registrationFormId }) => registrationFormId === formId)
  return asking ?? askingAfter(table, cards, formId)
}
