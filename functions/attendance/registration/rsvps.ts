import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { answer } from '../../../lib/contract/reply.ts'
import type { Operation } from '../../../lib/operation.ts'
import { prefetching } from '../../../lib/operation.ts'
import { key } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import { type Attendee, attendee, eventCard, findCard, isOrganizer, viewerOf } from '../../events/index.ts'
import { attendeeKeyFrom, attendeeKeyOf, attendeeKeysOf, rowKey } from '../attendee-key.ts'
import { BadStatus, EventNotFound, NotYours, TooManyEvents } from '../contract/failures.ts'
import type { contract } from '../contract.ts'
import { firstWaiting } from '../repository.ts'
import { prefetchSnapshot } from '../seats/snapshot.ts'
import { rsvpViewOf } from '../views.ts'
import { register, registeredView } from './registration.ts'
import { loadRemoval, withdraw } from './withdrawal.ts'

type Rows = (typeof contract)['rows']

type RsvpInput = Omit<Parameters<typeof register>[0], 'eventId'> & {
  readonly eventId: string
  readonly userId: string
  readonly status: string
}

/** The meaning of statuses that clients of all ages send. */
const meanings: Readonly<Record<string, 'register' | 'withdraw'>> = {
  attending: 'register',
  going: 'register',
  not_attending: 'withdraw',
  'not-going': 'withdraw',
}

const isOwnId = (userId: string, { caller }: Context<'caller'>): boolean =>
  attendeeKeysOf(caller).some(({ personId }) => personId === userId)

/** Organizers may register other people; collaborators may not. */
const requireManager = async (eventId: string, context: Context<'caller'>) => {
  const card = (await findCard(context.table, eventId)) ?? fail(EventNotFound)
  const viewer = await viewerOf(context, [card], { all: true })
  return isOrganizer({ ...card, collaborators: [] }, viewer) ? card : fail(NotYours)
}

/** The other endpoint to register and withdraw. */
export const changeRsvp = async (
  { userId, status, eventId, ...registrationInput }: RsvpInput,
  context: Context<'caller'>,
) => {
  const meaning = Object.hasOwn(meanings, status) ? meanings[status] : undefined
  if (meaning === undefined) return fail(BadStatus)
  if (isOwnId(userId, context)) {
    if (meaning === 'register')
      return register({ eventId, ...registrationInput }, context, attendeeKeyOf(context.caller))
    return withdraw(eventId, context)
  }
  const card = await requireManager(eventId, context)
  const person = attendeeKeyFrom(userId)
  if (meaning === 'register')
    return person.kind === 'g' ? fail(NotYours) : register({ eventId, ...registrationInput }, context, person)
  return (await loadRemoval()).removeFromEvent(context, { card, row: undefined }, [person])
}

/** The largest waitlist position to show. */
const maxPosition = 100

const positionOf = async (table: Table, { eventId, place }: Attendee): Promise<number | undefined> => {
  const first = place === undefined ? [] : await firstWaiting(table, eventId, maxPosition)
  const at = first.findIndex((entry) => entry.place === place)
  return at < 0 ? undefined : at + 1
}

/** Returns the caller's registration, or null. Two round trips on the waitlist, one otherwise. */
export const getMyRsvp: Operation<Rows['getMyRsvp']> = async ({ event_id: eventId }, { table, caller }) => {
  const refs = attendeeKeysOf(caller).map((person) => key(attendee, rowKey({ eventId }, person)))
  const find = async (strong: boolean) =>
    (await table.batchGet(refs, { strong })).find((found) => found !== undefined)
  // A strongly consistent read also finds a registration made a moment ago.
  const row = (await find(false)) ?? (await find(true))
  return { rsvp: row ? rsvpViewOf(row, await positionOf(table, row)) : null }
}

/** Returns the caller's registrations for at most a hundred events, by event. Events without one are omitted. */
export const findMyRsvps = async (eventIds: readonly string[], { table, caller }: Context<'caller'>) => {
  const cards = await table.batchGet(eventIds.map((eventId) => key(eventCard, { eventId })))
  const keys = attendeeKeysOf(caller)
  const refs = cards.flatMap((card) =>
    card ? keys.map((person) => key(attendee, rowKey(card, person))) : [],
  )
  const rows = await table.batchGet(refs, { strong: true })
  return Object.fromEntries(rows.flatMap((row) => (row ? [[row.eventId, rsvpViewOf(row)] as const] : [])))
}

const withdrawnView = (data: { readonly promoted: number }) =>
  answer({ status: 'not_attending' as const, data }, { message: 'Registration withdrawn', status: 200 })

const idsIn = (eventIds: string): readonly string[] => [
  ...new Set(eventIds.split(',').flatMap((id) => id.trim() || [])),
]

const maxEvents = 100

export const setRsvp: Operation<Rows['setRsvp']> = prefetching(prefetchSnapshot, async (input, context) => {
  const result = await changeRsvp(input, context)
  return 'row' in result ? registeredView(result, context) : withdrawnView(result)
})

export const getMyRsvps: Operation<Rows['getMyRsvps']> = async ({ eventIds }, context) => {
  const ids = idsIn(eventIds)
  if (ids.length > maxEvents) fail(TooManyEvents)
  return { rsvps: await findMyRsvps(ids, context) }
}
