import { afterAll, describe, expect, it } from 'vitest'
import { budgetMs, processorTimeOf, tolerance } from './processor-time.ts'
import { readCostlyAnswer, worstInputs } from './worst-inputs.ts'

const costs: { reader: string; input: string; ms: number }[] = []

describe('a reader', () => {
  // rules/http 46
  it.each(worstInputs)(
    'of $reader takes little of the processor for $input',
    async ({ reader, input, run }) => {
      const ms = await processorTimeOf(run)
      costs.push({ reader, input, ms })
      expect(ms).toBeLessThan(budgetMs * tolerance)
    },
  )

  // rules/saml 14
  it('of SAML answers canonicalizes once for all certificates', async () => {
    const one = await processorTimeOf(() => readCostlyAnswer(1), 9)
    expect(await processorTimeOf(() => readCostlyAnswer(10), 9)).toBeLessThan(4 * one)
  })

  afterAll(() => {
    const readers = Map.groupBy(costs, ({ reader }) => reader)
    for (const [reader, all] of readers) {
      const [worst] = all.toSorted((one, other) => other.ms - one.ms)
      console.log(`${Math.ceil(worst?.ms ?? 0)} ms at most: ${reader} (${worst?.input}, of ${all.length})`)
    }
  })
})
