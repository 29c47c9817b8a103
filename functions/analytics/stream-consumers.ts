import { type NoticeContext, on } from '../../lib/consumer.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import { oncePerBatch } from '../../lib/keyed-answer.ts'
import { attendee, eventCard } from '../events/index.ts'
import { isShownAlike, settleSchoolEvent } from './index.ts'
import { eventStats } from './repository.ts'

const counting = () => import('./counters.ts')
const engaging = () => import('./counters.ts')
const rolling = () => import('./rollups.ts')

/** The first of a batch does the work of all: it sees what every one of them tells of. */
const rollUp = (eventId: string, context: NoticeContext): Promise<void> =>
  oncePerBatch(context, `rolled up ${eventId}`, async () => (await rolling()).rollUp(eventId, context))

/** What follows for the numbers when people register and come, when events change, and when somebody looks. */
export const notices = [
  on(attendee, ['made', 'changed', 'gone'], async (notice, context) =>
    (await counting()).count(notice, context),
  ),
  on(orgMember, ['made', 'changed', 'gone'], async (notice, context) =>
    (await engaging()).recountMember(notice, context),
  ),
  on(eventCard, ['made', 'changed'], async ({ after }, context) => {
    if (after) await rollUp(after.eventId, context)
  }),
  on(eventCard, ['made', 'changed', 'gone'], async ({ before, after }, { table }) => {
    const card = after ?? before
    if (card && !isShownAlike(before, after)) await settleSchoolEvent(table, card.eventId)
  }),
  on(eventStats, ['made', 'changed'], async ({ after }, context) => {
    if (after?.lastViewAt !== undefined) await rollUp(after.eventId, context)
  }),
]
