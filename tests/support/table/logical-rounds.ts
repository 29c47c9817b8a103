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

type Call = () => Promise<unknown>
type Round = { readonly calls: Call[]; readonly answers: Promise<PromiseSettledResult<unknown>[]> }

let round: Round | undefined

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
    return Promise.allSettled(calls.map((call) => call()))
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
      jobs.disable()
      pending.clear()
    },
  }
}

/** Sends a call with the next round, or at once where nobody counts rounds. */
export const inRound = async (call: Call): Promise<unknown> => {
  if (scopes === 0) return call()
  round ??= beginRound()
  const { calls, answers } = round
  const at = calls.push(call) - 1
  const answer = (await answers)[at]
  if (answer?.status === 'fulfilled') return answer.value
  throw answer?.reason
}
