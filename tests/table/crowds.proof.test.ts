import { beforeAll, describe, expect, it } from 'vitest'
import { type Act, acts, type CrowdStage, crowdStage } from './crowd-acts.ts'

/** People, and how many of them at once: `CROWD=200x200` instead. */
const [people = 100, inFlight = 50] = process.env.CROWD?.split('x').map(Number) ?? []

let stage: CrowdStage

beforeAll(async () => {
  stage = await crowdStage(people)
}, 120_000)

/** Everybody asks once, so many at a time; whoever was refused. */
const refusedOf = async (act: Act): Promise<unknown[]> => {
  const refused: unknown[] = []
  const waiting = [...stage.all.entries()]
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { status, body } = await act(stage, next[1], next[0])
      if (status >= 300 && status !== 302) refused.push({ status, body })
    }
  }
  await Promise.all(Array.from({ length: inFlight }, work))
  return refused
}

// rules/table 17
describe(`${people} people, ${inFlight} at a time`, () => {
  it.each(acts)(
    '%s, and nobody is refused',
    async (_, act) => expect(await refusedOf(act)).toEqual([]),
    120_000,
  )
})
