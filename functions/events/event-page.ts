import type * as z from 'zod/mini'
import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { namesOf, pickFields } from '../../lib/contract/field-table.ts'
import { type Organization, organization } from '../../lib/identity/org/records.ts'
import { approvalRolesOf, type Caller, isAdmin } from '../../lib/identity/person/caller.ts'
import { type TenantUser, tenantUser } from '../../lib/identity/person/records.ts'
import type { Operation } from '../../lib/operation.ts'
import { prefetching } from '../../lib/operation.ts'
import { key, type Ref } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { findForm, registrationFormViewOf } from '../form-records/index.ts'
import { readHelpers } from './collaborators.ts'
import { NoSuchEvent } from './contract/failures.ts'
import { organizerFields, pageFields } from './contract/planner-fields.ts'
import type { EventPageView, OwnRsvp } from './contract/shapes.ts'
import type { contract } from './contract.ts'
import { hostViewOf, orgAsHost, personAsHost } from './host-view.ts'
import { type EventRecord, findEvent, isLive } from './lookup.ts'
import { ownRefs, readPeople } from './people.ts'
import { eventAgenda, publicAgendaOf } from './records/agenda.ts'
import {
  type ApprovalInstance,
  deciderIdsIn,
  findNewestApproval,
  instanceViewOf,
  submissionName,
} from './records/approval.ts'
import { listComments, withAuthors } from './records/approval-comment.ts'
import type { Attendee } from './records/attendee.ts'
import { checkInOpensAt, type Desk, desk, deskViewOf } from './records/desk.ts'
import { type EventBody, type EventCard, eventBody, eventCard } from './records/event.ts'
import { occurrenceId, timesOf } from './recurrence.ts'
import { checkInCountsForReader, countsForReader, peopleViewOf, sharedViewOf } from './views.ts'
import {
  canReadAttendeeNames,
  canWorkAtDesk,
  findOrgRightsIn,
  isHostOrganizer,
  isOrganizer,
  isShownToRegistrant,
  isVisible,
  managingOrgIdOf,
  type Viewer,
  viewerOf,
} from './visibility.ts'

type Rows = (typeof contract)['rows']

const maxComments = 50
const maxNextEvents = 5

type ReaderContext = { readonly table: Table; readonly caller: Caller | undefined }

/** The approval of an event's last submission, as far as it concerns the caller. */
export type CallerApproval = {
  readonly instance: ApprovalInstance | undefined
  /** The approval names the caller or a role of theirs. */
  readonly isNamed: boolean
  /** Other organizations that the approval names. It is not checked yet whether the caller decides for them. */
  readonly groups: readonly string[]
}

const noApproval: CallerApproval = { instance: undefined, isNamed: false, groups: [] }

const groupsIn = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => (name.startsWith('org:') ? [name.slice(4)] : []))

/** Whether the caller decides for one of these organizations. One strongly consistent round trip; none without ids. */
const decidesInGroup = async (context: ReaderContext, groups: readonly string[]): Promise<boolean> => {
  const rightsByOrg = groups.length > 0 ? await findOrgRightsIn(context, groups) : new Map()
  return [...rightsByOrg.values()].some((rights) => rights.may('approve_events'))
}

/**
 * Finds an event's approval and whether it names the caller, by a role, by delegation or by escalation. `read` is the
 * newest approval if it was read before; then organizations are checked too. Strongly consistent, one round trip; none
 * for an approval that is neither pending nor read.
 */
const findApproval = async (
  { table, caller }: ReaderContext,
  card: EventCard,
  read: ApprovalInstance | undefined,
): Promise<CallerApproval> => {
  const id = caller?.tenantUserId
  const asks = card.status === 'pending' && id && caller && !isAdmin(caller)
  if (!read && !asks) return noApproval
  const [newest, user, inGroup] = await Promise.all([
    read ?? findNewestApproval(table, card.eventId),
    id ? table.get(tenantUser, { id }, { strong: true }) : undefined,
    read ? decidesInGroup({ table, caller }, groupsIn(deciderIdsIn(read))) : false,
  ])
  if (newest?.submission !== submissionName(card.submission)) return noApproval
  const names = deciderIdsIn(newest)
  const own = new Set(
    user && caller && !caller.plain ? [`user:${user.id}`, ...approvalRolesOf(caller, user)] : [],
  )
  return {
    instance: newest,
    isNamed: inGroup || names.some((name) => own.has(name)),
    groups: read ? [] : groupsIn(names),
  }
}

/** The first records that the event page reads. */
export const eventRefs = (eventId: string) =>
  [
    key(eventCard, { eventId }),
    key(eventBody, { eventId }),
    key(eventAgenda, { eventId }),
    key(desk, { eventId }),
  ] as const

