import type { Audience } from '../../lib/audience.ts'
import { notificationDue } from '../../lib/outbox.ts'
import type { TaskPlace } from '../../lib/scheduled/task.ts'
import type { Table } from '../../lib/table/table.ts'
import type { Write } from '../../lib/table/write.ts'
import type { Muted } from '../events/contract.ts'
import {
  type ApprovalElement,
  type ApprovalInstance,
  type ApprovedEvent,
  approvalInstance,
  type EventCard,
  eventParamsOf,
  submissionName,
} from '../events/index.ts'
import { dueAfter, instanceWrites } from './approval-records.ts'
import { defaultStepRole } from './defaults.ts'
import type { Route, RouteStep } from './routing/routing.ts'

type NotifyContext = {
  readonly table: { readonly tenant: string | undefined }
  now(): Date
  newId(): string
}

/** The templates' default channels, needed when a recipient turns some of them off. */
const defaultChannels = {
  event_created: ['in_app', 'email'],
  approval_required: ['in_app', 'email', 'push'],
} as const

type Template = keyof typeof defaultChannels

/** Parameters and metadata of a notification about an event. */
export const aboutEvent = (card: EventCard, context: NotifyContext) => ({
  params: { ...eventParamsOf(card), ...(card.hostingType === 'Org' ? { orgName: card.host.name } : {}) },
  metadata: {
    eventId: card.eventId,
    ...(card.hostingType === 'Org' ? { orgId: card.hostingId } : {}),
    tenantKey: context.table.tenant,
    navigation: {
      route: 'EventDetails',
      params: { eventId: card.eventId },
      deepLink: `/event/${card.eventId}`,
    },
  },
})

/** The audience of a decider. */
export const audienceOf = (decider: string): Audience => {
  const [, kind, id] = /^(org|user):(.+)$/s.exec(decider) ?? []
  if (kind === 'org' && id) return { kind: 'permission', orgId: id, permission: 'approve_events' }
  return kind === 'user' && id ? { kind: 'users', ids: [id] } : { kind: 'approvalRole', role: decider }
}

export type DeciderRecipient = { readonly decider: string; readonly muted: readonly Muted[] }

/**
 * Notifies deciders: one row for each set of wanted channels, with its own cause. A person behind several deciders of a
 * row is notified once.
 */
export const notifyDeciders = (
  template: Template,
  cause: string,
  recipients: readonly DeciderRecipient[],
  card: EventCard,
  channels: ApprovalInstance['channels'],
  context: NotifyContext,
): readonly Write[] => {
  const groups = Map.groupBy(recipients, ({ muted }) => [...muted].sort().join(','))
  return [...groups].flatMap(([muted, members]) => {
    const allowedChannels = (channels ?? defaultChannels[template]).filter(
      (channel) => !muted.split(',').includes(channel),
    )
    if (allowedChannels.length === 0) return []
    const to = [...new Set(members.map(({ decider }) => decider))].map(audienceOf)
    return [
      notificationDue(context, {
        template,
        to,
        cause: muted === '' ? cause : `${cause}#without ${muted}`,
        ...aboutEvent(card, context),
        ...(channels || muted !== '' ? { channels: allowedChannels } : {}),
      }),
    ]
  })
}

/** Notifies all deciders of the current stage that their decision is needed. */
export const notifyStage = (
  { eventId, submission, currentStepIndex, elements, channels }: ApprovalInstance,
  card: EventCard,
  context: NotifyContext,
): readonly Write[] => {
  const waitingElements = elements.filter(
    ({ kind, stage, status }: ApprovalElement) =>
      kind === 'approver' && status === 'pending' && stage === currentStepIndex,
  )
  const recipients = waitingElements.flatMap(({ deciders, muted }) =>
    deciders.map((decider) => ({ decider, muted })),
  )
  const cause = `${eventId}#${submission}#stage ${currentStepIndex}`
  return notifyDeciders('approval_required', cause, recipients, card, channels, context)
}

const elementOf = ({ because: _, conditions: __, ...step }: RouteStep): ApprovalElement => ({
  ...step,
  checkItems: [...step.checkItems],
  questions: [...step.questions],
  muted: [...step.muted],
  status: step.kind === 'notifiee' ? 'notified' : 'pending',
  approvals: 0,
  deciders: [step.role],
  asked: [step.role],
  toAdmins: false,
})

