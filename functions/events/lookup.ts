import { fail } from '../../lib/contract/failure.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { EventNotFound } from './contract/failures.ts'
import { type EventBody, type EventCard, eventBody, eventCard } from './records/event.ts'

/** Card and body of an event that is not deleted. */
export type EventRecord = { readonly card: EventCard; readonly body: EventBody }

/** Finds an event. Undefined when it does not exist or is deleted. One round trip. */
export const findEvent = async (
  table: Table,
  eventId: string,
  { strong = false } = {},
): Promise<EventRecord | undefined> => {
  const [card, body] = await table.batchGet([key(eventCard, { eventId }), key(eventBody, { eventId })], {
    strong,
  })
  return card && body && card.deletedAt === undefined ? { card, body } : undefined
}

/** Finds the events that exist and are not deleted, in order. Strongly consistent, one round trip; none without ids. */
export const findEventsNow = async (
  table: Table,
  ids: readonly string[],
): Promise<readonly EventRecord[]> => {
  const [cards, bodies] = await Promise.all([
    table.batchGet(
      ids.map((eventId) => key(eventCard, { eventId })),
      { strong: true },
    ),
    table.batchGet(
      ids.map((eventId) => key(eventBody, { eventId })),
      { strong: true },
    ),
  ])
  return cards.flatMap((card, at) => {
    const body = bodies[at]
    return card && body && card.deletedAt === undefined ? [{ card, body }] : []
  })
}

/** Reads an event for a change. Strongly consistent. Fails with 404 `Event not found`. */
export const requireEvent = async (table: Table, eventId: string): Promise<EventRecord> =>
  (await findEvent(table, eventId, { strong: true })) ?? fail(EventNotFound)

export const isLive = ({ shelf, deletedAt }: Pick<EventCard, 'shelf' | 'deletedAt'>): boolean =>
  shelf === 'live' && deletedAt === undefined

/** Whether an organization hosts the event or helps to run it. */
export const isOfOrganization = (card: EventCard, orgId: string): boolean =>
  isHostedBy(card, orgId) || card.collaborators.includes(orgId)

export const isHostedBy = ({ hostingType, hostingId }: EventCard, orgId: string): boolean =>
  hostingType === 'Org' && hostingId === orgId

/** Fails with 404 `Event not found` unless the organization hosts the event or helps to run it. */
export const requireEventOf = async (table: Table, orgId: string, eventId: string): Promise<EventRecord> => {
  const whole = await requireEvent(table, eventId)
  return isOfOrganization(whole.card, orgId) ? whole : fail(EventNotFound)
}

/** Finds the card of an event that is not deleted. One round trip. */
export const findCard = async (
  table: Table,
  eventId: string,
  { strong = false } = {},
): Promise<EventCard | undefined> => {
  const card = await table.get(eventCard, { eventId }, { strong })
  return card?.deletedAt === undefined ? card : undefined
}

/**
 * Reads only the card, strongly consistent and at the cost of one small read. Fails with 404 `Event not found` like
 * `requireEventOf`.
 */
export const requireCardOf = async (table: Table, orgId: string, eventId: string): Promise<EventCard> => {
  const card = await findCard(table, eventId, { strong: true })
  return card && isOfOrganization(card, orgId) ? card : fail(EventNotFound)
}
