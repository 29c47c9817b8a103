import type { Context } from '../../../lib/context.ts'
import { Failure, fail } from '../../../lib/contract/failure.ts'
import { answer } from '../../../lib/contract/reply.ts'
import type { Input } from '../../../lib/operation.ts'
import { EventIdsRequired, InvalidAction, ReasonRequired } from '../contract/failures.ts'
import type { contract } from '../contract.ts'
import { type Gate, hostOnly } from '../hosts/rights.ts'
import { publish } from '../submission/publication.ts'
import { decideOn } from '../submission/statuses.ts'
import { deleteEvent, moveEvent } from './end.ts'

type World = Context<{ org: 'manage_events' }>
type Asked = Input<(typeof contract)['rows']['bulkAction']>

type Act = (eventId: string, context: World, gate: Gate, reason?: string) => Promise<unknown>

/** Each by the same rules as alone. */
const acts: Readonly<Record<string, { readonly done: string; readonly act: Act }>> = {
  delete: { done: 'deleted', act: (id, context, gate) => deleteEvent(id, context, gate) },
  archive: { done: 'archived', act: (id, context, gate) => moveEvent(id, 'archived', context, gate) },
  cancel: {
    done: 'cancelled',
    act: (id, context, gate, reason) => moveEvent(id, 'cancelled', context, gate, { reason }),
  },
  publish: { done: 'published', act: publish },
  approve: {
    done: 'approved',
    act: (id, context, gate) => decideOn(id, 'approve', undefined, context, gate),
  },
  reject: {
    done: 'rejected',
    act: (id, context, gate, reason) => decideOn(id, 'reject', reason, context, gate),
  },
}

type Result = { readonly eventId: string; readonly ok: boolean; readonly message: string }

const atOnce = 5

/** What became of one event; a defect is nobody's answer. */
const carriedOut = async (eventId: string, done: string, act: () => Promise<unknown>): Promise<Result> => {
  try {
    await act()
    return { eventId, ok: true, message: `Event ${done} successfully` }
  } catch (error) {
    if (error instanceof Failure) return { eventId, ok: false, message: error.kind.message }
    throw error
  }
}

/**
 * Does one thing to up to a hundred events of an organization and says of each what became of it. Events
 * that fail do not stop the others.
 */
export const bulkAction = async ({ orgId, action, eventIds, reason }: Asked, context: World) => {
  const ids = [...new Set(eventIds ?? [])]
  if (ids.length === 0) return fail(EventIdsRequired, { field: 'eventIds' })
  const wanted = action !== undefined && Object.hasOwn(acts, action) ? acts[action] : undefined
  if (!wanted) return fail(InvalidAction, { field: 'action' })
  if (action === 'reject' && !reason) fail(ReasonRequired, { field: 'reason' })
  const gate = hostOnly(orgId)
  const results: Result[] = []
  for (let at = 0; at < ids.length; at += atOnce) {
    const some = ids.slice(at, at + atOnce)
    const done = some.map((id) => carriedOut(id, wanted.done, () => wanted.act(id, context, gate, reason)))
    results.push(...(await Promise.all(done)))
  }
  const modifiedCount = results.filter(({ ok }) => ok).length
  return answer(
    { modifiedCount, results },
    { message: `${modifiedCount} events ${wanted.done} successfully` },
  )
}
