import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { orgMember } from '../../../lib/identity/org/organizations.ts'
import { tenantUser } from '../../../lib/identity/person/records.ts'
import type { Table } from '../../../lib/table/table.ts'
import { check, type Write } from '../../../lib/table/write.ts'
import {
  type Affiliation,
  affiliationsOf,
  type EventCard,
  isAffiliated,
  isLive,
  isVisible,
  type Viewer,
  viewerOf,
} from '../../events/index.ts'
import { type AttendeeKey, attendeeKeyOf } from '../attendee-key.ts'
import {
  DeadlinePassed,
  EventEnded,
  EventNotFound,
  NotForThem,
  RegistrationClosed,
} from '../contract/failures.ts'

export const hasEnded = ({ end_time }: EventCard, now: Date): boolean => Date.parse(end_time) <= now.getTime()

/** Fails with 404 for an event that the caller may not know of (rules/attendance 4). Reads only when rights decide. */
export const requireVisible = async (
  card: EventCard,
  context: Pick<Context<'optional'>, 'table' | 'caller'>,
): Promise<Viewer> => {
  const viewer = await viewerOf(context, [card])
  return isVisible(card, viewer) ? viewer : fail(EventNotFound)
}

/** Rejects registration for an event that is not live, closed, over, or past its deadline (rules/attendance 3). */
export const refuseClosed = (card: EventCard, now: Date): void => {
  if (card.status === 'completed' || (isLive(card) && hasEnded(card, now))) fail(EventEnded)
  if (!isLive(card) || !card.registrationEnabled) fail(RegistrationClosed)
  const { registrationDeadline } = card
  if (registrationDeadline !== undefined && Date.parse(registrationDeadline) < now.getTime())
    fail(DeadlinePassed)
}

type AdmissionContext = Pick<Context<'caller'>, 'table' | 'caller'>

const isSelf = ({ caller }: AdmissionContext, { kind, personId }: AttendeeKey): boolean => {
  const own = attendeeKeyOf(caller)
  return own.kind === kind && own.personId === personId
}

/** Conditions that hold while a person is affiliated, so that a concurrent departure or suspension is not missed. */
const affiliationWrites = (
  { kind, personId }: AttendeeKey,
  { membership }: Pick<Affiliation, 'membership'>,
): readonly Write[] =>
  kind === 'g'
    ? []
    : [
        check(tenantUser, { id: personId }, { equals: { accessSuspended: false } }),
        ...(membership ? [check(orgMember, membership, { equals: { status: 'active' } })] : []),
      ]

/** Reads a person's affiliation and returns its conditions; undefined without one. */
export const findAffiliationChecks = async (
  table: Table,
  card: EventCard,
  person: AttendeeKey,
): Promise<readonly Write[] | undefined> => {
  if (card.visibility !== 'members_only') return []
  const [found] = await affiliationsOf(table, card, [person])
  return found && isAffiliated(found) ? affiliationWrites(person, found) : undefined
}

/**
 * Requires an affiliation. Fails with 404 for the caller, who may not know of the event, and with 400 for another
 * person.
 */
export const requireAffiliation = async (
  card: EventCard,
  person: AttendeeKey,
  context: AdmissionContext,
): Promise<readonly Write[]> =>
  (await findAffiliationChecks(context.table, card, person)) ??
  fail(isSelf(context, person) ? EventNotFound : NotForThem)

/** Derives the same conditions from the caller's records just read. */
export const affiliationChecksFor = (
  card: EventCard,
  person: AttendeeKey,
  viewer: Viewer,
  context: AdmissionContext,
): Promise<readonly Write[]> | readonly Write[] => {
  if (card.visibility !== 'members_only') return []
  if (!isSelf(context, person)) return requireAffiliation(card, person, context)
  const membership = [...viewer.rightsByOrg.values()].find(({ member }) => member !== undefined)?.member
  return affiliationWrites(person, { membership })
}