/** Event fields that approval lists show. */
export const eventOf = ({ name, type, start_time, end_time, ...card }: EventCard): ApprovedEvent => {
  const { location, classroom_id, visibility, expectedAttendance, hostingType, hostingId, host, image } = card
  return {
    name,
    type,
    start_time,
    end_time,
    visibility,
    expectedAttendance,
    hostingType,
    hostingId,
    hostName: host.name,
    ...(host.image === undefined ? {} : { hostImage: host.image }),
    ...(image === undefined ? {} : { image }),
    ...(location === undefined ? {} : { location }),
    ...(classroom_id === undefined ? {} : { classroom_id }),
  }
}

/** Starts a stage: its elements get their due times. An element that no person can decide escalates at once. */
export const enterStage = (instance: ApprovalInstance, stage: number, now: string): ApprovalInstance => ({
  ...instance,
  currentStepIndex: stage,
  elements: instance.elements.map((element) =>
    element.kind === 'approver' && element.stage === stage && element.status === 'pending'
      ? { ...element, dueAt: dueAfter(now, element.isEmpty ? 0 : element.timeoutHours) }
      : element,
  ),
})

/** The first stage, from `from` on, that still needs a decision. */
export const stageFrom = (elements: readonly ApprovalElement[], from: number): number | undefined =>
  elements
    .filter(({ kind, status, stage }) => kind === 'approver' && status === 'pending' && stage >= from)
    .map(({ stage }) => stage)
    .sort((a, b) => a - b)[0]

/**
 * Plans the approval of a submission, for the event's transaction. It writes the instance with its steps, its rows in
 * pending lists and its escalation time. It sends `Event Created` to every stakeholder of the route, and `Approval
 * Required` to the first stage. `card` is the submitted event with its new `submission`; `lastEnd` is the end of the
 * last event in its series.
 */
export const submissionWrites = (
  context: TaskPlace & { newId(): string },
  card: EventCard,
  route: Route,
  lastEnd?: string,
): readonly Write[] => {
  const { eventId } = card
  const submission = submissionName(card.submission)
  const at = context.now().toISOString()
  const { steps, flowVersion, channels } = route
  const recipients = [
    { decider: defaultStepRole, muted: [] },
    ...steps.map(({ role, muted }) => ({ decider: role, muted })),
  ]
  const created = notifyDeciders(
    'event_created',
    `${eventId}#${submission}`,
    recipients,
    card,
    channels,
    context,
  )
  if (steps.length === 0) return created
  const elements = steps.map(elementOf)
  const fresh: ApprovalInstance = {
    _id: context.newId(),
    eventId,
    submission,
    status: route.asks ? 'pending' : 'approved',
    currentStepIndex: 0,
    elements,
    flowVersion,
    event: eventOf(card),
    channels: channels ? [...channels] : null,
    ...(lastEnd === undefined ? {} : { lastEnd }),
    submittedAt: at,
    ...(route.asks ? {} : { decidedAt: at }),
    version: 0,
  }
  const first = stageFrom(elements, 0)
  const begun = first === undefined ? fresh : enterStage(fresh, first, at)
  const { instance, writes } = instanceWrites(context, undefined, begun)
  return [...writes, ...(route.asks ? notifyStage(instance, card, context) : []), ...created]
}

/** Reads the approval of the event's last submission. Strongly consistent. */
export const readInstance = (
  table: Table,
  { eventId, submission }: Pick<EventCard, 'eventId' | 'submission'>,
) => table.get(approvalInstance, { eventId, submission: submissionName(submission) }, { strong: true })

/** Closes an approval: pending steps are skipped. */
export const closeInstance = (
  instance: ApprovalInstance,
  status: ApprovalInstance['status'],
  now: string,
): ApprovalInstance => ({
  ...instance,
  status,
  decidedAt: now,
  elements: instance.elements.map((element) =>
    element.status === 'pending' && (element.kind === 'approver' || status !== 'approved')
      ? { ...element, status: 'skipped' as const }
      : element,
  ),
})

/**
 * Closes the approval of an event that is withdrawn, cancelled, deleted or submitted again, for that transaction.
 * `card` is the event as read; one strongly consistent read. Empty when the approval is already closed.
 */
export const withdrawalWrites = async (
  context: TaskPlace & { newId(): string } & { readonly table: Table },
  card: EventCard,
): Promise<readonly Write[]> => {
  if (card.submission === 0) return []
  const before = await readInstance(context.table, card)
  if (!before || before.status === 'cancelled' || before.status === 'rejected') return []
  const ended = closeInstance(before, 'cancelled', context.now().toISOString())
  // Decided steps remain decided. Only open acknowledgements are closed.
  const after =
    before.status === 'approved' ? { ...ended, status: before.status, decidedAt: before.decidedAt } : ended
  return instanceWrites(context, before, after).writes
}
