import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { alphabet } from '../id.ts'
import type { RepeatableIds } from '../table/repeatable-request.ts'

type IdSequence = { readonly path: string; taken: number }
const sequences = new AsyncLocalStorage<IdSequence>()

/** The id that is larger by this amount, of the same length. */
const idAbove = (id: string, by: bigint): string => {
  let rest = by + [...id].reduce((sum, sign) => sum * 32n + BigInt(alphabet.indexOf(sign)), 0n)
  let text = ''
  for (let at = 0; at < id.length; at += 1) {
    text = alphabet[Number(rest % 32n)] + text
    rest /= 32n
  }
  return text
}

/** Ids above `first`. One of them does not reveal the others without `secret`. */
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
