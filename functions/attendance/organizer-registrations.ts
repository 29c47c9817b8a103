import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { answer } from '../../lib/contract/reply.ts'
import type { Operation } from '../../lib/operation.ts'
import { prefetching } from '../../lib/operation.ts'
import { key } from '../../lib/table/entity.ts'
import { listNumbered } from '../../lib/table/lists/numbered.ts'
import { conflicted } from '../../lib/table/retry.ts'
import {
  type Attendee,
  attendee,
  type EventCard,
  isHostedBy,
  isLive,
  isOfOrganization,
  requireCardOf,
} from '../events/index.ts'
import { findEventResponse } from '../form-records/index.ts'
import {
  type AttendeeKey,
  attendeeIdOf,
  attendeeKeyFrom,
  attendeeKeysFrom,
  rowKey,
  submittersOf,
} from './attendee-key.ts'
import {
  EntryNotFound,
  EventNotFound,
  HostOnly,
  PersonNotFound,
  RegistrationClosed,
  ResponseNotFound,
} from './contract/failures.ts'
import type { contract } from './contract.ts'
import { requireAffiliation } from './registration/admission.ts'
import { countForCaller } from './registration/counts.ts'
import { register } from './registration/registration.ts'
import { prefetchRemoval, readRegistration } from './registration/registration-row.ts'
import { removeFromEvent } from './registration/removal.ts'
import { type SeatCounter, seatCounter, waitlistEntry } from './repository.ts'
import { completePromotion, organizerPromotionWrites, waitlistEntryOf } from './seats/promotion.ts'
import { claimOf } from './seats/seat-claim.ts'
import { registrationViewOf } from './views.ts'

type Rows = (typeof contract)['rows']

type Scope = { readonly orgId: string; readonly eventId: string }

/**
 * Fails with 404 for an unrelated organization, and with 403 for a collaborator (rules/attendance 19, rules/attendance
 * 20).
 */
const requireHost = (card: EventCard, orgId: string): void => {
  if (!isOfOrganization(card, orgId)) fail(EventNotFound)
  if (!isHostedBy(card, orgId)) fail(HostOnly)
}

/** Removes a person from an event, checked in or not; the waitlist gets the seats. */
const removeByHost = async (
  { orgId, eventId }: Scope,
  names: readonly AttendeeKey[],
  context: Context<{ org: 'manage_events' }>,
  refuse: (row: Attendee | undefined) => void = () => undefined,
) => {
  const own = await readRegistration(context.table, eventId, names)
  requireHost(own.card, orgId)
  await removeFromEvent(context, own, names, refuse)
  return { removed: true as const }
}

/**
 * Removes a registration by person: a tenant user, or a guest by global id, with or without `g-`. Fails with 404
 * `Registration not found`.
 */
export const removeRegistration: Operation<Rows['removeRegistration']> = prefetching(
  prefetchRemoval('userId'),
  async ({ userId, ...scope }, context) => {
    return removeByHost(scope, attendeeKeysFrom(userId), context)
  },
)

/** Removes the registration that a response belongs to. Fails with 404 `Registration response not found`. */
export const removeRegistrationResponse: Operation<Rows['removeRegistrationResponse']> = async (
  { responseId, ...scope },
  context,
) => {
  const [card, response] = await Promise.all([
    requireCardOf(context.table, scope.orgId, scope.eventId),
    findEventResponse(context.table, scope.eventId, responseId),
  ])
  requireHost(card, scope.orgId)
  const names = response ? await submittersOf(response, context) : []
  if (names.length === 0) return fail(ResponseNotFound)
  return removeByHost(scope, names, context, (row) => {
    if (row?.formResponseId !== responseId) fail(ResponseNotFound)
  })
}

/** Lists one page of the waitlist, in order. */
export const listWaitlist: Operation<Rows['listWaitlist']> = async (
  { orgId, eventId, ...query },
  { table },
) => {
  const [card, page] = await Promise.all([
    requireCardOf(table, orgId, eventId),
    listNumbered(table, waitlistEntry, { keyParams: { eventId } }, pageOf(query)),
  ])
  const rows =
    page.items.length === 0
      ? []
      : await table.batchGet(page.items.map((entry) => key(attendee, rowKey(card, entry))))
  const entries = rows.flatMap((row) =>
    row?.status === 'waiting' ? [{ entryId: attendeeIdOf(row), ...registrationViewOf(row) }] : [],
  )
  return { entries, total: card.waitlistCount, nextCursor: page.cursor }
}

/**
 * Registers a user of the school: on the waitlist, or seated while seats are free and no person waits. Answers that the
 * person gave are never replaced.
 */
export const addToWaitlist: Operation<Rows['addToWaitlist']> = async (
  { orgId, eventId, userId, ...registrationInput },
  context,
) => {
  const person = attendeeKeyFrom(userId)
  const checkEvent = (card: EventCard): void => {
    requireHost(card, orgId)
    if (person.kind === 'g') fail(PersonNotFound)
  }
  const input = { eventId, ...registrationInput, keepsAnswers: true }
  const { row, isNew, isChanged } = await register(input, context, person, checkEvent)
  const entry = { entryId: attendeeIdOf(row), ...registrationViewOf(row) }
  return answer({ entry, changed: isChanged }, { status: isNew ? 201 : 200 })
}

export const removeFromWaitlist: Operation<Rows['removeFromWaitlist']> = prefetching(
  prefetchRemoval('entryId'),
  async ({ entryId, ...scope }, context) => {
    return removeByHost(scope, [attendeeKeyFrom(entryId)], context, (row) => {
      if (row?.status !== 'waiting') fail(EntryNotFound)
    })
  },
)

type Waiting = { readonly row: Attendee | undefined; readonly counter: SeatCounter | undefined }

/**
 * Seats a waiting person before their turn. `force` seats them without a free seat. While more people are seated than
 * there are seats, no other person is seated. Two round trips. Fails with 404 `Waitlist entry not found` and 409 `Event
 * is at capacity`.
 */
export const promoteFromWaitlist: Operation<Rows['promoteFromWaitlist']> = async (
  { entryId, force = false, orgId, eventId },
  context,
) => {
  const { table } = context
  const person = attendeeKeyFrom(entryId)
  const { card, ...first } = await readRegistration(table, eventId, [person], { counter: true })
  requireHost(card, orgId)
  if (!isLive(card)) fail(RegistrationClosed)
  let waiting: Waiting = { counter: undefined, ...first }
  const readAgain = async (): Promise<Waiting> => {
    const refs = [key(attendee, rowKey(card, person)), key(seatCounter, { eventId })] as const
    const [row, counter] = await table.batchGet(refs, { strong: true })
    return { row, counter }
  }
  return table.retryOnConflict(async () => {
    const { row, counter } = waiting
    const entry = (row && waitlistEntryOf(row)) ?? fail(EntryNotFound)
    const claim = claimOf(counter, person)
    if (claim?.promoting) {
      await completePromotion(context, card, person, claim)
      waiting = await readAgain()
      return conflicted
    }
    if (claim?.leaving) fail(EntryNotFound)
    await requireAffiliation(card, entry, context)
    const writes = organizerPromotionWrites(context, card, entry, counter ?? fail(RegistrationClosed), force)
    if ((await table.write(writes)).ok && row) {
      const after: Attendee = { ...row, status: 'attending', reason: 'organizer' }
      countForCaller(context, card, { before: row, after })
      return registrationViewOf(after)
    }
    waiting = await readAgain()
    return conflicted
  })
}
