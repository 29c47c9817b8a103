import { hourMs } from '../../lib/contract/time.ts'
import { type Entry, everybody, listName, type WordRow, wordIndex } from '../../lib/search/rows.ts'
import { matchesPrefixes, nameWordsOf } from '../../lib/search/words.ts'
import { EventStatus } from './contract/event-shapes.ts'
import { type EventCard, eventCard, HostingType, isInPublicLists } from './records/event.ts'

/**
 * Whether the school's lists of upcoming events show the event: public, live, and its host is active. An inactive
 * organization accepts no registrations (rules/events 30).
 */
export const isPublicLive = ({ visibility, shelf, deletedAt, host }: EventCard): boolean =>
  visibility === 'public' && shelf === 'live' && deletedAt === undefined && !host.dormant

/** Limits for the words that index one event in addition to those of its name, and for each text but the name. */
const maxFurtherWords = 48
const maxWordsOfText = 48

/**
 * Words that find an event in addition to those of its name: of its tags, host, place and the start of its description
 * (rules/events 28). A person's name finds only public live events.
 */
const furtherWordsOf = (card: EventCard): readonly string[] => {
  const name = new Set(nameWordsOf(card.name))
  const host = card.hostingType === 'Org' || isPublicLive(card) ? card.host.name : ''
  const texts = [...card.tags, host, card.location ?? '', card.classroom_id ?? '', card.summary ?? '']
  const words = texts.flatMap((text) => nameWordsOf(text, maxWordsOfText))
  return [...new Set(words)].filter((word) => !name.has(word)).slice(0, maxFurtherWords)
}

/** Whether every typed word begins a word that finds the event. */
export const isFoundBy = (typed: readonly string[], card: EventCard): boolean =>
  matchesPrefixes(typed, [...nameWordsOf(card.name), ...furtherWordsOf(card)])

/** The index scope of all events that an organization hosts or helps to run. */
export const hostScope = (orgId: string): string => `${orgId}.`

/**
 * Indexes events by the words of their names, tags, hosts, places and descriptions: public live events, and all events
 * of each organization.
 */
export const eventWordIndex = wordIndex('event', eventCard, (card): Entry | undefined => {
  const { eventId, name, start_time, end_time, hostingType, hostingId, collaborators, status, type } = card
  if (card.deletedAt !== undefined) return undefined
  const further = furtherWordsOf(card).join(' ')
  return {
    id: eventId,
    text: nameWordsOf(name).join(' '),
    ...(further ? { further } : {}),
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

/** Lists by start look back this far for events that still run. Longer events are in `longEventIndex`. */
export const shortEventMs = 4 * hourMs

const longLabel = 'all'

/** The list of long events that the school's lists show or have shown, by start. The fact of a row is its end. */
export const longEventIndex = wordIndex('long', eventCard, (card): Entry | undefined => {
  const { eventId, start_time, end_time, status } = card
  const at = Date.parse(start_time)
  if (!isInPublicLists(card) || status === 'cancelled' || Date.parse(end_time) - at <= shortEventMs)
    return undefined
  return { id: eventId, text: start_time, at, facts: end_time, scopes: [], labels: [longLabel] }
})
export const longEventList = listName(longEventIndex.name, longLabel)
