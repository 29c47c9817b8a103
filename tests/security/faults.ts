import { setImmediate as nextTurn } from 'node:timers/promises'
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import type { TableClient } from '../../lib/table/client.ts'
import type { World } from '../support/world.ts'

/** A word that every injected error says, to look for in answers and logs. */
export const telltale = 'innermost-telltale'

const named = (name: string, more: object = {}) => Object.assign(new Error(telltale), { name, ...more })

/** What an engine, or the way to it, may answer instead of doing what it was asked. */
export const faults: Readonly<Record<string, () => Error>> = {
  throttled: () => named('ProvisionedThroughputExceededException', { $metadata: { httpStatusCode: 400 } }),
  'over its limit': () => named('RequestLimitExceeded', { $metadata: { httpStatusCode: 400 } }),
  broken: () => named('InternalServerError', { $metadata: { httpStatusCode: 500 } }),
  'silent for too long': () => named('TimeoutError'),
  'not there': () => named('Error', { code: 'ECONNREFUSED' }),
  'gone in the middle': () => named('Error', { code: 'ECONNRESET' }),
  'in conflict': () => named('TransactionConflictException', { $metadata: { httpStatusCode: 400 } }),
  'in conflict with a transaction': () =>
    named('TransactionCanceledException', {
      CancellationReasons: [{ Code: 'TransactionConflict' }],
      $metadata: { httpStatusCode: 400 },
    }),
}

/** Faults that come after the deed as well as before it. */
export const mayComeLate = new Set(['silent for too long', 'gone in the middle', 'broken'])

type Send = (command: unknown) => Promise<unknown>
type Plan = {
  /** Positions of the calls that fail, counted from 1; none fails when it is absent. */
  readonly at?: (call: number) => boolean
  readonly error?: () => Error
  /** The call is carried out, and its answer is lost. */
  readonly lost?: boolean
}

/** When all of these calls, and those that follow them, are over. */
const endOf = async (begun: readonly Promise<unknown>[]): Promise<void> => {
  for (let known = -1; known < begun.length; ) {
    known = begun.length
    await Promise.allSettled(begun)
    await nextTurn()
  }
}

/**
 * The engine of a world with calls that fail as planned, and the number of calls it saw. `ended` resolves when nothing
 * is under way, which an answer does not wait for when one of several calls has failed.
 */
export const failing = (
  w: World,
  { at = () => false, error = () => named('TimeoutError'), lost }: Plan = {},
) => {
  const { client } = w.runtime
  const real = client.documents.send.bind(client.documents) as unknown as Send
  const seen = { calls: 0 }
  const begun: Promise<unknown>[] = []
  const carriedOut: Send = (command) => {
    const answer = real(command)
    begun.push(answer)
    return answer
  }
  const send: Send = async (command) => {
    seen.calls += 1
    if (!at(seen.calls)) return carriedOut(command)
    if (lost) await carriedOut(command)
    const wanted = error()
    // Only a transaction can be cancelled as one.
    const possible = wanted.name !== 'TransactionCanceledException' || command instanceof TransactWriteCommand
    throw possible ? wanted : faults.throttled?.()
  }
  // What meets others for ever waits for seconds before it gives up; nothing happens meanwhile.
  const wait = async (): Promise<void> => undefined
  return {
    seen,
    ended: () => endOf(begun),
    client: { ...client, documents: { send }, wait } as unknown as TableClient,
  }
}

/**
 * The engine of a world as a process sees it that is killed as soon as one of its calls has been carried out: `died`
 * resolves then, when what else was under way has ended as well. No call is answered or begun after that.
 */
export const killedAfter = (w: World, call: number) => {
  const { client } = w.runtime
  const real = client.documents.send.bind(client.documents) as unknown as Send
  const { promise: never, reject } = Promise.withResolvers<never>()
  never.catch(() => undefined)
  const { promise: died, resolve: die } = Promise.withResolvers<'died'>()
  const begun: Promise<unknown>[] = []
  const state = { dead: false }
  const send: Send = async (command) => {
    if (state.dead) return never
    const answer = real(command)
    begun.push(answer)
    if (begun.length === call) {
      await answer.catch(() => undefined)
      state.dead = true
      await Promise.allSettled(begun)
      die('died')
    }
    const answered = await answer
    return state.dead ? never : answered
  }
  /** Ends the dead request, so that it gives back what its process held in memory, such as its place in a queue. */
  const bury = () => reject(new Error('the process is gone'))
  return { died, bury, client: { ...client, documents: { send } } as unknown as TableClient }
}
