import type { BatchGetCommand } from '@aws-sdk/lib-dynamodb'
import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { conflict, fail, notFound } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import type { TableClient } from '../../lib/table/client.ts'
import { entity } from '../../lib/table/entity.ts'
import { meter } from '../../lib/table/meter.ts'
import { openTable, type Table } from '../../lib/table/table.ts'
import { put, remove, replace } from '../../lib/table/write.ts'
import { type World, world } from '../support/world.ts'

const Score = z.object({
  id: z.string(),
  points: z.number(),
  note: z.optional(z.string()),
  version: z.number(),
})
const score = entity('TestScore', Score, { scope: 'tenant', pk: 'SCORE#{id}', sk: 'SCORE' })

const Missing = notFound('Score not found', 'MISSING', 'header')
const Outrun = conflict('Too many changes', 'OUTRUN', 'header')

let w: World
let table: Table
const one = { id: 'one' }
const first = { id: 'one', points: 1, version: 1 }
const initial = { id: 'one', points: 0, version: 0 }
const stored = (id = 'one') => table.get(score, { id }, { strong: true })
const plus = (points: number) => (before: z.infer<typeof Score>) => ({
  after: { ...before, points: before.points + points },
})

beforeEach(async () => {
  w = await world({ ownTable: true })
  table = w.table()
  await table.put(score, first)
})

// rules/table 23
describe('a change of an item', () => {
  it('writes the next version and returns it', async () => {
    expect(await table.change(score, one, plus(2), { missing: Missing })).toEqual({
      id: 'one',
      points: 3,
      version: 2,
    })
    expect(await stored()).toEqual({ id: 'one', points: 3, version: 2 })
  })

  it('is planned again on the item that another change has written', async () => {
    const seen: number[] = []
    const after = await table.change(
      score,
      one,
      async (before) => {
        seen.push(before.points)
        if (seen.length < 3) await table.change(score, one, plus(10), { missing: Missing })
        return plus(1)(before)
      },
      { missing: Missing },
    )
    expect([seen, after]).toEqual([[1, 11, 21], { id: 'one', points: 22, version: 4 }])
  })

  it('is planned again on an item that was created meanwhile', async () => {
    await table.remove(score, one)
    let plans = 0
    const after = await table.change(
      score,
      one,
      async (before) => {
        plans += 1
        if (plans === 1) await table.put(score, { ...first, points: 5 })
        return plus(1)(before)
      },
      { initial },
    )
    expect([plans, after]).toEqual([2, { id: 'one', points: 6, version: 2 }])
  })

  it('takes its other writes along, all or none', async () => {
    const other = { id: 'other', points: 7, version: 1 }
    const along = (writes: Parameters<Table['write']>[0]) => async () => ({
      after: { ...first, points: 2 },
      writes,
    })
    await table.change(score, one, along([put(score, other, { absent: true })]), { missing: Missing })
    expect(await stored('other')).toEqual(other)
    const refused = along([put(score, other, { absent: Outrun })])
    await expect(table.change(score, one, refused, { missing: Missing })).rejects.toMatchObject({
      kind: Outrun,
    })
    expect(await stored()).toEqual({ id: 'one', points: 2, version: 2 })
  })

  it('meets a conflict when the version has changed although its other writes hold', async () => {
    let plans = 0
    const after = await table.change(
      score,
      one,
      async (before) => {
        plans += 1
        if (plans === 1) await table.change(score, one, plus(4), { missing: Missing })
        return { ...plus(1)(before), writes: [put(score, { id: 'log', points: plans, version: 1 })] }
      },
      { missing: Missing },
    )
    expect([plans, after.points, (await stored('log'))?.points]).toEqual([2, 6, 2])
  })

  it('writes nothing without a plan, and returns the item as it is', async () => {
    const planned = await table.change(score, one, () => undefined, { missing: Missing })
    expect([planned, await stored()]).toEqual([first, first])
  })

  it('fails in its own words when the item is missing, or creates it', async () => {
    await table.remove(score, one)
    await expect(table.change(score, one, plus(1), { missing: Missing })).rejects.toMatchObject({
      kind: Missing,
    })
    const missing = () => fail(Missing, { field: 'id' })
    await expect(table.change(score, one, plus(1), { missing })).rejects.toMatchObject({
      extras: { field: 'id' },
    })
    await table.change(score, one, plus(1), { initial })
    expect(await stored()).toEqual({ id: 'one', points: 1, version: 1 })
  })

  it('begins with a known value, and reads the next attempt', async () => {
    await table.change(score, one, plus(1), { missing: Missing })
    const seen: number[] = []
    const plan = (before: z.infer<typeof Score>) => {
      seen.push(before.version)
      return plus(1)(before)
    }
    await table.change(score, one, plan, { missing: Missing, known: first })
    expect([seen, (await stored())?.points]).toEqual([[1, 2], 3])
    await table.change(score, one, plan, { initial, known: null })
    expect(seen).toEqual([1, 2, 0, 3])
  })

  it('reads strongly', async () => {
    const { runtime, home, clock } = w
    const consistency: unknown[] = []
    const send = async (command: BatchGetCommand) => {
      for (const { ConsistentRead } of Object.values(command.input.RequestItems ?? {}))
        consistency.push(ConsistentRead)
      return runtime.client.documents.send(command)
    }
    const client = { ...runtime.client, documents: { send } } as unknown as TableClient
    const watched = openTable({ client, tenant: home, now: clock.now, meter: meter() })
    await watched.change(score, one, plus(1), { missing: Missing })
    expect(consistency).toEqual([true])
  })

  it('is given up after its attempts', async () => {
    let plans = 0
    const losing = async (before: z.infer<typeof Score>) => {
      plans += 1
      await table.update(score, one, { add: { version: 1 } })
      return plus(1)(before)
    }
    await expect(table.change(score, one, losing, { missing: Missing })).rejects.toMatchObject({
      kind: ConcurrentChange,
    })
    expect(plans).toBe(8)
    const few = table.change(score, one, losing, { missing: Missing, attempts: 2, failure: Outrun })
    await expect(few).rejects.toMatchObject({ kind: Outrun })
    expect(plans).toBe(10)
  })
})

describe('the replacement of an item', () => {
  it('is the next version of the item that was read, or of none', async () => {
    const after = { ...first, points: 9 }
    expect(await table.write([replace(score, first, after)])).toEqual({ ok: true })
    expect(await stored()).toEqual({ ...after, version: 2 })
    expect(await table.write([replace(score, first, after)])).toMatchObject({ ok: false, failed: [0] })
    expect(await table.write([replace(score, undefined, after)])).toMatchObject({ ok: false })
    await table.write([remove(score, one), replace(score, undefined, { ...after, id: 'two' })])
    expect((await stored('two'))?.version).toBe(1)
  })
})
