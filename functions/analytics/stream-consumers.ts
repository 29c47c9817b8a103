import { type NoticeContext, on, onTogether } from '../../lib/consumer.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import { oncePerBatch } from '../../lib/keyed-answer.ts'
import type { Notice } from '../../lib/table/notice.ts'
import { attendee, eventCard } from '../events/index.ts'
import { isShownAlike, settleSchoolEvent } from './index.ts'
import { eventStats } from './repository.ts'

const counting = () => import('./counters.ts')
const engaging = () => import('./counters.ts')
const rolling = () => import('./rollups.ts')

/**
 * The first of a batch does the work of all: it sees what every one of them tells of. Events of a school follow one another,
 * since all of them meet at its months.
 */
const rollUp = async (
  notices: readonly Notice<{ readonly eventId: string }>[],
  context: NoticeContext,
): Promise<void> => {
  const events = new Set(notices.flatMap(({ after }) => (after ? [after.eventId] : [])))
  for (const eventId of events)
    await oncePerBatch(context, `rolled up ${eventId}`, async () =>
      (await rolling()).rollUp(eventId, context),
    )
}

const ofSchool = (): string => 'school'

/** What follows for the numbers when people register and come, when events change, and when somebody looks. */
export const notices = [
  onTogether(
    attendee,
    ['made', 'changed', 'gone'],
    ({ before, after }) => (after ?? before)?.eventId,
    async (notices, context) => (await counting()).count(notices, context),
  ),
  on(orgMember, ['made', 'changed', 'gone'], async (notice, context) =>
    (await engaging()).recountMember(notice, context),
  ),
  onTogether(eventCard, ['made', 'changed'], ofSchool, rollUp),
  on(eventCard, ['made', 'changed', 'gone'], async ({ before, after }, { table }) => {
    const card = after ?? before
    if (card && !isShownAlike(before, after)) await settleSchoolEvent(table, card.eventId)
  }),
  onTogether(
    eventStats,
    ['made', 'changed'],
    ({ after }) => (after?.lastViewAt === undefined ? undefined : ofSchool()),
    rollUp,
  ),
]
