import type { ChangeContext } from '../../../lib/consumer.ts'
import { notificationDue } from '../../../lib/outbox.ts'
import { type EventRecord, eventParamsOf, findEvent } from '../../events/index.ts'
import { metadataOf } from '../../lifecycle/index.ts'
import { changeEvent } from '../edit/change.ts'
import type { SeriesTask } from '../repository.ts'

/**
 * Notifies the creator of an event that could not take part for lack of its room or a form. The event is a draft again,
 * or was not created as `requested` (rules/planning 37).
 */
export const notifySeriesFailure = async (
  eventId: string,
  { job, run, seriesId }: SeriesTask,
  requested: EventRecord | undefined,
  context: ChangeContext,
) => {
  const existing = await findEvent(context.table, eventId, { strong: true })
  const card = (existing ?? requested)?.card
  // A date that was called off or is over has nothing to follow.
  if (!card || existing?.card.shelf === 'past') return
  const notification = notificationDue(context, {
    template: 'event_series_failed',
    cause: `${eventId}#${run}`,
    to: { kind: 'users', ids: [card.createdBy] },
    params: { ...eventParamsOf(card), ...(existing ? {} : { unmade: 'yes' }) },
    // An event that was not created has no page, so the link leads to the first event.
    metadata: metadataOf(existing ? card : { ...card, eventId: seriesId }, context),
  })
  if (job === 'follow' && card.status === 'pending')
    await changeEvent(context, eventId, async (now) =>
      now.card.status === 'pending'
        ? { requested: { card: { ...now.card, status: 'draft' }, body: now.body }, more: [notification] }
        : undefined,
    )
  else await context.table.write([notification])
}
