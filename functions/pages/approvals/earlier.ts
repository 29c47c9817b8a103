import { type Answer, call, type PageContext } from '../call.ts'
import { type Html, html } from '../layout/page.ts'
import { t } from '../locale.ts'
import { isReturn, returnedNote, returnTitle } from '../manage-event/approval.ts'

type Approval = Answer<'approvals', 'getApproval'>
/** The name of its author is missing where they have left the school. */
export type EarlierReturn = Approval['decisions'][number] & { readonly author: string | undefined }

/** Earlier submissions of an event that are read. */
const mostEarlier = 3

/** Decisions that returned earlier submissions of an event to its organizers, newest first. */
export const findEarlierReturns = async (
  eventId: string,
  { instance }: Approval,
  context: PageContext,
): Promise<readonly EarlierReturn[]> => {
  const last = instance.submission - 1
  const numbers = Array.from({ length: Math.min(mostEarlier, last) }, (_, at) => String(last - at))
  const found = await Promise.all(
    numbers.map((submission) => call(context, 'approvals', 'getApproval', { eventId, submission })),
  )
  const decisions = found.flatMap((result) => (result.ok ? result.value.decisions.filter(isReturn) : []))
  if (decisions.length === 0) return []
  const ids = [...new Set(decisions.map(({ userId }) => userId))]
  const people = await call(context, 'users', 'getUsers', { userIds: JSON.stringify(ids) })
  const names = new Map(people.ok ? people.value.users.map(({ _id, name }) => [_id, name]) : [])
  return decisions.map((one) => ({ ...one, author: names.get(one.userId) }))
}

/** Who returned earlier submissions, when and why. */
export const earlierReturns = (returns: readonly EarlierReturn[], zone: string): Html | string =>
  returns.length === 0
    ? ''
    : html`<h3>${t('Earlier submissions')}</h3>${returns.map(({ author, decision, reason, at }) => {
        const isRejection = decision === 'rejected'
        return returnedNote({ title: returnTitle(decision, author), at, zone, reason, isRejection })
      })}`

/** Comments without the reasons of those decisions, which are comments too. */
export const withoutReasons = (
  comments: Approval['comments'],
  returns: readonly EarlierReturn[],
): Approval['comments'] =>
  comments.filter(({ userId, text }) => !returns.some((one) => one.userId === userId && one.reason === text))
