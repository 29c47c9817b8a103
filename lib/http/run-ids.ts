import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { idAbove } from '../id.ts'
import type { MakingIds } from '../table/marks.ts'

type Plan = { readonly path: string; taken: number }
const plans = new AsyncLocalStorage<Plan>()

/** Ids above `first`, which nobody can tell who knows one of them alone: `secret` leads to the others. */
export const makingIds = (first: string, secret: string): MakingIds => {
  const whole: Plan = { path: '', taken: 0 }
  const take = (): string => {
    const plan = plans.getStore() ?? whole
    plan.taken += 1
    return `${plan.path}/${plan.taken}`
  }
  return {
    next() {
      const name = take()
      const hash = createHash('sha256').update(`${secret}${name}`).digest()
      const number = BigInt(name.slice(name.lastIndexOf('/') + 1))
      return idAbove(first, (number << 40n) + BigInt(hash.readUIntBE(0, 5)))
    },
    planning(work) {
      const plan = { path: take(), taken: 0 }
      const anew = () => {
        plan.taken = 0
      }
      return plans.run(plan, () => work(anew))
    },
  }
}
