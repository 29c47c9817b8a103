import type { Audience } from '../../../lib/audience.ts'
import { notificationDue } from '../../../lib/outbox.ts'
import type { Write } from '../../../lib/table/write.ts'
import type { EventCard } from '../../events/index.ts'
import {
  type ApprovalElement,
  type ApprovalInstance,
  aboutEvent,
  endedAs,
  enterStage,
  stageFrom,
} from '../../stakeholders/index.ts'

/** Who decides, and when. `isAdmin` counts where the administrators were asked. */
export type Deed = { readonly userId: string; readonly isAdmin: boolean; readonly at: string }

const approvedOnce = (element: ApprovalElement, { userId, isAdmin, at }: Deed): ApprovalElement => {
  const approvals = element.approvals + 1
  if (approvals < element.required && !(isAdmin && element.toAdmins)) return { ...element, approvals }
  const { dueAt: _, ...rest } = element
  return { ...rest, approvals, status: 'approved', approvedByUserId: userId, approvedAt: at }
}

/** Of steps of which one is enough, the others are not needed any more. */
const relieved = (elements: readonly ApprovalElement[]): ApprovalElement[] => {
  const enough = new Set(
    elements.flatMap(({ anyOf, status }) => (anyOf && status === 'approved' ? anyOf : [])),
  )
  return elements.map((element) =>
    element.status === 'pending' && element.anyOf !== undefined && enough.has(element.anyOf)
      ? { ...element, status: 'skipped' as const }
      : element,
  )
}

/** One person's approval of some steps. The stage goes on when all of its approvers are through. */
export const approved = (
  instance: ApprovalInstance,
  ids: ReadonlySet<string>,
  deed: Deed,
): ApprovalInstance => {
  const elements = relieved(
    instance.elements.map((element) => (ids.has(element._id) ? approvedOnce(element, deed) : element)),
  )
  const changed = { ...instance, elements }
  const next = stageFrom(elements, instance.currentStepIndex)
  if (next === undefined) return endedAs(changed, 'approved', deed.at)
  return next === instance.currentStepIndex ? changed : enterStage(changed, next, deed.at)
}

/** One rejection ends it all (rules/approvals 2). */
export const rejected = (
  instance: ApprovalInstance,
  ids: ReadonlySet<string>,
  { at }: Deed,
): ApprovalInstance => {
  const elements = instance.elements.map((element) =>
    ids.has(element._id) ? { ...element, status: 'rejected' as const } : element,
  )
  return endedAs({ ...instance, elements }, 'rejected', at)
}

/** Whether nothing comes behind the stage whose turn it is. */
export const isLastStage = ({ elements, currentStepIndex }: ApprovalInstance): boolean =>
  stageFrom(elements, currentStepIndex + 1) === undefined

type World = { readonly table: { readonly tenant: string | undefined }; now(): Date; newId(): string }

/** Who made the event, and who manages the events of its host. */
const organizersOf = ({ createdBy, hostingType, hostingId }: EventCard): Audience[] => [
  { kind: 'users', ids: [createdBy] },
  ...(hostingType === 'Org'
    ? [{ kind: 'permission' as const, orgId: hostingId, permission: 'manage_events' }]
    : []),
]

/** The organizers learn what became of a submission: once, whoever decided. */
export const outcomeTold = (
  template: 'event_approved' | 'event_rejected' | 'event_changes_requested' | 'approval_expired',
  { _id, submission, channels }: ApprovalInstance,
  card: EventCard,
  reason: string | undefined,
  world: World,
): Write => {
  const about = aboutEvent(card, world)
  return notificationDue(world, {
    template,
    to: organizersOf(card),
    cause: `${_id}#${submission}`,
    ...about,
    params: { ...about.params, ...(reason === undefined ? {} : { reason }) },
    ...(channels ? { channels } : {}),
  })
}
