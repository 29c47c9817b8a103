import type { Write } from '../../../lib/table/write.ts'
import type { EventCard, EventRecord } from '../../events/index.ts'
import { bookingsOf, type PlanContext, rebookRooms } from '../../lifecycle/index.ts'
import {
  type EventRules,
  eventRulesOf,
  type Route,
  readZonedSetup,
  refuseAgainstRules,
  routeEvent,
  submissionWrites,
} from '../../stakeholders/index.ts'
import { refuseIncomplete } from '../create/event-record.ts'
import { seriesTaskWrite } from '../repository.ts'
import { occurrencesOf } from '../series/occurrences.ts'
import { factsOf, withSubmittedCapacity } from './facts.ts'

/** The school's rules and the event's route, from one read. No decision has been made. */
export type Routing = { readonly rules: EventRules; readonly route: Route }

export const findRouting = async (
  context: PlanContext,
  requested: EventRecord,
  setup = readZonedSetup(context),
): Promise<Routing> => {
  const [known, route] = await Promise.all([setup, routeEvent(context, factsOf(requested), setup)])
  return { rules: eventRulesOf(known), route }
}

/** Rejects the submission of an event with missing fields. */
export const refuseUnfinished = ({ card }: EventRecord): void =>
  refuseIncomplete([
    ['name', card.name],
    ['type', card.type],
    ['start_time', card.undated ? undefined : card.start_time],
    ['end_time', card.undated ? undefined : card.end_time],
    ['location', card.location ?? card.classroom_id],
  ])

/**
 * Plans the rooms of an event before it is known whether it needs a decision. A series books all of its rooms or none,
 * unless `alone`.
 */
export const roomWritesIfLive = async (
  context: PlanContext,
  before: EventRecord | undefined,
  requested: EventRecord,
  { alone = false } = {},
): Promise<readonly Write[]> => {
  const live: EventRecord = {
    card: { ...requested.card, status: 'not-applicable', shelf: 'live' },
    body: requested.body,
  }
  const others = alone ? [] : occurrencesOf(live)
  const held = before ? bookingsOf(before) : []
  return rebookRooms(context.table, held, [live, ...others].flatMap(bookingsOf))
}

/** The submitted event, and the writes of the approval that it needs. */
export type SubmissionPlan = {
  readonly requested: EventRecord
  readonly rules: EventRules
  readonly more: readonly Write[]
  /** Number of other events submitted with this one. */
  readonly others: number
}

/**
 * Plans a submission: pending when a decision is needed, live otherwise. The series is submitted with its first event,
 * unless `alone`; `resolveSeries` has checked its dates. Pure; fails with refusals of the school's rules.
 */
export const planSubmission = (
  context: PlanContext,
  requested: EventRecord,
  { rules, route }: Routing,
  { alone = false } = {},
): SubmissionPlan => {
  refuseAgainstRules(factsOf(requested), rules, context.now())
  const status = route.asks ? 'pending' : 'not-applicable'
  const submission = requested.card.submission + 1
  const others = alone ? [] : occurrencesOf(requested)
  const approval = (card: EventCard, lastEnd?: string) => submissionWrites(context, card, route, lastEnd)
  const { body: asked } = withSubmittedCapacity(requested)
  if (others.length === 0) {
    const card = { ...requested.card, status, submission } as const
    return { requested: { card, body: asked }, rules, more: approval(card), others: 0 }
  }
  const seriesId = requested.card.eventId
  const card = { ...requested.card, status, submission, seriesId } as const
  const size = others.length + 1
  const place = { occurrenceIndex: 1, seriesSize: size, seriesSubmission: submission }
  const body = { ...asked, ...place }
  const facts = { status, card, body }
  const lastEnd = others
    .map((other) => other.card.end_time)
    .sort()
    .at(-1)
  const made = seriesTaskWrite({ seriesId, job: 'make', facts }, context)
  return { requested: { card, body }, rules, more: [...approval(card, lastEnd), made], others: others.length }
}
