import { tenantUser } from '../../lib/identity/person/records.ts'
import { notificationDue } from '../../lib/outbox.ts'
import { onDue, type TaskContext, type TaskHandler } from '../../lib/scheduled/task.ts'
import { key } from '../../lib/table/entity.ts'
import { check, type Write } from '../../lib/table/write.ts'
import { type EventCard, type EventRecord, eventBody, eventCard } from '../events/index.ts'
import { planMove } from '../lifecycle/index.ts'
import {
  type ApprovalElement,
  type ApprovalInstance,
  aboutEvent,
  approvalInstance,
  closeInstance,
  dueAfter,
  endOf,
  escalationKind,
  instanceWrites,
  isOpen,
  notifyDeciders,
  readSetup,
  type Setup,
  type StakeholderRole,
} from '../stakeholders/index.ts'
import { withDecider } from './delegation.ts'
import { outcomeNotifications } from './progress.ts'

const mostAsked = 20
const mostAdmins = 100

const roleNamed = ({ roles }: Setup, id: string): StakeholderRole | undefined =>
  roles.find(({ stakeholderId, isActive }) => stakeholderId === id && isActive)

const canDecide = (role: StakeholderRole | undefined): boolean =>
  role !== undefined && role.activeMembers > 0 && role.permissions.includes('approve_events')

/** The successors of a role: the next person and role that it names, then its backups in order. */
const successorsOf = (role: StakeholderRole | undefined): string[] => {
  const { escalateToUser, escalateTo } = role?.escalationRules ?? {}
  const backups = (role?.backupAssignees ?? [])
    .filter(({ isActive }) => isActive)
    .sort((a, b) => a.priority - b.priority)
  return [
    ...(escalateToUser ? [`user:${escalateToUser}`] : []),
    ...(escalateTo ? [escalateTo] : []),
    ...backups.map(({ userId }) => `user:${userId}`),
  ]
}

/** The next successor who has not been a decider, can decide, and does not own the event. */
const nextOf = (
  element: ApprovalElement,
  setup: Setup,
  { createdBy, hostingId }: EventCard,
): string | undefined => {
  const asked = new Set(element.asked)
  if (asked.size >= mostAsked) return undefined
  const own = new Set([`user:${createdBy}`, `user:${hostingId}`])
  return element.asked
    .flatMap((id) => successorsOf(roleNamed(setup, id)))
    .find(
      (id) => !asked.has(id) && !own.has(id) && (id.startsWith('user:') || canDecide(roleNamed(setup, id))),
    )
}

/** Escalates one overdue step. Time alone never approves it (rules/approvals 17). */
export const escalateElement = (
  element: ApprovalElement,
  setup: Setup,
  card: EventCard,
  at: string,
): ApprovalElement => {
  const role = roleNamed(setup, element.role)
  // A role with enough members may turn off escalation to other people.
  const isStaffed = canDecide(role) && (role?.activeMembers ?? 0) >= element.required
  const staysPut = isStaffed && role?.escalationRules.autoEscalate === false
  const next = staysPut ? undefined : nextOf(element, setup, card)
  const { stuckSince = at, ...moving } = element
  if (next !== undefined) return withDecider({ ...moving, toAdmins: false }, next, at)
  const again = { ...moving, dueAt: dueAfter(at, element.timeoutHours) }
  // An empty step may have found members since. They get their full time.
  const isFound = element.isEmpty && canDecide(role) && (role?.activeMembers ?? 0) > element.staff
  if (isFound) return { ...again, isEmpty: false, toAdmins: false }
  return { ...again, stuckSince, ...(staysPut ? {} : { toAdmins: true }) }
}

/** Administrators who may decide in place of missing deciders. */
const findAdmins = async ({ table }: Pick<TaskContext, 'table'>): Promise<readonly string[]> => {
  const { items } = await table.list(tenantUser, { index: 'gsi2', keyParams: {}, limit: mostAdmins })
  return items.map(({ id }) => id)
}

