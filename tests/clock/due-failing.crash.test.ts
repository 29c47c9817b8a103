import { describe, expect, it } from 'vitest'
import { plant } from '../../functions/plants/plant.ts'
import { tasksVerdict } from '../../functions/platform/health.ts'
import { dueLater } from '../../lib/scheduled/sweep-state.ts'
import { onDue, type TaskHandler } from '../../lib/scheduled/task.ts'
import { check } from '../../lib/table/write.ts'
import { seeded } from '../load/seeded.ts'
import { admins } from '../support/administrators.ts'
import {
  counting,
  countsOf,
  factsAt,
  inSeconds,
  markIn,
  meddled,
  rowsAt,
  sweep,
  writeDue,
} from '../support/due.ts'
import { ticking } from '../support/ticking.ts'
import type { World } from '../support/world.ts'

const campus = async (rows: number) => {
  const w = await ticking()
  const at = inSeconds(w, 30)
  const subjects = Array.from({ length: rows }, (_, number) => `e${number}`)
  await writeDue(
    w,
    subjects.map((subject) => factsAt(at, subject)),
  )
  w.clock.advance(60)
  return { w, at, subjects, counts: () => countsOf(w.table(), subjects) }
}

const once = (subjects: readonly string[]) => subjects.map(() => 1)

/** Fails for one subject, and counts the rest. */
const failingFor = (poison: string, kind = 'test'): TaskHandler =>
  onDue(kind, async (row, due) => {
    if (row.subject === poison) throw new TypeError('somebody@students.example.edu')
    return counting(kind).carryOut(row, due)
  })

const asideIn = async (w: World) => (await w.table('www').list(dueLater, { keyParams: {}, limit: 100 })).items

describe('what is due happens once', () => {
  // rules/clock 4
  it('while three sweepers are at work', async () => {
    const { w, at, subjects, counts } = await campus(60)
    await Promise.all([sweep(w), sweep(w), sweep(w)])
    expect(await counts()).toEqual(once(subjects))
    expect(await rowsAt(w, at)).toEqual([])
  })

  // rules/clock 4
  it('when a sweeper dies before it moves the mark', async () => {
    const { w, subjects, counts } = await campus(20)
    w.clock.advance(3 * 3600)
    const dying = meddled(w, ({ input, when }) => {
      if (when === 'before' && JSON.stringify(input).includes('DUEMARK') && 'UpdateExpression' in input)
        throw new Error('killed')
    })
    await expect(sweep(w, undefined, { runtime: dying })).rejects.toThrow('killed')
    expect(await markIn(w)).toBe('2026-03-02T12:00:00.000Z')
    expect(await counts()).toEqual(once(subjects))
    await sweep(w)
    expect(await counts()).toEqual(once(subjects))
    expect(await markIn(w)).toBe('2026-03-02T14:00:00.000Z')
  })

  it('when a sweeper dies between two pages', async () => {
    const { w, subjects, counts } = await campus(120)
    let queries = 0
    const dying = meddled(w, ({ name, when }) => {
      queries += Number(name === 'QueryCommand' && when === 'before')
      if (queries > 20) throw new Error('killed')
    })
    const limits = { pages: 4000, pageSize: 3, seconds: 40 }
    await expect(sweep(w, undefined, { runtime: dying, limits })).rejects.toThrow('killed')
    const before = await counts()
    expect(before.filter((count) => count === 1).length).toBeLessThan(120)
    expect(before.filter((count) => count > 1)).toEqual([])
    await sweep(w)
    expect(await counts()).toEqual(once(subjects))
  })

  it('when the table loses requests and answers', async () => {
    const { w, at, subjects, counts } = await campus(80)
    const random = seeded(11)
    let lost = 0
    const lossy = meddled(w, ({ name }) => {
      if (name !== 'TransactWriteCommand' || random.next() > 0.15) return
      lost += 1
      throw new Error('the connection broke')
    })
    for (let strikes = 0; strikes < 6; strikes += 1)
      await Promise.all([sweep(w, undefined, { runtime: lossy }), sweep(w, undefined, { runtime: lossy })])
    expect(lost).toBeGreaterThan(10)
    expect(await counts()).toEqual(once(subjects))
    expect(await rowsAt(w, at)).toEqual([])
  })
})

