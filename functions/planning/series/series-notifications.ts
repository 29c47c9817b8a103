import type { ChangeContext } from '../../../lib/consumer.ts'
import { notificationDue } from '../../../lib/outbox.ts'
import { type EventRecord, eventParamsOf, findEvent } from '../../events/index.ts'
import { metadataOf } from '../../lifecycle/index.ts'
import { changeEvent } from '../edit/change.ts'
import type { SeriesTask } from '../repository.ts'

/**
 * An event that cannot take part, for the lack of its room or a form: it is a draft again, or was not made as `wanted`, and its
 * maker hears of it (rules/planning 37).
 */
export const notifySeriesFailure = async (
  eventId: string,
  { job, run, seriesId }: SeriesTask,
  wanted: EventRecord | undefined,
  context: ChangeContext,
) => {
  const existing = await findEvent(context.table, eventId, { strong: true })
  const card = (existing ?? wanted)?.card
  if (!card) return
  const notification = notificationDue(context, {
    template: 'event_series_failed',
    cause: `${eventId}#${run}`,
    to: { kind: 'users', ids: [card.createdBy] },
    params: { ...eventParamsOf(card), ...(existing ? {} : { unmade: 'yes' }) },
    // What was not made has no page: the first one of its series has.
    metadata: metadataOf(existing ? card : { ...card, eventId: seriesId }, context),
  })
  if (job === 'follow' && card.status === 'pending')
    await changeEvent(context, eventId, async (now) =>
      now.card.status === 'pending'
        ? { wanted: { card: { ...now.card, status: 'draft' }, body: now.body }, more: [notification] }
        : undefined,
    )
  else await context.table.write([notification])
}
