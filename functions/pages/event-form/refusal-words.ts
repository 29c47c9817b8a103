import { call, type PageContext, type Refusal } from '../call.ts'
import type { EventPage } from '../event/event.ts'
import { clockWords, dayWords, momentWords } from '../layout/dates.ts'
import { t } from '../locale.ts'
import type { FormInput } from './submission.ts'

type Conflict = { readonly eventId: string; readonly start: string; readonly end: string }

const spanText = ({ start, end }: Conflict, zone: string): string => {
  const isOneDay = dayWords(start, zone) === dayWords(end, zone)
  return t('{start} to {end}', {
    start: momentWords(start, zone),
    end: isOneDay ? clockWords(end, zone) : momentWords(end, zone),
  })
}

/** By what a room is taken: the event, if the reader may see it, else only its time. */
const roomText = async (
  { data }: Refusal,
  zone: string,
  context: PageContext,
): Promise<string | undefined> => {
  const [first] = (data as { readonly conflicts?: readonly Conflict[] } | undefined)?.conflicts ?? []
  if (!first) return undefined
  const found = await call(context, 'events', 'getEvent', { event_id: first.eventId })
  const time = spanText(first, zone)
  return found.ok
    ? t('The room is taken by {event}: {time}', { event: found.value.event.name, time })
    : t('The room is taken: {time}', { time })
}

const seatsText = (event: EventPage | undefined, { maxAttendees }: FormInput): string | undefined => {
  const count = event?.seatsTaken ?? 0
  // The count may be older than the refusal.
  return count > Number(maxAttendees)
    ? t('{count, plural, one {# seat is taken.} other {# seats are taken.}} Enter {count, number} or more.', {
        count,
      })
    : undefined
}

type About = { readonly event: EventPage | undefined; readonly zone: string; readonly input: FormInput }

/** A refusal with the numbers, names and times that a person needs to correct the form. */
export const inFormWords = async (
  refusal: Refusal,
  { event, zone, input }: About,
  context: PageContext,
): Promise<Refusal> => {
  const { code, message } = refusal
  const text =
    code === 'reservation_conflict'
      ? await roomText(refusal, zone, context)
      : message === 'Capacity is below current registrations'
        ? seatsText(event, input)
        : undefined
  return text === undefined ? refusal : { ...refusal, message: text }
}
