import { describe, expect, it } from 'vitest'
import { schedules } from '../../functions/clock/handler.ts'
import { plant } from '../../functions/plants/plant.ts'
import { onDue, rescheduleTasks, scheduleTask, unscheduleTask } from '../../lib/scheduled/task.ts'
import { meter } from '../../lib/table/meter.ts'
import { openTable } from '../../lib/table/table.ts'
import { check } from '../../lib/table/write.ts'
import {
  counting,
  countsOf,
  factsAt,
  inSeconds,
  markIn,
  placeOf,
  rowsAt,
  sweep,
  writeDue,
} from '../support/due.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { ticking } from '../support/ticking.ts'
import { type World, world } from '../support/world.ts'

const counts = (w: World, ...ids: string[]) => countsOf(w.table(), ids)

describe('what is due', () => {
  // rules/clock 4
  it('happens when its moment has come, and leaves nothing behind', async () => {
    const w = await ticking()
    const at = inSeconds(w, 90)
    await writeDue(w, [factsAt(at, 'e1')])
    w.clock.advance(89)
    await sweep(w)
    expect(await counts(w, 'e1')).toEqual([0])
    w.clock.advance(1)
    await sweep(w)
    await sweep(w)
    expect(await counts(w, 'e1')).toEqual([1])
    expect(await rowsAt(w, at)).toEqual([])
  })

  // rules/clock 5
  it('is due now when its moment has passed', async () => {
    const w = await ticking()
    await sweep(w)
    await writeDue(w, [factsAt(inSeconds(w, -40 * 3600), 'late')])
    await sweep(w)
    expect(await counts(w, 'late')).toEqual([1])
  })

  it('is taken back by what it says, wherever the zone of its moment', async () => {
    const w = await ticking()
    const at = '2026-03-02T12:30:00.000Z'
    await writeDue(w, [factsAt(at, 'e1'), factsAt(at, 'e2')])
    await w.table().write([unscheduleTask(placeOf(w), factsAt('2026-03-02T13:30:00+01:00', 'e1'))])
    expect((await rowsAt(w, at)).map(({ subject }) => subject)).toEqual(['e2'])
  })

  it('moves in one transaction and without being read', async () => {
    const w = await ticking()
    const [first, second] = ['2026-03-02T12:30:00.000Z', '2026-03-09T08:00:00.000Z']
    const [before, after] = [[factsAt(first, 'e1')], [factsAt(second, 'e1'), factsAt(second, 'e2')]]
    const table = w.table()
    const place = { table, now: w.clock.now }
    await table.write(rescheduleTasks(place, [], before))
    await table.write(rescheduleTasks(place, before, after))
    expect(table.cost).toMatchObject({ calls: 2, readUnits: 0 })
    expect(rescheduleTasks(place, after, after)).toEqual([])
    expect(await rowsAt(w, first)).toEqual([])
    expect(await rowsAt(w, second)).toHaveLength(2)
  })

  // rules/clock 9
  it('belongs to the school of the table, whatever its params say', async () => {
    const w = await ticking()
    const seen: unknown[] = []
    const looking = onDue('test', async ({ tenantKey }, { table }) => {
      seen.push([tenantKey, table.tenant])
      return []
    })
    const params = { tenantKey: w.home, hour: '1970-01-01T00', shard: 'x' }
    const facts = { ...factsAt(inSeconds(w, 1), 'e1'), ...params, params }
    await w.table(w.sister).write([scheduleTask(placeOf(w, w.sister), facts)])
    w.clock.advance(60)
    await sweep(w, [looking])
    expect(seen).toEqual([[w.sister, w.sister]])
    const nowhere = openTable({ ...w.runtime, tenant: undefined, meter: meter() })
    expect(() => scheduleTask({ table: nowhere, now: w.clock.now }, facts)).toThrow('school')
  })

  it('may turn out to be none of it any more', async () => {
    const w = await ticking()
    const at = inSeconds(w, 1)
    await writeDue(w, [factsAt(at, 'e1')])
    w.clock.advance(60)
    await sweep(w, [onDue('test', async () => [])])
    expect(await rowsAt(w, at)).toEqual([])
  })

  it('is looked at again when what it rests on has changed meanwhile', async () => {
    const w = await ticking()
    const at = inSeconds(w, 1)
    await writeDue(w, [factsAt(at, 'e1')])
    w.clock.advance(60)
    let asked = 0
    const resting = onDue('test', async (row, due) => {
      asked += 1
      if (asked > 1) await w.table().put(plant, { id: '1', name: 'ficus' })
      const effects = await counting().carryOut(row, due)
      return [check(plant, { id: '1' }, { equals: { name: 'ficus' } }), ...effects]
    })
    await sweep(w, [resting])
    expect(asked).toBe(2)
    expect(await counts(w, 'e1')).toEqual([1])
  })
})

