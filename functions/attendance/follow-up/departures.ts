import type { ChangeContext } from '../../../lib/consumer.ts'
import { Failure, fail } from '../../../lib/contract/failure.ts'
import { type OrgMember, orgRoles } from '../../../lib/identity/org/organizations.ts'
import { orgHistory } from '../../../lib/identity/org/records.ts'
import { scheduleTask } from '../../../lib/scheduled/task.ts'
import { key } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import {
  type Affiliation,
  type Attendee,
  affiliationsOf,
  attendee,
  type EventCard,
  eventCard,
  longestMs,
  organizationsOf,
} from '../../events/index.ts'
import { attendeeIdOf } from '../attendee-key.ts'
import { NotRegistered } from '../contract/failures.ts'
import { endRegistration } from '../registration/departure.ts'
import { registrationNotification } from '../registration/notifications.ts'
import { readCurrentRow } from '../registration/registration-row.ts'
import { promoteAfterDeparture } from '../registration/removal.ts'
import { type PeopleDue, peopleDueWrite } from '../repository.ts'
import { secondDeparturePass } from '../scheduled-tasks.ts'

/** Rows that one change event reads. */
const pageSize = 25

type DepartureCause = Pick<PeopleDue, 'orgId' | 'until' | 'own' | 'ended'>

/**
 * Whether the event is members-only, not over, and affected by the cause. Events that an ended organization hosts end
 * with it.
 */
const isAffected = (
  card: EventCard | undefined,
  { orgId, ended }: DepartureCause,
  now: Date,
): card is EventCard =>
  card !== undefined &&
  card.visibility === 'members_only' &&
  card.deletedAt === undefined &&
  Date.parse(card.end_time) > now.getTime() &&
  (orgId === undefined || organizationsOf(card).includes(orgId)) &&
  !(ended && card.hostingId === orgId)

/** Whether a person keeps their registration: they are affiliated, without a break since they registered. */
const keepsRegistration = (
  row: Attendee,
  { membership, hasRole }: Affiliation,
  { orgId, until }: DepartureCause,
): boolean => {
  if (until !== undefined && row.registeredAt <= until) return false
  if (hasRole) return true
  if (membership === undefined) return false
  return orgId === undefined || membership.joinedAt <= row.registeredAt
}

const isDone = ({ checkedIn, left }: Attendee): boolean => checkedIn || left === true

/** Removes one person's registration, unless they may keep it now. The waitlist gets the seats. */
const removeUnlessAffiliated = async (
  card: EventCard,
  found: Attendee,
  departure: DepartureCause,
  context: ChangeContext,
): Promise<void> => {
  const { table } = context
  const readRow = () => readCurrentRow(table, card, [found])
  const refuse = async (row: Attendee | undefined): Promise<void> => {
    if (!row || isDone(row)) return fail(NotRegistered)
    const [affiliation] = await affiliationsOf(table, card, [row])
    if (!affiliation || keepsRegistration(row, affiliation, departure)) fail(NotRegistered)
  }
  const notify = (row: Attendee) => {
    const cause = `parted.${card.eventId}#${attendeeIdOf(row)}#${row.entryId}`
    return departure.own
      ? []
      : [registrationNotification(context, 'registration_withdrawn', card, row, cause)]
  }
  try {
    const { counter } = await endRegistration(context, undefined, { card, readRow, refuse, notify })
    await promoteAfterDeparture(context, card, counter)
  } catch (error) {
    if (!(error instanceof Failure && error.kind === NotRegistered)) throw error
  }
}

/** Handles one page of rows, with one affiliation read for each event. */
const removeUnaffiliated = async (
  rows: readonly Attendee[],
  departure: DepartureCause,
  context: ChangeContext,
): Promise<void> => {
  const { table, now } = context
  const groups = [
    ...Map.groupBy(
      rows.filter((row) => !isDone(row)),
      ({ eventId }) => eventId,
    ),
  ]
  const cards = await table.batchGet(
    groups.map(([eventId]) => key(eventCard, { eventId })),
    { strong: true },
  )
  for (const [at, [, group]] of groups.entries()) {
    const card = cards[at] as EventCard | undefined
    if (!isAffected(card, departure, now())) continue
    const found = await affiliationsOf(table, card, group)
    for (const [place, row] of group.entries()) {
      const affiliation = found[place]
      if (affiliation && !keepsRegistration(row, affiliation, departure))
        await removeUnlessAffiliated(card, row, departure, context)
    }
  }
}

