import type { Table } from '../../../lib/table/table.ts'

/** Below the limit of claims on a counter, so that two busy processes still leave room. */
const maxRunning = 10

type Queue = { running: number; readonly waiting: (() => void)[] }

const queues = new Map<string, Queue>()

/**
 * Runs at most ten requests of this process on an event's counter at a time, in order of arrival. A function on AWS serves one
 * request at a time and never waits here. Without the limit, an overloaded process would fill the counter with stalled
 * claims and spend its time on retries.
 */
export const runQueued = async <V>(
  { tenant }: Pick<Table, 'tenant'>,
  { eventId }: { readonly eventId: string },
  act: () => Promise<V>,
): Promise<V> => {
  const counter = `${tenant} ${eventId}`
  const queue = queues.get(counter) ?? { running: 0, waiting: [] }
  queues.set(counter, queue)
  if (queue.running < maxRunning) queue.running += 1
  else await new Promise<void>((resume) => queue.waiting.push(resume))
  try {
    return await act()
  } finally {
    const next = queue.waiting.shift()
    if (next) next()
    else {
      queue.running -= 1
      if (queue.running === 0) queues.delete(counter)
    }
  }
}
