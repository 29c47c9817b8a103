import type { EventCard } from '../../functions/events/index.ts'
import { stateOf } from '../attendance/state.ts'
import type { Door } from './door.ts'

export type Sent = {
  readonly clientId: string
  readonly at: string
  readonly person?: string
  readonly code?: string
  readonly action: 'in' | 'out'
  readonly headsCheckedIn?: number
}

/** What the scans of an event have come to, without what depends on when they arrived. */
export const outcome = async ({ w }: Door, { eventId }: Pick<EventCard, 'eventId'>) =>
  (await stateOf(w, eventId)).rows
    .map(({ kind, personId, checkedIn, checkedInAt, checkedInBy, headsCheckedIn, walkIn = false }) => ({
      who: `${kind}-${personId}`,
      checkedIn,
      checkedInAt,
      checkedInBy,
      headsCheckedIn,
      walkIn,
    }))
    .sort((a, b) => (a.who < b.who ? -1 : 1))

/** A moment of the event, in seconds after now. */
export const momentIn = ({ w }: Door, seconds: number): string =>
  new Date(w.clock.now().getTime() + seconds * 1000).toISOString()
