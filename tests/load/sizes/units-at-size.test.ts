import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Entity } from '../../../lib/table/entity.ts'
import { everySample } from '../../support/replay.ts'
import { print } from '../figures.ts'
import {
  crowdAround,
  everyEntity,
  type Outcome,
  type Placed,
  perform,
  place,
  remember,
} from './crowded-samples.ts'
import { openEngineFile, type Stored } from './engine-file.ts'
import { isExport, type Measured, missesOf, refusedAmongMany, unknownMissesOf } from './size-budgets.ts'

const sizes = (process.env.UNIT_SIZES ?? '100,1000,10000').split(',').map(Number)
/** Other sizes are for whoever wants to know, and are not what was recorded. */
const isWhole = process.env.UNIT_SIZES === undefined
const file = openEngineFile(inject('engineFolder'))
/** Read units of the caller's own step. */
const authentication = 2
/** Units of each operation among many, the least and the most of all sizes: what docs/costs.md is made of. */
const recordFile = join(import.meta.dirname, 'units-among-many.json')
type Range = readonly [least: number, most: number]
type Units = { readonly read: Range; readonly write: Range }
const recorded: Readonly<Record<string, Units>> = JSON.parse(readFileSync(recordFile, 'utf8'))
const update = 'UPDATE_UNITS=1 npm run test:units --'
const recording = process.env.UPDATE_UNITS === '1'
const measured: Record<string, Units> = {}

const library = new Map<string, Stored>()
const placed = new Map<string, { readonly one: Placed; readonly alone: Outcome }>()
const everything: Measured[] = []
let entities: readonly Entity[] = []

/** Everything is staged first: what one sample makes is the model of what others look at. */
const stageAll = async (): Promise<void> => {
  entities = await everyEntity()
  for (const [at, sample] of everySample.entries()) {
    const one = await place(sample, file)
    const items = () => file.items(one.w.runtime.client.name)
    remember(library, items())
    const alone = await perform(one)
    remember(library, items())
    one.restore()
    placed.set(sample.name, { one, alone })
    if (at % 40 === 0) console.error(`${at} of ${everySample.length} operations are staged`)
  }
}

const measure = async (name: string): Promise<Measured> => {
  const found = placed.get(name)
  if (!found) throw new Error(`${name} was not staged`)
  const { one, alone } = found
  const among: Outcome[] = []
  let empty: readonly string[] = []
  for (const size of sizes) {
    one.restore()
    empty = crowdAround(one, alone.queries, size, { file, library, entities }).map(({ pk }) => pk)
    among.push(await perform(one))
  }
  one.restore()
  return { name, sizes, alone, among, empty }
}

const printed = (measured: Measured): void => {
  const { name, among } = measured
  const read = among.map((one) => one.read)
  const units = among.map((one) => one.read + one.write)
  print({
    figure: `units of ${name}`,
    operation: name,
    value: Math.max(...units) - Math.min(...units),
    unit: 'units apart',
    sizes,
    depth: among.map(({ depth }) => depth),
    read,
    write: among.map(({ write }) => write),
    examined: among.map(({ examined }) => examined),
    largest: among.map(({ largest }) => largest),
    bytes: among.map(({ bytes }) => bytes),
    missed: missesOf(measured).join(', '),
  })
}

const rangeOf = (values: readonly number[]): Range => [Math.min(...values), Math.max(...values)]

const unitsOf = ({ among }: Measured): Units => ({
  read: rangeOf(among.map(({ read }) => read)),
  write: rangeOf(among.map(({ write }) => write)),
})

/**
 * Half as much again among the fewest. Among more it is not compared: how far several lists are read at once up to a bound
 * follows from ids, which differ from run to run, and that it does not grow is judged beside.
 */
const isDearer = (one: Units, before: Units | undefined): boolean =>
  before === undefined ||
  (['read', 'write'] as const).some((part) => one[part][0] > 1.5 * before[part][0] + 2)

const record = (): void => {
  const units = everySample.flatMap(({ name }) => {
    const known = measured[name] ?? recorded[name]
    return known ? [`  ${JSON.stringify(name)}: ${JSON.stringify(known)}`] : []
  })
  writeFileSync(recordFile, `{\n${units.join(',\n')}\n}\n`)
}

const summary = (): void => {
  if (everything.length === 0) return
  const those = (of: RegExp) =>
    everything.filter((one) => !isExport(one.name) && missesOf(one).some((miss) => of.test(miss))).length
  const most = `${sizes.at(-1)}`
  const counts = [
    ['operations that cost more than half a unit more among more', /units/],
    ['operations that examine more among more', /examined/],
    ['operations that take more round trips among more', /round trips/],
    ['operations that scan', /scan/],
    ['operations with an answer of the engine over 64 KB', /KB/],
  ] as const
  for (const [figure, of] of counts) {
    const operations = everything.length
    print({ figure, value: those(of), unit: 'operations', budget: 0, operations, most: Number(most) })
  }
  const overview = everything.find(({ name }) => name === 'analytics.getSchoolDays')
  const reads = overview?.among.map(({ read }) => read - authentication) ?? []
  print({
    figure: 'read units of analytics over 90 days, behind authentication',
    value: Math.max(...reads),
    unit: 'read units',
    budget: 2.5,
  })
  const depths = everything.map(({ among }) => (among[0]?.depth ?? 1) - 1)
  print({
    figure: 'round trips behind authentication, the most of any operation',
    value: Math.max(...depths),
    unit: 'round trips',
    budget: 3,
    beyondThree: depths.filter((depth) => depth > 3).length,
    beyondTwo: depths.filter((depth) => depth > 2).length,
  })
}

describe('among more of what it looks at', () => {
  beforeAll(stageAll, 600_000)
  afterAll(() => {
    summary()
    if (recording) record()
    file.close()
  })

  it.each(everySample)('$name costs the same', { timeout: 120_000 }, async ({ name }) => {
    const found = await measure(name)
    everything.push(found)
    printed(found)
    const { alone, among } = found
    const answers = new Set(among.map(({ status }) => status))
    expect([...answers]).toEqual([refusedAmongMany[name] ?? alone.status])
    expect(unknownMissesOf(found)).toEqual([])
    measured[name] = unitsOf(found)
    if (!recording && isWhole)
      expect(
        isDearer(unitsOf(found), recorded[name]),
        `${JSON.stringify(unitsOf(found))} is meant: ${update} -t ${name}`,
      ).toBe(false)
  })

  it.skipIf(recording)('has recorded units, and nothing else has', () => {
    expect(Object.keys(recorded), update).toEqual(everySample.map(({ name }) => name))
  })
})