describe('a row that fails', () => {
  // rules/clock 7
  it('does not stop the others, is tried ten times, and is put aside then', async () => {
    const { w, at, subjects, counts } = await campus(12)
    const handlers = [failingFor('e3')]
    await sweep(w, handlers)
    const rest = once(subjects).map((count, number) => (number === 3 ? 0 : count))
    expect(await counts()).toEqual(rest)
    expect(await rowsAt(w, at)).toMatchObject([{ subject: 'e3', tries: 1 }])
    w.clock.advance(2 * 3600)
    for (let tries = 2; tries < 10; tries += 1) await sweep(w, handlers)
    expect(await rowsAt(w, at)).toMatchObject([{ tries: 9 }])
    expect(await markIn(w)).toBe('2026-03-02T12:00:00.000Z')
    expect(await asideIn(w)).toEqual([])
    await sweep(w, handlers)
    expect(await rowsAt(w, at)).toEqual([])
    const wanted = { subject: 'e3', tenantKey: w.home, kind: 'test', tries: 10, cause: 'TypeError' }
    expect(await asideIn(w)).toMatchObject([wanted])
    expect(await markIn(w)).toBe('2026-03-02T13:00:00.000Z')
    await sweep(w, handlers)
    expect(await counts()).toEqual(rest)
    expect(JSON.stringify(w.logs)).toContain('e3')
    expect(JSON.stringify(w.logs)).not.toContain('somebody@')
  })

  it('counts once when two sweepers meet it', async () => {
    const { w, at } = await campus(1)
    const met = Promise.withResolvers<void>()
    let waiting = 0
    const meeting = onDue('test', async () => {
      waiting += 1
      if (waiting === 2) met.resolve()
      await met.promise
      throw new TypeError('both')
    })
    await Promise.all([sweep(w, [meeting]), sweep(w, [meeting])])
    expect(await rowsAt(w, at)).toMatchObject([{ tries: 1 }])
  })

  it('may still succeed', async () => {
    const { w, at, subjects, counts } = await campus(1)
    for (let tries = 0; tries < 9; tries += 1) await sweep(w, [failingFor('e0')])
    await sweep(w)
    expect(await counts()).toEqual(once(subjects))
    expect(await rowsAt(w, at)).toEqual([])
  })

  it('is one of a kind that nobody carries out, too', async () => {
    const { w } = await campus(1)
    for (let tries = 0; tries < 10; tries += 1) await sweep(w, [])
    expect(await asideIn(w)).toMatchObject([{ subject: 'e0', kind: 'test' }])
  })

  // rules/clock 8
  it('is not to blame while the table takes no writes', async () => {
    const { w, at, subjects, counts } = await campus(5)
    const full = meddled(w, ({ name, when }) => {
      if (when === 'before' && name === 'TransactWriteCommand')
        throw Object.assign(new Error('slow down'), { name: 'ThrottlingException' })
    })
    for (let tries = 0; tries < 12; tries += 1) await sweep(w, undefined, { runtime: full })
    expect((await rowsAt(w, at)).map(({ tries }) => tries)).toEqual(subjects.map(() => undefined))
    await sweep(w)
    expect(await counts()).toEqual(once(subjects))
  })

  it('is tried again by a conflict that does not end, and counts then', async () => {
    const { w, at, counts } = await campus(1)
    const never = onDue('test', async (row, due) => [
      ...(await counting().carryOut(row, due)),
      check(plant, { id: 'absent' }, { exists: true }),
    ])
    await sweep(w, [never])
    expect(await rowsAt(w, at)).toMatchObject([{ tries: 1 }])
    expect(await counts()).toEqual([0])
  })
})

describe('the health of what is due', () => {
  const now = new Date('2026-03-02T12:00:00.000Z')
  const hour = now.getTime() / 3_600_000

  it.each([
    ['a sweep that never was', undefined, 0, 'unknown'],
    ['one that is where it should be', hour, 0, 'ok'],
    ['one in the first minutes of an hour', hour - 1, 0, 'ok'],
    ['one that is hours behind', hour - 2, 0, 'degraded'],
    ['one that is a day behind', hour - 24, 0, 'down'],
    ['one that put something aside', hour, 1, 'degraded'],
    ['one that is a day behind and put something aside', hour - 24, 1, 'down'],
  ] as const)('says of %s what it is', (_, marked, aside, status) => {
    const mark = marked === undefined ? undefined : { hour: marked }
    expect(tasksVerdict({ mark, aside }, now).status).toBe(status)
  })

  // rules/clock 7
  it('shows to administrators', async () => {
    const { w, root } = await admins()
    const before = await root.device.getDetailedHealth()
    const subject = `aside of ${w.home}`
    await writeDue(w, [factsAt(inSeconds(w, 1), subject, 'unheard-of')])
    w.clock.advance(60)
    for (let tries = 0; tries < 10; tries += 1) await sweep(w, [])
    const after = await root.device.getDetailedHealth()
    expect(after.body.statuses.due).toMatchObject({
      status: 'degraded',
      aside: before.body.statuses.due.aside + 1,
    })
  })
})