const readEvent = async (table: Table, eventId: string) => {
  const [card, body, agenda, place] = await table.batchGet(eventRefs(eventId))
  return card && body && card.deletedAt === undefined ? { card, body, agenda, place } : undefined
}

/** Reads host, collaborators and the caller's own rows in one batch. */
const readRelatedRecords = async ({ table, caller }: Context<'optional'>, card: EventCard) => {
  const { hostingId, hostingType, collaborators } = card
  const host: Ref =
    hostingType === 'Org' ? key(organization, { orgId: hostingId }) : key(tenantUser, { id: hostingId })
  const helping: Ref[] = collaborators.map((orgId) => key(organization, { orgId }))
  const own = ownRefs(card, caller)
  const rows = await table.batchGet([host, ...helping, ...own])
  const [first, ...rest] = rows
  return {
    org: hostingType === 'Org' ? (first as Organization | undefined) : undefined,
    user: hostingType === 'User' ? (first as TenantUser | undefined) : undefined,
    helpers: (rest.slice(0, helping.length) as (Organization | undefined)[]).filter(
      (org) => org !== undefined,
    ),
    own: (rest.slice(helping.length) as (Attendee | undefined)[]).filter((row) => row !== undefined),
  }
}
type RelatedRecords = Awaited<ReturnType<typeof readRelatedRecords>>

/** The host under its current name, or the card's copy if the host is gone. */
const hostOf = (card: EventCard, { org, user }: RelatedRecords) => {
  if (org) return orgAsHost(org)
  return user ? personAsHost(user) : hostViewOf(card)
}

/** Fields that only organizers read. */
const organizerFieldsOf = (
  { card, body, place }: { card: EventCard; body: EventBody; place: Desk | undefined },
  context: Parameters<typeof checkInCountsForReader>[1],
) => {
  const { headsInCount: headsCheckedIn, ...counts } = checkInCountsForReader(card, context)
  const { checkInSettings } = deskViewOf(place)
  const fields = pickFields(body, namesOf(organizerFields))
  return { ...fields, reservation: body.reservation, ...counts, headsCheckedIn, checkInSettings }
}

/** The body's fields that every reader of the event sees. The reply schema would let organizers' fields pass. */
const publicBodyFieldsOf = (body: EventBody) => ({
  ...pickFields(body, namesOf(pageFields)),
  occurrenceIndex: body.occurrenceIndex,
  feedbackFormId: body.feedbackFormId ?? null,
})

/**
 * Rule, size and upcoming cards of an event's series. Two round trips, one for the first event; none for others.
 * Cards are found by the rule's times, so that a long series costs as much as a short one.
 */
const readSeries = async (table: Table, { card, body }: EventRecord, now: Date) => {
  const { seriesId, eventId } = card
  if (seriesId === undefined) return undefined
  const head = seriesId === eventId ? { card, body } : await findEvent(table, seriesId)
  const { recurrence, seriesSize = 0 } = head?.body ?? {}
  const times = head && recurrence ? timesOf(head.card, recurrence, head.body) : []
  const coming = times.findIndex(({ end_time }) => Date.parse(end_time) > now.getTime())
  // One earlier, because single events may have moved.
  const first = coming < 0 ? times.length : Math.max(coming - 1, 0)
  const ids = times
    .slice(0, seriesSize)
    .map((_, at) => (at === 0 ? seriesId : occurrenceId(seriesId, at + 1)))
    .filter((id, at) => at >= first && id !== eventId)
    .slice(0, maxNextEvents + 2)
  const cards = await table.batchGet(ids.map((id) => key(eventCard, { eventId: id })))
  return { recurrence, seriesSize, cards: cards.filter((each) => each !== undefined) }
}

/** The next events of a series that the viewer can see. */
const seriesViewOf = (
  series: Awaited<ReturnType<typeof readSeries>>,
  viewer: Viewer,
  now: Date,
): Pick<z.infer<typeof EventPageView>, 'recurrence' | 'series'> => {
  if (!series) return {}
  const { recurrence, seriesSize, cards } = series
  const next = cards
    .filter((card) => isLive(card) && isVisible(card, viewer) && Date.parse(card.start_time) > now.getTime())
    .sort((one, other) => one.start_time.localeCompare(other.start_time))
    .slice(0, maxNextEvents)
    .map(({ eventId, start_time, end_time }) => ({ _id: eventId, start_time, end_time }))
  const size = seriesSize > 0 ? { size: seriesSize } : {}
  return { ...(recurrence ? { recurrence } : {}), series: { ...size, next } }
}

const ownRsvpOf = (row: Attendee | undefined): OwnRsvp | null => {
  if (!row) return null
  const { registeredAt, guestCount, checkedIn } = row
  return { status: row.status === 'waiting' ? 'waitlisted' : row.status, registeredAt, guestCount, checkedIn }
}

