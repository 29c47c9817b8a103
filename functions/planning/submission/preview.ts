import { Failure, fail, settleInOrder } from '../../../lib/contract/failure.ts'
import type { Operation } from '../../../lib/operation.ts'
import { momentOf } from '../../../lib/zones.ts'
import { type EventRecord, requireEventOf } from '../../events/index.ts'
import type { PlanContext } from '../../lifecycle/index.ts'
import { findConflicts, refuseSmallRoom } from '../../rooms/index.ts'
import {
  type EventRules,
  findEventRules,
  type RouteStep,
  readZonedSetup,
  refuseAgainstRules,
  routeEvent,
  withPeople,
} from '../../stakeholders/index.ts'
import { TypeRequired } from '../contract/failures.ts'
import type { EventFields } from '../contract/request-bodies.ts'
import type { contract } from '../contract.ts'
import { newEvent, refuseIncompleteForm } from '../create/event-record.ts'
import { isFlagSet, parseTimes, readFields, readTimes, refuseField, type Times } from '../create/fields.ts'
import { withPlaceOfRoom } from '../create/place.ts'
import { hostOrgOf } from '../hosts/host.ts'
import { planSeries, resolveSeries, seriesDateView } from '../series/conflicts.ts'
import { factsOf } from './facts.ts'
import { roomWritesIfLive } from './submission.ts'

type Rows = (typeof contract)['rows']

type StepWithPeople = Awaited<ReturnType<typeof withPeople>>[number]

const stepViewOf = ({ step, ...about }: StepWithPeople) => ({
  _id: step._id,
  role: step.role,
  stakeholderName: step.roleName,
  stakeholderType: step.kind,
  stage: step.stage,
  requiredApprovals: step.required,
  reason: step.because,
  ...about,
})

/** The fields that have a value. */
const filledFieldsIn = (sent: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(sent).filter(
      ([name, value]) => value !== null && value !== '' && !(name === 'expectedAttendance' && value === 0),
    ),
  )

/**
 * Incomplete or unreadable times count as unknown, and so do equal ones: a client sends them before hours are chosen.
 * Whether an event can have the others is checked with its other fields.
 */
const parseKnownTimes = (fields: EventFields, zone: string): Times | undefined => {
  try {
    const times = parseTimes(fields, zone)
    return times?.start_time === times?.end_time ? undefined : times
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

const withoutTimes = ({ start_time, end_time, date, time, duration, ...fields }: EventFields): EventFields =>
  fields

/** Fails like a submission of the event: by the school's rules, on each date of a series, and by its rooms. */
const refuseSubmission = async (event: EventRecord, rules: EventRules, context: PlanContext) => {
  const resolved = await resolveSeries(event, rules, context)
  refuseAgainstRules(factsOf(resolved), rules, context.now())
  await roomWritesIfLive(context, undefined, resolved)
}

/**
 * Previews the people who would decide on an event, acknowledge it or be notified, and the dates of a series with their
 * conflicts. Nothing is stored. Fails with 400 without a type or with an end before the start, with 409 when the room is
 * too small, and like routing. With `checkSubmission` it also fails like a submission.
 */
export const previewApprovals: Operation<Rows['previewApprovals']> = async (sent, context) => {
  const sentFields = readFields(filledFieldsIn(sent))
  const isChecked = isFlagSet(sent.checkSubmission)
  if (isChecked) refuseIncompleteForm(sentFields)
  if (sentFields.type === undefined) fail(TypeRequired, { field: 'type' })
  const at = context.now().toISOString()
  const times = (isChecked ? readTimes : parseKnownTimes)(sentFields, context.tenant.timezone)
  const { tenantUserId: createdBy } = context.caller
  const orgId = hostOrgOf(sent, createdBy)
  const host = {
    hostingId: orgId ?? createdBy,
    hostingType: orgId === undefined ? ('User' as const) : ('Org' as const),
    host: { name: '' },
  }
  const [rules, setup, fields] = await Promise.all([
    findEventRules(context),
    readZonedSetup(context),
    withPlaceOfRoom(context.table, sentFields),
  ])
  const unknown = {
    start_time: at,
    end_time: new Date(Date.parse(at) + 1).toISOString(),
    timezone: rules.zone,
  }
  const known = times ? fields : withoutTimes(fields)
  const event = newEvent({ name: '', ...known }, rules, host, times ?? unknown, {
    eventId: context.newId(),
    createdBy,
    at,
  })
  const { start_time, end_time, ...facts } = factsOf(event)
  const { recurrence } = event.body
  const [{ steps }, dates] = await settleInOrder([
    routeEvent(context, times ? { ...facts, start_time, end_time } : facts, setup),
    times && recurrence ? planSeries(event, recurrence, rules, context, { onlyDates: true }) : undefined,
    refuseSmallRoom(context.table, event.card),
    isChecked ? refuseSubmission(event, rules, context) : undefined,
  ])
  const peopled = await withPeople(context.table, steps, setup)
  const of = (kind: RouteStep['kind']) => peopled.filter(({ step }) => step.kind === kind).map(stepViewOf)
  return {
    approvals: of('approver'),
    acknowledgements: of('acknowledger'),
    notifications: of('notifiee'),
    total: steps.length,
    ...(dates ? { series: { dates: dates.map(seriesDateView) } } : {}),
  }
}

/** Checks whether the event's room is free, at its own or another time. Reserves nothing. */
export const checkRoomAvailability: Operation<Rows['checkRoomAvailability']> = async (
  { orgId, eventId, startTime, endTime },
  { table },
) => {
  const { card } = await requireEventOf(table, orgId, eventId)
  if (card.classroom_id === undefined)
    return { isAvailable: true, reason: 'No room reserved for this event', conflicts: [] }
  const at = (field: string, given: string | undefined, otherwise: string): string =>
    given === undefined
      ? otherwise
      : (momentOf(given, card.timezone) ?? refuseField(field, 'This date and time does not exist'))
  const start = at('startTime', startTime, card.start_time)
  const end = at('endTime', endTime, card.end_time)
  const conflicts = await findConflicts(table, { roomId: card.classroom_id, start, end }, eventId)
  if (conflicts.length === 0) return { isAvailable: true, conflicts: [] }
  return { isAvailable: false, reason: 'The room is taken at that time', conflicts: [...conflicts] }
}
