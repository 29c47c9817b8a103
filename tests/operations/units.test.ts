import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { mustDecide } from '../../infra/derive/step-up.ts'
import { problemsWith } from '../support/promised.ts'
import { everySample, isChosen, type Performed, perform } from '../support/replay.ts'
import { isLate } from '../support/table/late-lists.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'

type Units = Performed['units']

const file = join(import.meta.dirname, 'units.json')
const record = 'UPDATE_UNITS=1 npx vitest run tests/operations/units.test.ts'
const recording = process.env.UPDATE_UNITS === '1'

const recorded = (): Record<string, Units> => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

const before = recorded()
const measured: Record<string, Units> = {}

/** Figures that are higher than recorded. An operation without a record may cost nothing. */
const above = (
  found: Units,
  { depth, read, write }: Units = { depth: 0, read: 0, write: 0 },
): readonly string[] => {
  const ceilings = { depth, read, write }
  const figures = ['depth', 'read', 'write'] as const
  return figures
    .filter((figure) => found[figure] > ceilings[figure])
    .map((figure) => `${figure} ${found[figure]}, recorded ${ceilings[figure]}`)
}

describe('each sample', () => {
  afterAll(() => {
    if (!recording) return
    const units = everySample.flatMap(({ name }) => {
      const known = measured[name] ?? before[name]
      return known ? [[name, known] as const] : []
    })
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(units), null, 2)}\n`)
  })

  it.each(everySample)('$name answers as its row promises, at the recorded cost at most', async (sample) => {
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
    // Recorded costs are ceilings: what got cheaper passes, and UPDATE_UNITS=1 records it. A late read costs more.
    if (!recording && !isLate)
      expect(above(units, before[sample.name]), `intended: ${record} -t ${sample.name}`).toEqual([])
  })

  it.skipIf(recording)('has a recorded cost, and nothing else has', () => {
    const recordedHere = Object.keys(before).filter((name) => isChosen(name.split('.')[0] ?? ''))
    expect(recordedHere, record).toEqual(everySample.map(({ name }) => name))
  })
})