const managingOrgOf = (card: EventCard, viewer: Viewer, { org, helpers }: RelatedRecords) => {
  const id = viewer.isAdmin && card.hostingType === 'Org' ? card.hostingId : managingOrgIdOf(card, viewer)
  const named = [org, ...helpers].find((one) => one !== undefined && one.orgId === id)
  return { manageableOrgId: named?.orgId ?? null, manageableOrgName: named?.org_name ?? null }
}

/** Whether the viewer may send announcements for the organization in whose name they manage the event. */
const canMessage = (card: EventCard, viewer: Viewer): boolean => {
  if (viewer.isAdmin) return card.hostingType === 'Org'
  const orgId = managingOrgIdOf(card, viewer)
  return orgId !== undefined && viewer.rightsByOrg.get(orgId)?.may('send_announcements') === true
}

/**
 * Returns the event page in two round trips after the caller's, and up to two more for an event of a series. A third serves callers who see a pending event as a
 * member of a deciding organization, unless the approval is requested. It also serves organizers, who read open
 * invitations. Fails with 404 `Event not found.` for callers who may not see the event. `withApproval` adds the
 * approval for organizers and those it names. The reply never includes the check-in secret.
 */
export const eventPageOf = async (
  eventId: string,
  context: Context<'optional'>,
  { withApproval = false } = {},
) => {
  const { table, caller } = context
  const asksApproval = withApproval && caller !== undefined
  const [found, newest, commentPage] = await Promise.all([
    readEvent(table, eventId),
    asksApproval ? findNewestApproval(table, eventId) : undefined,
    asksApproval ? listComments(table, eventId, maxComments) : undefined,
  ])
  const { card, body, agenda, place } = found ?? fail(NoSuchEvent)
  const now = context.now()
  const [viewer, related, people, form, approval, comments, series] = await Promise.all([
    viewerOf(context, [card], { all: true }),
    readRelatedRecords(context, card),
    readPeople(table, card),
    card.registrationFormId === undefined ? undefined : findForm(table, card.registrationFormId),
    findApproval(context, card, newest),
    withAuthors(table, commentPage?.items ?? []),
    readSeries(table, { card, body }, now),
  ])
  const shown = withApproval && isHostOrganizer(card, viewer)
  const waits = card.status === 'pending'
  const sees = isVisible(card, viewer) || (related.own.length > 0 && isShownToRegistrant(card, viewer))
  // Deciding memberships are read only when nothing else opens the page.
  const isNamed = approval.isNamed || (waits && !sees && (await decidesInGroup(context, approval.groups)))
  if (!sees && !(waits && isNamed)) fail(NoSuchEvent)
  const canManage = isOrganizer(card, viewer)
  const pendingHelpers = canManage ? await readHelpers(table, eventId, now, ['pending']) : []
  const { instance } = approval
  return {
    ...sharedViewOf(
      card,
      canReadAttendeeNames(card, viewer) ? people : peopleViewOf([]),
      countsForReader(card, context),
    ),
    ...publicBodyFieldsOf(body),
    // Written to attendees, who were notified of it.
    ...(canManage || related.own.length > 0 ? { cancelReason: body.cancelReason } : {}),
    ...seriesViewOf(series, viewer, now),
    checkInEnabled: deskViewOf(place).checkInEnabled,
    checkInOpensAt: checkInOpensAt(card, place),
    ...(canManage ? organizerFieldsOf({ card, body, place }, context) : {}),
    ...(withApproval && (shown || isNamed)
      ? { approvalReference: instance ? { ...instanceViewOf(instance), comments } : null }
      : {}),
    hostingId: hostOf(card, related),
    collaboratorOrgs: [
      ...related.helpers.map((org) => ({ orgId: orgAsHost(org), status: 'active' as const })),
      ...pendingHelpers,
    ],
    registrationForm: form ? registrationFormViewOf(form, caller !== undefined) : null,
    eventAgenda: publicAgendaOf(agenda) ?? null,
    currentUserCheckedIn: caller !== undefined && related.own.some(({ checkedIn }) => checkedIn),
    currentUserRsvp: ownRsvpOf(related.own[0]),
    canManageEvent: canManage,
    canRunCheckIn: canWorkAtDesk(card, viewer),
    canMessageAttendees: canMessage(card, viewer),
    ...managingOrgOf(card, viewer, related),
  }
}

export const getEvent: Operation<Rows['getEvent']> = prefetching(
  ({ params: { event_id: eventId = '' } }) => ({ late: eventRefs(eventId) }),
  async ({ event_id, type }, context) => ({
    event: await eventPageOf(event_id, context, { withApproval: type === 'approval' }),
  }),
)