type EscalationRound = {
  readonly card: EventCard
  readonly instance: ApprovalInstance
  readonly late: readonly ApprovalElement[]
  readonly context: TaskContext
}

const reminders = ({ card, instance, late, context }: EscalationRound): readonly Write[] => {
  const { eventId, submission, channels } = instance
  return late.flatMap(({ _id, deciders, muted, dueAt }) => {
    const recipients = deciders.map((decider) => ({ decider, muted }))
    const cause = `${eventId}#${submission}#${_id}#until ${dueAt}`
    return notifyDeciders('approval_required', cause, recipients, card, channels, context)
  })
}

const stuckNotifications = async ({
  card,
  instance,
  late,
  context,
}: EscalationRound): Promise<readonly Write[]> => {
  const stuck = late.filter(({ toAdmins }) => toAdmins)
  if (stuck.length === 0) return []
  const ids = [...(await findAdmins(context))]
  if (ids.length === 0) return []
  const about = aboutEvent(card, context)
  const roleName = stuck.map((element) => element.roleName).join(', ')
  return [
    notificationDue(context, {
      template: 'approval_stuck',
      to: { kind: 'users', ids },
      cause: `${instance.eventId}#${instance.submission}#stuck until ${stuck[0]?.dueAt}`,
      ...about,
      params: { ...about.params, roleName },
    }),
  ]
}

/**
 * Escalates the overdue steps of an approval: adds the next decider and reminds late ones. Without a next decider, the
 * school's administrators are notified and the step remains on the stuck list. It schedules the next escalation until
 * the end of the event, which closes the approval.
 */
export const escalate: TaskHandler['carryOut'] = async (
  { subject: eventId, version: submission },
  context,
) => {
  const { table } = context
  const refs = [
    key(eventCard, { eventId }),
    key(approvalInstance, { eventId, submission }),
    key(eventBody, { eventId }),
  ] as const
  const [[card, before, body], setup] = await Promise.all([
    table.batchGet(refs, { strong: true }),
    readSetup(table),
  ])
  if (!card || card.deletedAt !== undefined || card.status !== 'pending') return []
  if (before?.status !== 'pending') return []
  const at = context.now().toISOString()
  if (body && endOf(card, before) <= at) return expiryWrites({ card, body }, before, context)
  const isLate = (element: ApprovalElement): boolean =>
    isOpen(before, element) &&
    element.kind === 'approver' &&
    element.dueAt !== undefined &&
    element.dueAt <= at
  if (!before.elements.some(isLate)) return []
  const elements = before.elements.map((element) =>
    isLate(element) ? escalateElement(element, setup, card, at) : element,
  )
  const { instance, writes } = instanceWrites(context, before, { ...before, elements })
  const ids = new Set(before.elements.filter(isLate).map(({ _id }) => _id))
  const round = { card, instance, late: elements.filter(({ _id }) => ids.has(_id)), context }
  return [
    ...writes,
    check(eventCard, { eventId }, { equals: { status: 'pending' }, without: ['deletedAt'] }),
    ...reminders(round),
    ...(await stuckNotifications(round)),
  ]
}

/**
 * Closes the approval of an event that ended without a decision. The event becomes a draft, open requests end, and its
 * organizers are notified once (rules/approvals 22). At most one round trip of reads.
 */
const expiryWrites = async (
  whole: EventRecord,
  before: ApprovalInstance,
  context: TaskContext,
): Promise<readonly Write[]> => {
  const move = await planMove(context, whole, 'draft')
  const ended = closeInstance(before, 'cancelled', context.now().toISOString())
  const { instance, writes } = instanceWrites(context, before, ended)
  return [
    ...move.writes,
    ...writes,
    outcomeNotifications('approval_expired', instance, whole.card, undefined, context),
  ]
}

export const taskHandlers: readonly TaskHandler[] = [onDue(escalationKind, escalate)]
