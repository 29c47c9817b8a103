import { hourMs } from '../../lib/contract/time.ts'
import { rescheduleTasks, type TaskFacts, type TaskPlace } from '../../lib/scheduled/task.ts'
import { unchanged } from '../../lib/table/condition.ts'
import { put, remove, type Write } from '../../lib/table/write.ts'
import {
  type ApprovalElement,
  type ApprovalInstance,
  type ApprovalWait,
  approvalInstance,
  approvalWait,
  stageName,
} from '../events/index.ts'

/** Whether an element is waiting for its deciders. */
export const isOpen = (
  { status, currentStepIndex }: Pick<ApprovalInstance, 'status' | 'currentStepIndex'>,
  { kind, status: own, stage }: ApprovalElement,
): boolean => {
  if (own !== 'pending' || status === 'cancelled' || status === 'rejected') return false
  return (
    kind === 'acknowledger' || (kind === 'approver' && status === 'pending' && stage === currentStepIndex)
  )
}

export const dueAfter = (from: string, hours: number): string =>
  new Date(Date.parse(from) + hours * hourMs).toISOString()

const rowOf = ({ eventId, submission, event }: ApprovalInstance, element: ApprovalElement, via: string) => {
  const { _id: stepId, stage, role, roleName, kind } = element
  return { eventId, submission, stepId, stage: stageName(stage), role, roleName, via, kind, event }
}

const waitOf = (
  instance: ApprovalInstance,
  element: ApprovalElement,
  via: string,
  since: string,
): ApprovalWait => {
  const { kind, timeoutHours, dueAt: at = dueAfter(since, timeoutHours), stuckSince = at } = element
  const isFirst = via === element.deciders[0]
  // Acknowledgements never make a step stuck.
  const stuckAt = kind === 'approver' && isFirst ? stuckSince : undefined
  const row = { ...rowOf(instance, element, via), list: 'waiting' as const, since, at }
  return stuckAt === undefined ? row : { ...row, stuckAt }
}

type OpenWait = { readonly element: ApprovalElement; readonly via: string }

const openWaitsOf = (instance: ApprovalInstance | undefined): readonly OpenWait[] =>
  instance === undefined
    ? []
    : instance.elements
        .filter((element) => isOpen(instance, element))
        .flatMap((element) => element.deciders.map((via) => ({ element, via })))

const nameOf = ({ element: { stage, role }, via }: OpenWait): string => JSON.stringify([stage, role, via])

const same = (a: ApprovalElement, b: ApprovalElement): boolean =>
  a.dueAt === b.dueAt && a.stuckSince === b.stuckSince

/** Closes a decider's row. Their own decided step remains in the list. */
const closedWaitWrite = (after: ApprovalInstance, { element, via }: OpenWait, at: string): Write => {
  const { eventId, submission, status } = after
  const { stage, role, kind, deciders } = element
  const now = after.elements.find((one) => one.stage === stage && one.role === role)?.status
  const list = now === 'approved' ? 'approved' : status === 'rejected' ? 'rejected' : undefined
  if (list === undefined || via !== deciders[0] || kind !== 'approver')
    return remove(approvalWait, { eventId, submission, stage: stageName(stage), role, via })
  return put(approvalWait, { ...rowOf(after, element, via), list, since: at, at })
}

/** Writes the difference between the pending rows before and after a change. */
const waitWrites = (before: ApprovalInstance | undefined, after: ApprovalInstance, now: string): Write[] => {
  const had = new Map(openWaitsOf(before).map((held) => [nameOf(held), held]))
  const has = new Map(openWaitsOf(after).map((held) => [nameOf(held), held]))
  const gone = [...had].filter(([name]) => !has.has(name)).map(([, held]) => held)
  const fresh = [...has]
    .filter(([name, { element }]) => !had.has(name) || !same(element, had.get(name)?.element ?? element))
    .map(([, held]) => held)
  return [
    ...gone.map((held) => closedWaitWrite(after, held, now)),
    ...fresh.map(({ element, via }) => put(approvalWait, waitOf(after, element, via, now))),
  ]
}

export const escalationKind = 'escalation'

const dueOf = (instance: ApprovalInstance | undefined): TaskFacts[] => {
  if (instance?.status !== 'pending' || instance.dueAt === undefined) return []
  const { eventId: subject, submission: version, dueAt: at } = instance
  return [{ kind: escalationKind, subject, version, at }]
}

/** The latest time for a decision: the end of the event, or of the last one in its series. */
export const endOf = (
  { end_time }: { readonly end_time: string },
  { lastEnd = '' }: Pick<ApprovalInstance, 'lastEnd'>,
): string => (lastEnd > end_time ? lastEnd : end_time)

/** The earliest due time of the open elements, or the end of the event. */
const firstDue = (instance: ApprovalInstance): string | undefined => {
  const [first] = instance.elements
    .filter((element) => isOpen(instance, element))
    .flatMap(({ kind, dueAt }) => (kind === 'approver' && dueAt !== undefined ? [dueAt] : []))
    .sort()
  const { event, submittedAt } = instance
  const end = endOf(event, instance)
  // For an event that was over at its submission, deciders get their full time.
  if (first === undefined || end <= submittedAt) return first
  return first < end ? first : end
}

/**
 * Plans all writes of a changed approval: the instance, conditional on its version, the rows of pending lists, and its
 * escalation. `before` is undefined for a new one. Reads nothing.
 */
export const instanceWrites = (
  place: TaskPlace,
  before: ApprovalInstance | undefined,
  changed: ApprovalInstance,
): { readonly instance: ApprovalInstance; readonly writes: readonly Write[] } => {
  const { dueAt: _, ...rest } = changed
  const dueAt = firstDue(changed)
  const version = (before?.version ?? 0) + 1
  const instance = { ...rest, version, ...(dueAt === undefined ? {} : { dueAt }) }
  const writes = [
    put(approvalInstance, instance, unchanged(before)),
    ...waitWrites(before, instance, place.now().toISOString()),
    ...rescheduleTasks(place, dueOf(before), dueOf(instance)),
  ]
  return { instance, writes }
}
