import type { Context } from '../../lib/context.ts'
import { type EventCard, type EventRecord, plannedCardView, plannedView } from '../events/index.ts'
import type { ListedEvent } from './contract/replies.ts'

/** An event in the list of an organization that hosts it or helps to run it. */
export const listedView = (card: EventCard, orgId: string, now: Date): ListedEvent => ({
  ...plannedCardView(card, now),
  collaborationRole: card.hostingId === orgId ? 'hosting' : 'collaborating',
})

/** The event at the top of the reply and again under `data`, for clients that read it there. */
export const withEventAlias = (whole: EventRecord, now: Date) => {
  const event = plannedView(whole, now)
  return { event, data: { event } }
}

export const statusView = (whole: EventRecord, { now }: Pick<Context, 'now'>) => ({
  ...withEventAlias(whole, now()),
  status: whole.card.status,
})
