import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { type EventCard, isLive, isVisible, type Viewer, viewerOf } from '../../events/index.ts'
import { DeadlinePassed, EventEnded, EventNotFound, RegistrationClosed } from '../contract/failures.ts'

export const hasEnded = ({ end_time }: EventCard, now: Date): boolean => Date.parse(end_time) <= now.getTime()

/** An event that the caller may not know of is not there (rules/attendance 4). Reads only where standing decides. */
export const requireVisible = async (
  card: EventCard,
  context: Pick<Context<'optional'>, 'table' | 'caller'>,
): Promise<Viewer> => {
  const viewer = await viewerOf(context, [card])
  return isVisible(card, viewer) ? viewer : fail(EventNotFound)
}

/** Refuses where nobody can register: what is not live, closed by its hosts, over, or past its deadline (rules/attendance 3). */
export const refuseClosed = (card: EventCard, now: Date): void => {
  if (card.status === 'completed' || (isLive(card) && hasEnded(card, now))) fail(EventEnded)
  if (!isLive(card) || !card.registrationEnabled) fail(RegistrationClosed)
  const { registrationDeadline } = card
  if (registrationDeadline !== undefined && Date.parse(registrationDeadline) < now.getTime())
    fail(DeadlinePassed)
}
