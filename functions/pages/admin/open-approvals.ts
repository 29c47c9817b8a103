import { type Answer, call, type PageContext, type Refusal } from '../call.ts'
import { listStuck } from '../header/administration.ts'

export type WaitingEvent = Answer<'approvals', 'listWaitingOnMe'>['events'][number]

/** Events that await the reader, or that are stuck, and whether the reader is an administrator. */
export type Waiting = {
  readonly events: readonly WaitingEvent[]
  readonly nextCursor: string | null | undefined
  readonly isStaff: boolean
  /** For administrators, on the list itself: the first events that await other approvers in time. */
  readonly others: readonly WaitingEvent[]
  readonly hasMoreOthers: boolean
}

const mostShown = '10'

type Listed = Answer<'approvals', 'listPendingForRole'>

/** Lists stuck approvals, and then those of every approver. Both are for administrators only. */
const readForStaff = async (isList: boolean, context: PageContext) => {
  const stuck = await listStuck(context)
  const all =
    stuck.ok && isList
      ? await call(context, 'approvals', 'listPendingForRole', { limit: mostShown })
      : undefined
  const everyones: Listed = all?.ok ? all.value : { events: [] }
  return { stuck, everyones }
}

/**
 * Reads what awaits the reader. Stuck approvals are listed for administrators only, which shows who is one. `isList`:
 * the page lists the events, instead of counting them beside another part.
 */
export const readWaiting = async (
  { isList, cursor }: { readonly isList: boolean; readonly cursor: string | undefined },
  context: PageContext,
): Promise<Waiting | { readonly refusal: Refusal }> => {
  const [mine, { stuck, everyones }] = await Promise.all([
    call(context, 'approvals', 'listWaitingOnMe', { limit: mostShown, cursor: isList ? cursor : undefined }),
    readForStaff(isList, context),
  ])
  if (!mine.ok) return mine
  if (!stuck.ok && stuck.refusal.status !== 403) return stuck
  const all = [...mine.value.events, ...(stuck.ok ? stuck.value.events : [])]
  const own = new Set(all.map(({ _id }) => _id))
  return {
    events: all.filter(({ _id }, at) => all.findIndex((other) => other._id === _id) === at),
    nextCursor: mine.value.nextCursor,
    isStaff: stuck.ok,
    others: everyones.events.filter(({ _id, kind }) => kind === 'approver' && !own.has(_id)),
    hasMoreOthers: Boolean(everyones.nextCursor),
  }
}

/** How many wait, among the first of a list that may have more. */
export type OpenCount = { readonly count: number; readonly hasMore: boolean }

/** Counts the budgets whose present stage the school decides, among the first of those in review. */
export const countOpenBudgets = async (context: PageContext): Promise<OpenCount> => {
  const result = await call(context, 'budgets', 'listFinanceBudgets', { status: 'in_review', limit: '20' })
  if (!result.ok) return { count: 0, hasMore: false }
  const { data, pagination } = result.value
  const open = data.filter(
    ({ workflow }) => workflow.stagesSnapshot[workflow.currentStageIndex]?.actorType === 'platform_admin',
  )
  return { count: open.length, hasMore: Boolean(pagination.nextCursor) }
}

/** Counts new clubs that wait to be approved, and requests to be verified. */
export const countClubRequests = async (context: PageContext): Promise<OpenCount> => {
  const results = await Promise.all([
    call(context, 'management', 'listPendingOrganizations', { limit: '20' }),
    call(context, 'verification', 'listVerificationRequests', { status: 'under_review', limit: '20' }),
    call(context, 'verification', 'listVerificationRequests', { status: 'pending', limit: '20' }),
  ])
  const pages = results.flatMap((result) => (result.ok ? [result.value] : []))
  return {
    count: pages.reduce((sum, { data }) => sum + data.length, 0),
    hasMore: pages.some(({ nextCursor }) => Boolean(nextCursor)),
  }
}