const scheduleNextPage = async (
  due: PeopleDue,
  position: Partial<PeopleDue>,
  { table, now }: ChangeContext,
): Promise<void> => {
  const round = String(Number(due.round) + 1).padStart(6, '0')
  const { expiresAt: _, cursor: __, ...same } = due
  await table.write([peopleDueWrite({ ...same, ...position, round }, now())])
}

/** Handles one page of a person's registrations for events that are not over. */
export const continueDeparture = async (due: PeopleDue, context: ChangeContext): Promise<void> => {
  const page = await context.table.list(attendee, {
    index: 'gsi1',
    keyParams: { kind: 'u', personId: due.subject },
    from: new Date(context.now().getTime() - longestMs).toISOString(),
    limit: pageSize,
    cursor: due.cursor,
  })
  await removeUnaffiliated(page.items, due, context)
  if (page.cursor !== undefined) await scheduleNextPage(due, { cursor: page.cursor }, context)
}

/** Handles one page of an event's attendees. */
export const continueNarrowing = async (due: PeopleDue, context: ChangeContext): Promise<void> => {
  const { table } = context
  const { subject: eventId } = due
  const card = await table.get(eventCard, { eventId }, { strong: true })
  if (!isAffected(card, {}, context.now())) return
  const page = await table.list(attendee, {
    keyParams: { eventId },
    limit: pageSize,
    cursor: due.cursor,
    strong: true,
  })
  await removeUnaffiliated(page.items, {}, context)
  if (page.cursor !== undefined) await scheduleNextPage(due, { cursor: page.cursor }, context)
}

const firstPageOf = (due: Omit<PeopleDue, 'round' | 'expiresAt'>): PeopleDue => ({
  ...due,
  round: '000000',
  expiresAt: '',
})

/** Schedules the second pass before the first starts, so that a failure of the first cannot lose it. */
const start = async (
  due: PeopleDue,
  context: ChangeContext,
  continueWith: (due: PeopleDue, context: ChangeContext) => Promise<void>,
): Promise<void> => {
  const secondPass = secondDeparturePass(due, context.now())
  if (secondPass) await context.table.write([scheduleTask(context, secondPass)])
  await continueWith(due, context)
}

const hasLeftThemselves = async (table: Table, { orgId, userId }: OrgMember): Promise<boolean> => {
  const newest = { keyParams: { orgId, userId }, limit: 1, descending: true, strong: true }
  const [last] = (await table.list(orgHistory, newest)).items
  return last?.action === 'left'
}

/** Starts to remove a former member from the members-only events of an organization. */
export const startDeparture = async (before: OrgMember, context: ChangeContext): Promise<void> => {
  const { orgId, userId: subject, version } = before
  const [roles, own] = await Promise.all([
    context.table.get(orgRoles, { orgId }, { strong: true }),
    hasLeftThemselves(context.table, before),
  ])
  const ended = !roles || roles.deletedAt !== undefined
  const due = firstPageOf({ job: 'parting', subject, run: `${orgId}.v${version}`, orgId, own, ended })
  await start(due, context, continueDeparture)
}

/** Does the same for all events at the school, after a suspension or the loss of an administrator role. */
export const startSchoolDeparture = (
  subject: string,
  { version, until }: { readonly version: number; readonly until?: string | undefined },
  context: ChangeContext,
): Promise<void> =>
  start(
    firstPageOf({ job: 'parting', subject, run: `school.v${version}`, until }),
    context,
    continueDeparture,
  )

/** Starts to remove people from an event that no longer admits them. */
export const startNarrowing = ({ eventId, version }: EventCard, context: ChangeContext): Promise<void> =>
  start(firstPageOf({ job: 'narrowing', subject: eventId, run: `v${version}` }), context, continueNarrowing)
