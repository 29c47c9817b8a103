import { groupedChange } from '../../../lib/change-groups.ts'
import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import type { Operation, UploadedFile } from '../../../lib/operation.ts'
import type { Write } from '../../../lib/table/write.ts'
import { deskWrites, type EventRecord, isLive, plannedView } from '../../events/index.ts'
import type { PlanContext } from '../../lifecycle/index.ts'
import { refuseSmallRoom } from '../../rooms/index.ts'
import {
  type Route,
  readZonedSetup,
  refuseAgainstRules,
  routeEvent,
  withdrawalWrites,
} from '../../stakeholders/index.ts'
import { EventClosed, EventOvertaken, SeriesMade, UpdateForbidden } from '../contract/failures.ts'
import type { EventFields, Scope } from '../contract/request-bodies.ts'
import type { contract } from '../contract.ts'
import { applyEventFields } from '../create/event-record.ts'
import { readFields } from '../create/fields.ts'
import { requireForms } from '../create/forms.ts'
import { dropPicture, spendPicture, withPicture } from '../create/pictures.ts'
import { withChangedPlace } from '../create/place.ts'
import type { Gate } from '../hosts/gates.ts'
import { hostGate, plannerGate } from '../hosts/gates.ts'
import { seriesChangeOf, seriesEditOf } from '../series/edit.ts'
import { addsApprovalSteps, factsDiffer, factsOf, isMaterial, isSubmitted } from '../submission/facts.ts'
import { findRouting, planSubmission, roomWritesIfLive } from '../submission/submission.ts'
import { withEventAlias } from '../views.ts'
import { type ChangePlan, changeEvent, previewChange } from './change.ts'

type Rows = (typeof contract)['rows']

/** Which events an edit applies to, the state that it is based on, and whether nothing is written. */
type EditOptions = {
  readonly scope?: Scope | undefined
  readonly unchangedSince?: string | undefined
  readonly preview?: boolean | undefined
}

/** An edit that names the state it is based on changes no other state (rules/planning 51). */
const refuseOvertaken = ({ card }: EventRecord, unchangedSince: string | undefined): void => {
  if (unchangedSince !== undefined && Date.parse(unchangedSince) !== Date.parse(card.updatedAt))
    fail(EventOvertaken)
}

/** A finished event keeps its time and place. A cancelled or archived event keeps everything. */
const refuseClosed = (before: EventRecord, changed: EventRecord): void => {
  const { shelf, status } = before.card
  if (shelf !== 'past') return
  if (status !== 'completed' || isMaterial(before, changed)) fail(EventClosed)
}

/** Submits a changed event again. Earlier decisions lose their effect. */
const planResubmission = async (
  before: EventRecord,
  changed: EventRecord,
  routing: Awaited<ReturnType<typeof findRouting>>,
  context: PlanContext,
): Promise<ChangePlan & { readonly more: readonly Write[] }> => {
  const [withdrawal, rooms] = await Promise.all([
    withdrawalWrites(context, before.card),
    roomWritesIfLive(context, before, changed, { alone: true }),
  ])
  const resubmission = planSubmission(context, changed, routing, { alone: true })
  const holds = resubmission.requested.card.status !== 'pending' || !resubmission.requested.body.autoBook
  return {
    ...resubmission,
    ...(holds ? { rooms } : {}),
    more: [...withdrawal, ...resubmission.more],
  }
}

/** Submits a pending event of a series again, on its own. */
export const resubmitOccurrence = async (before: EventRecord, context: PlanContext): Promise<ChangePlan> =>
  planResubmission(before, before, await findRouting(context, before), context)

/** Recurrence is fixed at submission, and only the first event of a series carries it. */
const refuseRecurrenceChange = (before: EventRecord, changed: EventRecord): void => {
  const [was, is] = [before, changed].map(({ body }) => JSON.stringify(body.recurrence ?? null))
  const { seriesId, eventId, shelf } = before.card
  const isMade = seriesId !== undefined && seriesId !== eventId
  if (was !== is && (isMade || isSubmitted(before) || shelf === 'past')) fail(SeriesMade)
}

const submittedStates: readonly string[] = ['pending', 'approved', 'not-applicable']

const sizeFields = ['classroom_id', 'maxAttendees', 'expectedAttendance'] as const

/** The room must hold the people when an edit changes it or their number. */
const requireRoomCapacity = async (
  { card: before }: EventRecord,
  { card: changed }: EventRecord,
  { table }: PlanContext,
): Promise<void> => {
  if (sizeFields.some((field) => before[field] !== changed[field])) await refuseSmallRoom(table, changed)
}

/**
 * Plans an edit. Drafts and rejected events simply change. A live or pending event is routed again when a change
 * affects the facts that routing reads. It returns to pending when the new route needs a decision that has not been
 * made on its present state.
 */
