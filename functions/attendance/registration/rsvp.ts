import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { findCard, isKeeper, viewerOf } from '../../events/index.ts'
import { BadStatus, EventNotFound, NotYours } from '../contract/failures.ts'
import { whoNamed, whoOf } from '../person.ts'
import { register } from './registration.ts'
import { namesOf, takeOff, withdraw } from './withdrawal.ts'

type World = Context<'caller'>
type Asked = Omit<Parameters<typeof register>[0], 'eventId'> & {
  readonly eventId: string
  readonly userId: string
  readonly status: string
}

/** What statuses of clients of all ages mean. */
const meanings: Readonly<Record<string, 'register' | 'withdraw'>> = {
  attending: 'register',
  going: 'register',
  not_attending: 'withdraw',
  'not-going': 'withdraw',
}

const isOwnId = (userId: string, { caller }: World): boolean =>
  namesOf(caller).some(({ personId }) => personId === userId)

/** Somebody else is registered by who keeps the event; organizations that help to run it do not. */
const requireManager = async (eventId: string, context: World) => {
  const card = (await findCard(context.table, eventId)) ?? fail(EventNotFound)
  const viewer = await viewerOf(context, [card], { all: true })
  return isKeeper({ ...card, collaborators: [] }, viewer) ? card : fail(NotYours)
}

/** The other way to register and to withdraw. */
export const setRsvp = async ({ userId, status, eventId, ...wanted }: Asked, context: World) => {
  const meaning = Object.hasOwn(meanings, status) ? meanings[status] : undefined
  if (meaning === undefined) return fail(BadStatus)
  if (isOwnId(userId, context)) {
    if (meaning === 'register') return register({ eventId, ...wanted }, context, whoOf(context.caller))
    return withdraw(eventId, context)
  }
  const card = await requireManager(eventId, context)
  const who = whoNamed(userId)
  if (meaning === 'register')
    return who.kind === 'g' ? fail(NotYours) : register({ eventId, ...wanted }, context, who)
  return takeOff(context, { card, row: undefined, seat: undefined }, [who])
}
