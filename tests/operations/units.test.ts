import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { domains } from '../../functions/pages/domains.ts'
import { mustDecide } from '../../infra/derive/step-up.ts'
import { recordCosts } from '../support/costs.ts'
import { problemsWith } from '../support/promised.ts'
import { everySample, type Performed, perform } from '../support/replay.ts'
import { isLate } from '../support/table/late-lists.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'

type Units = Performed['units']

const record = 'UPDATE_UNITS=1 npx vitest run tests/operations/units.test.ts'
const recording = process.env.UPDATE_UNITS === '1'

const measured: Record<string, Units> = {}

/** Figures that are higher than the row declares. */
const above = (found: Units, ceilings: Units): readonly string[] => {
  const figures = ['depth', 'read', 'write'] as const
  return figures
    .filter((figure) => found[figure] > ceilings[figure])
    .map((figure) => `${figure} ${found[figure]}, declared ${ceilings[figure]}`)
}

describe('each sample', () => {
  // Operations that a page calls at once share reads only while none of them is still being loaded.
  beforeAll(() => Promise.all(Object.values(domains).map((load) => load())))

  afterAll(() => {
    if (recording) for (const [name, costs] of Object.entries(measured)) recordCosts(name, costs)
  })

  it.each(everySample)('$name answers as its row promises, at the declared cost at most', async (sample) => {
    const { status, body, units, written } = await perform(sample, logicalRounds)
    expect(
      `${status} ${status < 400 ? '' : body}`.trim(),
      `what has to have happened before: tests/fixtures/${sample.name.split('.')[0]}.ts`,
    ).toMatch(/^(?:20\d|30[23])$/)
    expect(problemsWith(sample.row.reply, body)).toBeUndefined()
    measured[sample.name] = units
    // rules/mfa 30
    const { operation, row, contract } = sample
    if (mustDecide({ domain: contract.domain, operation, row }, written))
      expect(row.consequence, `its row names a consequence: it writes ${written}`).toBeDefined()
    // Declared costs are ceilings: a cheaper operation passes, and UPDATE_UNITS=1 writes it down. A late read costs more.
    if (!recording && !isLate)
      expect(above(units, row.costs), `intended: ${record} -t ${sample.name}`).toEqual([])
  })
})