describe('the sweep', () => {
  it('belongs to the clock', () => {
    expect(schedules.map(({ name, every }) => `${every} ${name}`)).toContain('minute due.sweep')
  })

  it('of a quiet minute costs the mark and eight empty queries', async () => {
    using _rounds = logicalRounds()
    const w = await ticking()
    w.clock.advance(1800)
    const { table } = await sweep(w)
    expect(table.cost).toMatchObject({ depth: 2, calls: 9, writeUnits: 0 })
  })

  // rules/clock 6
  it('sees who writes late to an hour that is over', async () => {
    const w = await ticking()
    w.clock.advance(3599)
    const facts = factsAt(inSeconds(w, 0), 'late')
    const slow = scheduleTask(placeOf(w), facts)
    for (const seconds of [60, 60, 170]) {
      w.clock.advance(seconds)
      await sweep(w)
    }
    await w.table().write([slow])
    // Nobody sweeps for a while: only the mark knows then that the hour was not closed.
    w.clock.advance(3600)
    await sweep(w)
    expect(await counts(w, 'late')).toEqual([1])
    expect(await markIn(w)).toBe('2026-03-02T13:00:00.000Z')
  })

  // rules/clock 10
  it('catches up with three days', async () => {
    const w = await ticking()
    await sweep(w)
    const subjects = Array.from({ length: 144 }, (_, at) => `e${at}`)
    await writeDue(
      w,
      subjects.map((subject, at) => factsAt(inSeconds(w, at * 1800 + 7), subject)),
    )
    w.clock.advance(72 * 3600)
    await sweep(w)
    expect(await counts(w, ...subjects)).toEqual(subjects.map(() => 1))
    expect(await markIn(w)).toBe('2026-03-05T11:00:00.000Z')
  })

  it('of a new table begins a day ago', async () => {
    const w = await world({ ownTable: true })
    const at = inSeconds(w, 30)
    await writeDue(w, [factsAt(at, 'e1')])
    w.clock.advance(20 * 3600)
    await sweep(w)
    expect(await counts(w, 'e1')).toEqual([1])
    expect(await markIn(w)).toBe('2026-03-03T07:00:00.000Z')
  })

  it('finds what is written now although its mark comes from a clock that was fast', async () => {
    const w = await ticking('2027-03-02T12:00:00.000Z')
    w.clock.advance(-365 * 86_400)
    await writeDue(w, [factsAt(inSeconds(w, 30), 'e1')])
    w.clock.advance(60)
    await sweep(w)
    expect(await counts(w, 'e1')).toEqual([1])
    expect(await markIn(w)).toBe('2027-03-02T12:00:00.000Z')
  })

  // rules/clock 10
  it('does so much at one strike and goes on at the next', async () => {
    const w = await ticking()
    await sweep(w)
    const subjects = Array.from({ length: 90 }, (_, at) => `e${at}`)
    await writeDue(
      w,
      subjects.map((subject, at) => factsAt(inSeconds(w, at * 120), subject)),
    )
    w.clock.advance(4 * 3600)
    const limits = { pages: 12, pageSize: 2, seconds: 40 }
    const done = async () => (await counts(w, ...subjects)).reduce((sum, count) => sum + count, 0)
    const steps: number[] = []
    for (let before = 0; before < subjects.length && steps.length < 100; ) {
      before = await done()
      await sweep(w, undefined, { limits })
      steps.push((await done()) - before)
    }
    expect(Math.max(...steps)).toBeLessThanOrEqual(24)
    expect(await counts(w, ...subjects)).toEqual(subjects.map(() => 1))
  })

  it('ends when its time is over', async () => {
    const w = await ticking()
    const subjects = Array.from({ length: 300 }, (_, at) => `e${at}`)
    await writeDue(
      w,
      subjects.map((subject) => factsAt(inSeconds(w, 1), subject)),
    )
    w.clock.advance(60)
    const slow = onDue('test', async (row, due) => {
      w.clock.advance(1)
      return counting().carryOut(row, due)
    })
    const limits = { pages: 1000, pageSize: 10, seconds: 40 }
    await sweep(w, [slow], { limits })
    const first = (await counts(w, ...subjects)).filter((count) => count === 1).length
    expect(first).toBeGreaterThanOrEqual(40)
    expect(first).toBeLessThanOrEqual(40 + 8 * 4)
    for (let strikes = 0; strikes < 8; strikes += 1) await sweep(w, [slow], { limits })
    expect(await counts(w, ...subjects)).toEqual(subjects.map(() => 1))
  })
})
