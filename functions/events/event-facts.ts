import { type Entry, everybody, type WordRow, wordIndex, wordsOf } from '../../lib/search/rows.ts'
import { EventStatus } from './contract/event-shapes.ts'
import { type EventCard, eventCard, HostingType } from './records/event.ts'

/** Whether the school's lists show the event: public and live. */
export const isPublicLive = ({ visibility, shelf, deletedAt }: EventCard): boolean =>
  visibility === 'public' && shelf === 'live' && deletedAt === undefined

/** The index scope of all events that an organization hosts or helps to run. */
export const hostScope = (orgId: string): string => `${orgId}.`

/** Indexes events by the words of their names: public live events, and all events of each organization. */
export const eventWordIndex = wordIndex('event', eventCard, (card): Entry | undefined => {
  const { eventId, name, start_time, end_time, hostingType, hostingId, collaborators, status, type } = card
  if (card.deletedAt !== undefined) return undefined
  return {
    id: eventId,
    text: wordsOf(name).join(' '),
    at: Date.parse(start_time),
    facts: [end_time.slice(0, 10), hostingType, status, type].join(' '),
    scopes: [
      ...(isPublicLive(card) ? [everybody] : []),
      ...[...(hostingType === 'Org' ? [hostingId] : []), ...collaborators].map(hostScope),
    ],
  }
})

/** `endDay` is the date of its end (UTC). */
export const eventFactsOf = ({ facts = '' }: WordRow) => {
  const [endDay = '', hostingType, status, ...type] = facts.split(' ')
  return {
    endDay,
    hostingType: HostingType.parse(hostingType),
    status: EventStatus.parse(status),
    type: type.join(' '),
  }
}
