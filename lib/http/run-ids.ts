import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { alphabet } from '../id.ts'
import type { RepeatableIds } from '../table/repeatable-request.ts'

type IdSequence = { readonly path: string; taken: number }
const sequences = new AsyncLocalStorage<IdSequence>()

/** The id that lies so far above another one, of the same length. */
const idAbove = (id: string, by: bigint): string => {
  let rest = by + [...id].reduce((sum, sign) => sum * 32n + BigInt(alphabet.indexOf(sign)), 0n)
  let text = ''
  for (let at = 0; at < id.length; at += 1) {
    text = alphabet[Number(rest % 32n)] + text
    rest /= 32n
  }
  return text
}

/** Ids above `first`, which nobody can tell who knows one of them alone: `secret` leads to the others. */
export const repeatableIds = (first: string, secret: string): RepeatableIds => {
  const rootSequence: IdSequence = { path: '', taken: 0 }
  const nextName = (): string => {
    const plan = sequences.getStore() ?? rootSequence
    plan.taken += 1
    return `${plan.path}/${plan.taken}`
  }
  return {
    next() {
      const name = nextName()
      const hash = createHash('sha256').update(`${secret}${name}`).digest()
      const number = BigInt(name.slice(name.lastIndexOf('/') + 1))
      return idAbove(first, (number << 40n) + BigInt(hash.readUIntBE(0, 5)))
    },
    withIdsPerAttempt(attempt, planned) {
      const plan = { path: nextName(), taken: 0 }
      return sequences.run(plan, () =>
        planned((turn) => {
          plan.taken = 0
          return attempt(turn)
        }),
      )
    },
  }
}
