import { describe, expect, it } from 'vitest'
import { failing, faults } from '../../security/faults.ts'
import { recognised, staged } from './sendings.ts'

type Lost = { readonly call: number; readonly problem: unknown }

describe('whose answer was lost after one of its calls was carried out', () => {
  // rules/http 34, rules/http 37, rules/table 21
  it.each(recognised)(
    '$name sent again makes one thing',
    async (sample) => {
      const clean = await staged(sample)
      const counting = failing(clean.w)
      const { status } = await clean.send({ client: counting.client })
      expect(status).toBeLessThan(300)
      const made = await clean.kinds()
      const problems: Lost[] = []
      for (let call = 1; call <= counting.seen.calls; call += 1) {
        const { w, send, kinds } = await staged(sample)
        const lost = { at: (each: number) => each === call, lost: true, error: faults['silent for too long'] }
        const first = await send({ client: failing(w, lost as Parameters<typeof failing>[1]).client })
        w.clock.advance(2)
        const second = await send()
        const third = await send()
        const problem = {
          ...(first.status === 503 && first.retryAfter === undefined ? { first: 'says not when' } : {}),
          ...(second.status >= 300 ? { second: second.body } : {}),
          ...(first.status < 300 && first.body !== second.body
            ? { first: first.body, second: second.body }
            : {}),
          ...(third.body === second.body ? {} : { second: second.body, third: third.body }),
        }
        const there = await kinds()
        if (
          Object.keys(problem).length > 0 ||
          JSON.stringify(Object.entries(there).sort()) !== JSON.stringify(Object.entries(made).sort())
        )
          problems.push({ call, problem: { first: first.status, ...problem, there, made } })
      }
      expect(problems).toEqual([])
    },
    600_000,
  )
})
