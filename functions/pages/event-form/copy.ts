import { notFoundRefusal, type PageContext, type Refusal } from '../call.ts'
import { type EventPage, findEvent } from '../event/event.ts'
import type { Filled } from '../layout/forms.ts'
import { valuesOf } from './submission.ts'

/** The values of a new event like this one, on a date that its organizer chooses. */
const copiedValues = (event: EventPage): Filled['values'] => {
  const { start_time: _, end_time: __, registrationDeadline: ___, ...values } = valuesOf(event)
  return { ...values, host: event.manageableOrgId ?? 'me' }
}

/** What the form for a new event shows at first: the fields of `eventId`, for people who manage that event. */
export const findCopy = async (
  eventId: string,
  context: PageContext,
): Promise<{ readonly values: Filled['values'] } | { readonly refusal: Refusal }> => {
  const found = await findEvent(eventId, context)
  if ('refusal' in found) return found
  return found.event.canManageEvent ? { values: copiedValues(found.event) } : { refusal: notFoundRefusal }
}
