import { createHook } from 'node:async_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import { vi } from 'vitest'

/** Requests to the thread pool: hashes, signatures, keys, files, names of hosts. */
const isJob = (type: string): boolean => type.includes('REQ') && !type.startsWith('HTTP')

const pending = new Set<number>()
let started = 0
let scopes = 0

const jobs = createHook({
  trackPromises: false,
  init(id, type) {
    if (!isJob(type)) return
    pending.add(id)
    started += 1
  },
  after: (id) => void pending.delete(id),
  destroy: (id) => void pending.delete(id),
})

/** A call to the table. Its name tells it from other calls of its round. */
type Call = { readonly name: string; readonly send: () => Promise<unknown> }
type Round = { readonly calls: Call[]; readonly answers: Promise<PromiseSettledResult<unknown>[]> }

let round: Round | undefined
let isOrdered = false

/** Sends the calls of a round one after the other, in the order of their names. */
const sendInOrder = async (calls: readonly Call[]): Promise<PromiseSettledResult<unknown>[]> => {
  const results = new Map<Call, PromiseSettledResult<unknown>>()
  for (const call of calls.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const [result] = await Promise.allSettled([call.send()])
    results.set(call, result)
  }
  return calls.map((call) => results.get(call) as PromiseSettledResult<unknown>)
}

/** Resolves once two turns have issued no call and started no job, no job is pending and no module is loading. */
const nothingElse = async (calls: readonly Call[]): Promise<void> => {
  const activity = (): number => calls.length + started
  for (let seen = -1; seen !== activity() || pending.size > 0; ) {
    seen = activity()
    await vi.dynamicImportSettled()
    await turn()
    await turn()
  }
}

const beginRound = (): Round => {
  const calls: Call[] = []
  const answer = async () => {
    await nothingElse(calls)
    round = undefined
    return isOrdered ? sendInOrder(calls) : Promise.allSettled(calls.map(({ send }) => send()))
  }
  return { calls, answers: answer() }
}

/**
 * Makes the depth of requests a property of the code, up to the end of the block: `using _rounds = logicalRounds()`.
 * Calls to the table are held until nothing else is left to do, are sent together and answered together. So calls that do
 * not wait for one another always count as one round trip, whatever the machine does meanwhile.
 */
export const logicalRounds = (): Disposable => {
  scopes += 1
  if (scopes === 1) jobs.enable()
  return {
    [Symbol.dispose]() {
      scopes -= 1
      if (scopes > 0) return
      isOrdered = false
      jobs.disable()
      pending.clear()
    },
  }
}

/**
 * The same, and the engine takes the calls of a round in the order of their names. These begin with the command, so reads
 * come first. For requests that run at once and conflict.
 */
export const orderedRounds = (): Disposable => {
  isOrdered = true
  return logicalRounds()
}

/** Sends a call with the next round, or at once where nobody counts rounds. */
export const inRound = async (send: Call['send'], nameOf: () => string): Promise<unknown> => {
  if (scopes === 0) return send()
  round ??= beginRound()
  const { calls, answers } = round
  const at = calls.push({ name: isOrdered ? nameOf() : '', send }) - 1
  const answer = (await answers)[at]
  if (answer?.status === 'fulfilled') return answer.value
  throw answer?.reason
}