const planEdit = async (
  before: EventRecord,
  fields: EventFields,
  context: PlanContext,
): Promise<ChangePlan & { readonly more?: readonly Write[] }> => {
  const changed = await withChangedPlace(context.table, before, applyEventFields(before, fields), fields)
  refuseRecurrenceChange(before, changed)
  if (!submittedStates.includes(before.card.status) || !factsDiffer(before, changed)) {
    refuseClosed(before, changed)
    return { requested: changed }
  }
  const material = isMaterial(before, changed)
  const setup = readZonedSetup(context)
  const [routing, past] = await Promise.all([
    findRouting(context, changed, setup),
    material ? undefined : routeEvent(context, factsOf(before), setup),
    requireRoomCapacity(before, changed, context),
  ])
  if (material) refuseAgainstRules(factsOf(changed), routing.rules, context.now())
  if (needsNewDecision(before, routing.route, past))
    return planResubmission(before, changed, routing, context)
  return { requested: changed, rules: routing.rules }
}

/** `past` is the route before the edit; undefined for a material edit. */
const needsNewDecision = ({ card }: EventRecord, route: Route, past: Route | undefined): boolean => {
  if (past) return addsApprovalSteps(past, route)
  return card.status === 'pending' || (isLive(card) && route.asks)
}

/**
 * Changes an event. Fails with 403 or 404 from `gate`, and with 400 for fields that do not fit. Fails with 409 when the
 * room is taken, the capacity is below the seats taken, the event is over, or it is no longer as `unchangedSince` says.
 * With `preview` it writes nothing and returns the event as it would be.
 */
export const editEvent = (
  eventId: string,
  fields: EventFields,
  context: PlanContext,
  gate: Gate,
  { scope, unchangedSince, preview }: EditOptions = {},
): Promise<EventRecord> =>
  (preview ? previewChange : changeEvent)(
    context,
    eventId,
    async (before) => {
      refuseOvertaken(before, unchangedSince)
      const [decision, forms] = await Promise.all([
        planEdit(before, fields, context),
        requireForms(context, fields, before, before),
      ])
      const series = seriesChangeOf(before, scope, 'edit', context)
      const others = series.taskWrites(seriesEditOf(before, decision.requested, fields))
      const more = [decision.more ?? [], forms, others, deskWrites(context.table, eventId, fields)]
      return { ...decision, context: series.context, more: Promise.all(more).then((all) => all.flat()) }
    },
    gate,
  )

/** Whether the context's group has changed the event already. Applied twice, an edit would move it twice. */
const isChangedInGroup = async ({ table, changeGroup: group }: PlanContext, eventId: string) =>
  group !== undefined && (await table.get(groupedChange, { group, eventId }, { strong: true })) !== undefined

/** Applies an edit of one event to another event of its series, once in each group. */
export const editOccurrence = (
  eventId: string,
  fieldsFor: (one: EventRecord) => EventFields,
  context: PlanContext,
): Promise<EventRecord> =>
  changeEvent(context, eventId, async (before) => {
    if (await isChangedInGroup(context, eventId)) return undefined
    const fields = fieldsFor(before)
    const [decision, forms, onDesk] = await Promise.all([
      planEdit(before, fields, context),
      requireForms(context, fields, before, before),
      deskWrites(context.table, eventId, fields),
    ])
    return { ...decision, more: [...(decision.more ?? []), ...forms, ...onDesk] }
  })

/**
 * Replaces an event's picture. Deletes the old file, unless the event belongs to a series whose other events may show
 * it.
 */
export const changePicture = async (
  eventId: string,
  file: UploadedFile,
  context: Context<'caller'>,
  gate: Gate,
): Promise<EventRecord> => {
  await spendPicture(context)
  let old: string | undefined
  const changed = await withPicture(file, context, eventId, (image) =>
    changeEvent(
      context,
      eventId,
      async ({ card, body }) => {
        old = card.image
        return { requested: { card: { ...card, ...(image ? { image } : {}) }, body } }
      },
      gate,
    ),
  )
  if (changed.card.seriesId === undefined) await dropPicture(context, eventId, old)
  return changed
}

export const updateEvent: Operation<Rows['updateEvent']> = async (
  { event_id, scope, unchangedSince, preview, ...sent },
  context,
) => {
  const gate = plannerGate(context, UpdateForbidden)
  return withEventAlias(
    await editEvent(event_id, readFields(sent), context, gate, { scope, unchangedSince, preview }),
    context.now(),
  )
}

export const updateOrgEvent: Operation<Rows['updateOrgEvent']> = async (
  { orgId, eventId, scope, unchangedSince, preview, ...sent },
  context,
) => {
  const changed = await editEvent(eventId, readFields(sent), context, hostGate(orgId), {
    scope,
    unchangedSince,
    preview,
  })
  return { event: plannedView(changed, context.now()) }
}
