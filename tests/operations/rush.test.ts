import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { planned } from '../attendance/events.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { isLate } from '../support/table/late-lists.ts'
import { orderedRounds } from '../support/table/logical-rounds.ts'
import { type Act, type CrowdStage, crowdStage } from '../table/crowd-acts.ts'

const people = 30
/** Longer than the time in which a new user may still be a guest of an event (`mayHaveBeenGuest`). */
const settledSeconds = 3 * 24 * 3600

type Figures = { readonly depth: number; readonly read: number; readonly write: number }
type Costs = {
  /** The figures that nine of ten requests keep, and those that every request keeps. */
  readonly most: Figures
  readonly worst: Figures
  /** Write units and calls of the stream's consumers, for each request. */
  readonly consequences: { readonly write: number; readonly calls: number }
}

type Deed = {
  readonly name: string
  readonly act: Act
  readonly ceilings: Costs
}

const costs = (most: Figures, worst: Figures, write: number, calls: number): Costs => ({
  most,
  worst,
  consequences: { write, calls },
})
const figures = (depth: number, read: number, write: number): Figures => ({ depth, read, write })

type Rushed = CrowdStage & { readonly sameDayEvent: string }

const register =
  (event: 'openEvent' | 'fullEvent' | 'sameDayEvent'): Act =>
  (stage, { device }) =>
    device.registerForEvent({ event_id: (stage as Rushed)[event] })

const withdraw =
  (event: 'openEvent' | 'fullEvent'): Act =>
  (stage, { device }) =>
    device.withdrawFromEvent({ event_id: stage[event] })

const deeds: readonly Deed[] = [
  {
    name: 'register, a seat for everybody',
    act: register('openEvent'),
    ceilings: costs(figures(4, 12, 5), figures(4, 13.5, 6), 4, 5.5),
  },
  {
    name: 'withdraw from it',
    act: withdraw('openEvent'),
    ceilings: costs(figures(4, 5, 6), figures(4, 5, 6), 1, 2.5),
  },
  {
    name: 'register, seats for half: the others join the waitlist',
    act: register('fullEvent'),
    ceilings: costs(figures(5, 9, 7), figures(6, 12, 8), 4, 5.5),
  },
  {
    name: 'withdraw from it, or from its waitlist',
    act: withdraw('fullEvent'),
    ceilings: costs(figures(4, 5, 8), figures(8, 11, 9), 1, 2),
  },
  {
    name: 'register as a user who is newer than the event',
    act: register('sameDayEvent'),
    ceilings: costs(figures(4, 12, 8), figures(4, 13.5, 9), 4, 5.5),
  },
  {
    name: 'join an organization',
    act: ({ orgId }, { device }) => device.applyToOrganization({ orgId }),
    ceilings: costs(figures(2, 9, 13), figures(2, 9, 13), 2.5, 4.5),
  },
  {
    name: 'like a message',
    act: ({ orgId, messageId }, { device }) => device.likeMessage({ orgId, messageId }),
    ceilings: costs(figures(3, 9, 2), figures(3, 9, 4), 0.5, 0.5),
  },
]

let stage: Rushed
let stream: Awaited<ReturnType<typeof attendanceStream>>

beforeAll(async () => {
  const early = await crowdStage(people)
  const { w, all, openEvent: sameDayEvent } = early
  w.clock.advance(settledSeconds)
  for (const { device } of all) await device.validateToken()
  const { eventId: openEvent } = await planned(w)
  const { eventId: fullEvent } = await planned(w, { maxAttendees: people / 2 })
  stage = { ...early, openEvent, fullEvent, sameDayEvent }
  stream = await attendanceStream(w)
  await stream.drain()
}, 120_000)

type TableCost = { readonly depth: number; readonly readUnits: number; readonly writeUnits: number }

/** The figures of the request at this share of all, in ascending order of each figure. */
const figuresAt = (lines: readonly TableCost[], share: number): Figures => {
  const at = (figure: keyof TableCost): number => {
    const sorted = lines.map((line) => line[figure]).sort((a, b) => a - b)
    return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
  }
  return { depth: at('depth'), read: at('readUnits'), write: at('writeUnits') }
}

/** Lets everybody act at once, and the stream's consumers carry out what follows. Retries are counted too. */
const rush = async (act: Act): Promise<Costs> => {
  const { w, all } = stage
  const begin = w.logs.length
  {
    using _rounds = orderedRounds()
    const replies = await Promise.all(all.map((one, at) => act(stage, one, at)))
    expect(replies.filter(({ status }) => status >= 300)).toEqual([])
  }
  const lines = w.logs.slice(begin).flatMap(({ table }) => (table ? [table as TableCost] : []))
  expect(lines).toHaveLength(people)
  const end = w.logs.length
  await stream.drain()
  const consumed = w.logs.slice(end).filter(({ operation }) => operation === 'notices.consume')
  const each = (name: 'calls' | 'writeUnits') =>
    consumed.reduce((sum, line) => sum + Number(line[name]), 0) / people
  return {
    most: figuresAt(lines, 0.9),
    worst: figuresAt(lines, 1),
    consequences: { write: each('writeUnits'), calls: each('calls') },
  }
}

const above = (found: object, ceilings: object): readonly string[] =>
  Object.entries(ceilings).flatMap(([name, ceiling]) => {
    const figure = found[name as keyof typeof found] as unknown
    if (typeof ceiling === 'object') return above(figure as object, ceiling).map((text) => `${name} ${text}`)
    return Number(figure) > ceiling ? [`${name} ${figure}, at most ${ceiling}`] : []
  })

const page = join(import.meta.dirname, '..', '..', 'docs', 'performance.md')
const [begins, ends] = [
  '<!-- rush: the ceilings of tests/operations/rush.test.ts -->',
  '<!-- end of rush -->',
]

const tableOfCeilings = (): string => {
  const rows = deeds.map(({ name, ceilings: { most, worst, consequences } }) => {
    const pairs = (['depth', 'read', 'write'] as const).map((figure) => `${most[figure]}, ${worst[figure]}`)
    return `| ${[name, ...pairs, consequences.write, consequences.calls].join(' | ')} |`
  })
  return `
| ${people} people at once | round trips | read units | write units | write units of consequences | calls of consequences |
|---|---|---|---|---|---|
${rows.join('\n')}

`
}

describe(`${people} people at once`, () => {
  it.skipIf(isLate).each(deeds)('$name at the declared cost at most', async ({ act, ceilings }) => {
    const found = await rush(act)
    if (process.env.SHOW_COSTS) console.log(JSON.stringify(found))
    expect(above(found, ceilings)).toEqual([])
  })

  it('is declared to cost a registration four round trips and eight write units of consequences at most', () => {
    const [registration] = deeds
    expect(registration?.ceilings.most.depth).toBeLessThanOrEqual(4)
    for (const { ceilings } of deeds) expect(ceilings.consequences.write).toBeLessThanOrEqual(8)
  })

  it('costs what the documentation says', () => {
    const between = new RegExp(`(?<=${begins}\n)[\\s\\S]*(?=${ends})`)
    if (process.env.UPDATE_UNITS === '1')
      writeFileSync(page, readFileSync(page, 'utf8').replace(between, tableOfCeilings()))
    const table = between.exec(readFileSync(page, 'utf8'))?.[0]
    expect(table, 'UPDATE_UNITS=1 npx vitest run tests/operations/rush.test.ts').toBe(tableOfCeilings())
  })
})
