import { describe, expect, it } from 'vitest'
import { runSchedules, schedules } from '../../functions/clock/handler.ts'
import { every, type Schedule, type ScheduleRun, scheduleRun } from '../../lib/scheduled/schedule.ts'
import { type World, world } from '../support/world.ts'

let names = 0

/** A schedule that no other test has, and how often it was carried out. */
const counting = (period: Schedule['every'], { past = 0, fails = 0 } = {}) => {
  names += 1
  const runs: string[] = []
  const row = every(
    period,
    `test.${names}`,
    async ({ time }) => {
      runs.push(time.toISOString())
      if (runs.length <= fails) throw new Error('somebody@students.example.edu')
    },
    past,
  )
  return { row, runs }
}

const at = (w: World): { time: string } => ({ time: w.clock.now().toISOString() })

const lastRun = async (w: World, { name }: Schedule): Promise<ScheduleRun | undefined> =>
  w.table('www').get(scheduleRun, { name }, { strong: true })

describe('the clock', () => {
  // rules/clock 1
  it('carries a minute out once, however often it strikes', async () => {
    const w = await world()
    const { row, runs } = counting('minute')
    const door = runSchedules([row], () => w.runtime)
    await Promise.all([door(at(w)), door(at(w)), door(at(w))])
    await door(at(w))
    expect(runs).toHaveLength(1)
    w.clock.advance(60)
    await door(at(w))
    expect(runs).toHaveLength(2)
    expect(await lastRun(w, row)).toMatchObject({ state: 'done', tries: 1, doneAt: expect.any(String) })
  })

  // rules/clock 1
  it('carries an hour out once, past the minute that it names', async () => {
    const w = await world()
    const { row, runs } = counting('hour', { past: 5 })
    const door = runSchedules([row], () => w.runtime)
    await door(at(w))
    for (let minute = 0; minute < 120; minute += 1) {
      w.clock.advance(60)
      await door(at(w))
    }
    expect(runs.slice(1)).toEqual(['2026-03-02T12:05:00.000Z', '2026-03-02T13:05:00.000Z'])
  })

  // rules/clock 2
  it('does not let one failure stop the others, tells of it, and tries again', async () => {
    const w = await world()
    const broken = counting('hour', { fails: 2 })
    const sound = counting('minute')
    const door = runSchedules([broken.row, sound.row], () => w.runtime)
    await expect(door(at(w))).rejects.toThrow(broken.row.name)
    expect(sound.runs).toHaveLength(1)
    expect(await lastRun(w, broken.row)).toMatchObject({ state: 'failed' })
    expect(JSON.stringify(w.logs)).toContain(broken.row.name)
    expect(JSON.stringify(w.logs)).not.toContain('somebody@')
    w.clock.advance(60)
    await expect(door(at(w))).rejects.toThrow(broken.row.name)
    w.clock.advance(60)
    await door(at(w))
    await door(at(w))
    expect(broken.runs).toHaveLength(3)
    expect(await lastRun(w, broken.row)).toMatchObject({ state: 'done', tries: 3 })
  })

  // rules/clock 3
  it('inherits a run that died, and leaves alone one that is at work', async () => {
    const w = await world()
    const { row, runs } = counting('hour')
    const slot = Math.floor(w.clock.now().getTime() / 3_600_000)
    const startedAt = w.clock.now().toISOString()
    const died = {
      name: row.name,
      every: 'hour' as const,
      slot,
      tries: 1,
      state: 'running' as const,
      startedAt,
    }
    await w.table('www').put(scheduleRun, died)
    const door = runSchedules([row], () => w.runtime)
    await door(at(w))
    expect(runs).toHaveLength(0)
    w.clock.advance(121)
    await Promise.all([door(at(w)), door(at(w))])
    expect(runs).toHaveLength(1)
  })

  it('knows every schedule of the house by a name of its own', async () => {
    const all = schedules.map(({ name }) => name)
    expect(new Set(all).size).toBe(all.length)
    expect(all).toEqual(expect.arrayContaining(['platform.pulse', 'audit.seal']))
    expect(all.filter((name) => !/^[a-z-]+\.[a-z-]+$/.test(name))).toEqual([])
  })

  it('carries the schedules of the house out', async () => {
    const w = await world({ now: '2027-01-01T00:05:00.000Z' })
    await runSchedules(schedules, () => w.runtime)(at(w))
    for (const row of schedules) expect(await lastRun(w, row), row.name).toMatchObject({ state: 'done' })
  })
})
