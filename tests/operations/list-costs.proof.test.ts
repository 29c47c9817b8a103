import { beforeAll, describe, expect, it } from 'vitest'
import { watchExamined } from '../support/table/examined.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { type ListCase, listCases } from './list-cases.ts'
import { type Crowd, crowd } from './list-crowds.ts'

type Seen = {
  readonly depth: number
  readonly readUnits: number
  readonly examined: number
  readonly answered: number
}

/** A larger one by `LIST_SIZE`. */
const sizes = [10, 100, 1000, ...(process.env.LIST_SIZE ? [Number(process.env.LIST_SIZE)] : [])]

const measured = async (place: Crowd): Promise<Readonly<Record<string, Seen>>> => {
  using _rounds = logicalRounds()
  const examined = watchExamined(place.w)
  const seen: Record<string, Seen> = {}
  // Whoever asks first after a start also reads the school.
  await place.owner.device.validateToken()
  for (const [name, { ask, rows }] of Object.entries(listCases)) {
    examined.count = 0
    const { status, body } = await ask(place)
    if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`)
    const cost = place.w.logs.at(-1)?.table as Seen
    const { depth, readUnits } = cost
    seen[name] = { depth, readUnits, examined: examined.count, answered: rows(body).length }
  }
  return seen
}

let bySize: ReadonlyMap<number, Readonly<Record<string, Seen>>>

beforeAll(
  async () => {
    const all = new Map<number, Readonly<Record<string, Seen>>>()
    for (const size of sizes) all.set(size, await measured(await crowd(size)))
    bySize = all
  },
  process.env.LIST_SIZE ? 900_000 : 120_000,
)

const none: Seen = { depth: 0, readUnits: 0, examined: 0, answered: 0 }
const at = (size: number, name: string): Seen => bySize.get(size)?.[name] ?? none
const compared = ({ upToHundred }: ListCase): readonly number[] => sizes.slice(upToHundred ? 1 : 0)

describe.each(Object.entries(listCases))('the list of %s', (name, one) => {
  const [smallest = 0, ...larger] = compared(one)

  it('costs the same whatever lies behind it', () => {
    const few = at(smallest, name)
    expect(few.answered).toBeGreaterThanOrEqual(10)
    for (const size of larger) {
      const { depth, readUnits, examined, answered } = at(size, name)
      expect([size, depth, examined, answered]).toEqual([size, few.depth, few.examined, few.answered])
      expect(Math.abs(readUnits - few.readUnits)).toBeLessThanOrEqual(0.5)
    }
  })

  it('looks at little that it does not answer, within few round trips behind the caller', () => {
    for (const size of sizes) {
      const { depth, examined, answered } = at(size, name)
      expect(examined).toBeLessThanOrEqual((one.most ?? 2) * answered + 1)
      expect(depth).toBeLessThanOrEqual(1 + (one.deep ?? 2))
    }
  })
})
