import { pickFields } from '../../../lib/contract/field-table.ts'
import { type EventRecord, isLive } from '../../events/index.ts'
import { conditionFieldNames } from '../../stakeholders/contract.ts'
import type { EventFacts, Route } from '../../stakeholders/index.ts'

/** The facts about an event that rules and routing read. */
export const factsOf = ({ card, body }: EventRecord): EventFacts => ({
  ...pickFields<Readonly<Record<string, unknown>>, string>({ ...body, ...card }, conditionFieldNames),
  eventId: card.eventId,
  createdBy: card.createdBy,
  customFields: body.customFields,
  recurrence: body.recurrence,
})

const width = { members_only: 0, unlisted: 1, public: 2 } as const

type Count = number | null

const isMore = (before: Count, after: Count, times = 1): boolean =>
  before !== null && (after === null || after > before * times)

/** rules/planning 17 */
const hasGrown = (submitted: Count, before: Count, after: Count): boolean =>
  isMore(before, after) && isMore(submitted, after, 1.2)

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/**
 * Whether a change is material: time, place, type, a wider audience, or a fifth more people than submitted
 * (rules/planning 14).
 */
export const isMaterial = (
  { card: before, body: { submittedFor = before } }: EventRecord,
  { card: after }: EventRecord,
): boolean =>
  before.start_time !== after.start_time ||
  before.end_time !== after.end_time ||
  before.location !== after.location ||
  before.classroom_id !== after.classroom_id ||
  !same(before.type, after.type) ||
  width[after.visibility] > width[before.visibility] ||
  hasGrown(submittedFor.maxAttendees, before.maxAttendees, after.maxAttendees) ||
  hasGrown(submittedFor.expectedAttendance, before.expectedAttendance, after.expectedAttendance)

/** Whether a change affects facts that the school's rules and routing read. */
export const factsDiffer = (before: EventRecord, after: EventRecord): boolean =>
  JSON.stringify(factsOf(before)) !== JSON.stringify(factsOf(after))

/** Whether a new route asks an approver that the earlier route did not. */
export const addsApprovalSteps = (before: Route, after: Route): boolean => {
  const asked = new Set(before.steps.map(({ _id }) => _id))
  return after.asks && (!before.asks || after.steps.some(({ _id }) => !asked.has(_id)))
}

/** Stores the number of people that the event is submitted for. Returns the same event when nothing changes. */
export const withSubmittedCapacity = ({ card, body }: EventRecord): EventRecord => {
  const { maxAttendees, expectedAttendance } = card
  const was = body.submittedFor
  const same = was?.maxAttendees === maxAttendees && was.expectedAttendance === expectedAttendance
  return { card, body: same ? body : { ...body, submittedFor: { maxAttendees, expectedAttendance } } }
}

/** Whether the event is live or pending. */
export const isSubmitted = ({ card }: EventRecord): boolean => isLive(card) || card.status === 'pending'
