import type { NoticeWorld } from '../../../lib/consumer.ts'
import { lost } from '../../../lib/table/retry.ts'
import { check, type Write } from '../../../lib/table/write.ts'
import {
  type Desk,
  deskWrite,
  type EventBody,
  type EventCard,
  type EventStatus,
  eventCard,
  findEvent,
  isLive,
  shelfOf,
  type WholeEvent,
} from '../../events/index.ts'
import { bookingsOf, changeWrites, mayMove } from '../../lifecycle/index.ts'
import { rebookingWrites } from '../../rooms/index.ts'
import { changeEvent, keep, untilKept } from '../edit/change.ts'
import { submittedAlone } from '../edit/edit.ts'
import { isSubmitted } from '../edit/material.ts'

/** The first event of a series, as it is now. */
export type Head = {
  readonly card: EventCard
  readonly body: EventBody
  readonly place?: Desk | undefined
}

/** The first event as it was when the series was submitted. */
export type Submission = { readonly status: EventStatus } & WholeEvent

/** What people made of an event stays with it when it is submitted anew. */
const anew = (wanted: WholeEvent, before: WholeEvent): WholeEvent => {
  const { registrationCount, seatsTaken, waitlistCount, checkedInCount, registeredInCount, ...card } =
    before.card
  const { firstAttendees, firstGuests, seatCounters, collaborators, sequence, liveAt, createdAt } = card
  const counts = { registrationCount, seatsTaken, waitlistCount, checkedInCount, registeredInCount }
  const shown = { firstAttendees, firstGuests, seatCounters, collaborators, sequence, createdAt }
  return {
    card: { ...wanted.card, ...counts, ...shown, ...(liveAt === undefined ? {} : { liveAt }) },
    body: wanted.body,
  }
}

/** Gives back what was taken for an event as part of its series, as far as the event does not hold it by itself. */
export const freeRooms = (wanted: WholeEvent, status: EventStatus, world: NoticeWorld): Promise<true> =>
  untilKept(world, async () => {
    const { table } = world
    const { eventId } = wanted.card
    const now = await findEvent(table, eventId, { strong: true })
    const taken = bookingsOf({ card: { ...wanted.card, status, shelf: shelfOf(status) }, body: wanted.body })
    const plan = await rebookingWrites(table, taken, now ? bookingsOf(now) : [])
    if (!plan.ok || plan.writes.length === 0) return true
    const same = now ? [check(eventCard, { eventId }, { equals: { version: now.card.version } })] : []
    return (await table.write([...plan.writes, ...same])).ok || lost
  })

/** A new event of a series opens its desk as the first one did, under links of its own. */
const deskOf = (eventId: string, { place }: Head): readonly Write[] =>
  place ? [deskWrite(undefined, { ...place, eventId, generation: 1 })] : []

/**
 * Makes one event of a series as the first one was when it was submitted, or submits it anew as such: who decides has
 * seen nothing else. One that went its own way, was called off or deleted stays, and gives back what was taken for it.
 * `head` is the first one as it is now: while it is not submitted, nothing else is submitted anew.
 */
export const makeOccurrence = async (
  wanted: WholeEvent,
  status: EventStatus,
  head: Head,
  world: NoticeWorld,
): Promise<void> => {
  const { eventId } = wanted.card
  const resubmits = isSubmitted(head)
  const made = await untilKept(world, async () => {
    const there = await world.table.get(eventCard, { eventId }, { strong: true })
    const before = there && (await findEvent(world.table, eventId, { strong: true }))
    if (there && !before) return false
    if (before && !(resubmits && before.card.submission === 0 && mayMove(before.card.status, status)))
      return false
    const { card, body } = before ? anew(wanted, before) : wanted
    const at = before ? {} : { createdAt: world.now().toISOString() }
    const next = { card: { ...card, ...at, status }, body }
    const planned = await changeWrites(world, before, next, { unlimited: true })
    const kept = await keep(world, planned, before ? [] : deskOf(eventId, head))
    return kept === lost ? lost : true
  })
  if (!made) await freeRooms(wanted, status, world)
}

const endings: readonly EventStatus[] = ['completed', 'archived']

/**
 * Brings an event that has no approval of its own where the first one of its series is. A decision on that one counts
 * for it as long as it was made on the series; when the first one was changed since, the event is submitted by itself.
 */
export const follow = async (eventId: string, { card, body }: Head, world: NoticeWorld): Promise<void> => {
  const { status } = card
  if (endings.includes(status)) return
  await changeEvent(world, eventId, async (before) => {
    if (before.card.submission > 0 || !mayMove(before.card.status, status)) return undefined
    if (isLive(card)) {
      if (before.card.status !== 'pending') return undefined
      if (card.submission !== body.seriesSubmission) return submittedAlone(before, world)
    }
    return { wanted: { card: { ...before.card, status }, body: before.body }, unlimited: true }
  })
}
