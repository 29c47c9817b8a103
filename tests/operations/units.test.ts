import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { mustDecide } from '../../infra/derive/step-up.ts'
import { problemsWith } from '../support/promised.ts'
import { everySample, type Performed, perform } from '../support/replay.ts'
import { isLate } from '../support/table/late-lists.ts'
import { slowAnswers } from '../support/table/slow-answers.ts'

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

/**
 * What seems to take more round trips than before is performed again, at most three times, by an engine that takes its time:
 * calls that go on beside something else, such as the hash of a password, come one after the other on a busy machine.
 */
const performed = async (sample: (typeof everySample)[number]): Promise<Performed> => {
  let found = await perform(sample)
  const known = before[sample.name] ?? found.units
  const isDeeper = ({ units }: Performed): boolean =>
    units.read === known.read && units.write === known.write && units.depth > known.depth
  using _slow = isDeeper(found) ? slowAnswers() : undefined
  for (let time = 0; time < 3 && isDeeper(found); time += 1) found = await perform(sample)
  return found
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

  it.each(everySample)('$name answers as its row promises, at the recorded cost', async (sample) => {
    const { status, body, units, written } = await performed(sample)
    expect(
      `${status} ${status < 400 ? '' : body}`.trim(),
      `what has to have happened before: tests/fixtures/${sample.name.split('.')[0]}.ts`,
    ).toMatch(/^(?:20\d|30[23])$/)
    expect(problemsWith(sample.row.reply, body)).toBeUndefined()
    measured[sample.name] = units
    // rules/mfa 26
    const { operation, row, contract } = sample
    if (mustDecide({ domain: contract.domain, operation, row }, written))
      expect(row.consequence, `its row names a consequence: it writes ${written}`).toBeDefined()
    // A changed cost is meant or it is a mistake: UPDATE_UNITS=1 records a meant one. Whoever has just written pays for it.
    if (!recording && !isLate)
      expect(units, `meant: ${record} -t ${sample.name}`).toEqual(before[sample.name])
  })

  it('has a recorded cost, and nothing else has', () => {
    if (!recording) expect(Object.keys(before), record).toEqual(everySample.map(({ name }) => name))
  })
})
