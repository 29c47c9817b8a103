import { type ChangeContext, on, onBatch } from '../../lib/consumer.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import { oncePerBatch } from '../../lib/keyed-answer.ts'
import type { ChangeEvent } from '../../lib/table/change-event.ts'
import { attendee, eventCard } from '../events/index.ts'
import { countChanges, recountMember } from './counters.ts'
import { isShownAlike, settleSchoolEvent } from './index.ts'
import { eventStats } from './repository.ts'
import { rollUp } from './rollups.ts'

/**
 * The first change event of a batch does the work of all, because it reads the current state. Events of a school run
 * one after another, because they write the same months.
 */
const rollUpEach = async (
  changeEvents: readonly ChangeEvent<{ readonly eventId: string }>[],
  context: ChangeContext,
): Promise<void> => {
  const events = new Set(changeEvents.flatMap(({ after }) => (after ? [after.eventId] : [])))
  for (const eventId of events)
    await oncePerBatch(context, `rolled up ${eventId}`, async () => rollUp(eventId, context))
}

const ofSchool = (): string => 'school'

/** Consumers that update figures after registrations, check-ins, event changes and views. */
export const streamConsumers = [
  onBatch(
    attendee,
    ['made', 'changed', 'gone'],
    ({ before, after }) => (after ?? before)?.eventId,
    countChanges,
  ),
  on(orgMember, ['made', 'changed', 'gone'], recountMember),
  onBatch(eventCard, ['made', 'changed'], ofSchool, rollUpEach),
  on(eventCard, ['made', 'changed', 'gone'], async ({ before, after }, { table }) => {
    const card = after ?? before
    if (card && !isShownAlike(before, after)) await settleSchoolEvent(table, card.eventId)
  }),
  onBatch(
    eventStats,
    ['made', 'changed'],
    ({ after }) => (after?.lastViewAt === undefined ? undefined : ofSchool()),
    rollUpEach,
  ),
]
