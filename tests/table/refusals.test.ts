import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { conflict, fail, notFound } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { unchanged } from '../../lib/table/condition.ts'
import { entity } from '../../lib/table/entity.ts'
import type { RepeatableRequest } from '../../lib/table/repeatable-request.ts'
import type { Table } from '../../lib/table/table.ts'
import { check, put, remove, update } from '../../lib/table/write.ts'
import { world } from '../support/world.ts'

const Box = z.object({ id: z.string(), label: z.string(), version: z.number() })
const box = entity('TestBox', Box, { scope: 'tenant', pk: 'BOX#{id}', sk: 'BOX' })

const Pass = z.object({ id: z.string(), ends: z.string() })
const pass = entity('TestPass', Pass, { scope: 'tenant', pk: 'PASS#{id}', sk: 'PASS', ttl: 'ends' })

const Exists = conflict('This box exists', 'EXISTS', 'header')
const Missing = notFound('Box not found', 'MISSING', 'header')
const Outdated = conflict('This box has changed', 'OUTDATED', 'header')

let table: Table
let now: Date
const first = { id: 'first', label: 'red', version: 1 }
const second = { id: 'second', label: 'blue', version: 1 }
const none = { id: 'none' }
const at = (id: string) => table.get(box, { id }, { strong: true })
const raised = (kind: object) => ({ kind })

beforeEach(async () => {
  const w = await world({ ownTable: true })
  now = w.clock.now()
  table = w.table()
  await table.write([put(box, first), put(box, second)])
})

// rules/table 22
describe('a condition that names its refusal', () => {
  it('raises it in a single write', async () => {
    const stale = { equals: { version: 0 }, else: Outdated } as const
    await expect(table.put(box, first, { absent: Exists })).rejects.toMatchObject(raised(Exists))
    await expect(table.put(box, first, stale)).rejects.toMatchObject(raised(Outdated))
    await expect(table.remove(box, none, { exists: Missing })).rejects.toMatchObject(raised(Missing))
    await expect(table.remove(box, first, stale)).rejects.toMatchObject(raised(Outdated))
    const change = { set: { label: 'green' } }
    await expect(table.update(box, none, change, { exists: Missing })).rejects.toMatchObject(raised(Missing))
    expect(await at('first')).toEqual(first)
  })

  it('tells an absent item from one that does not fit', async () => {
    const condition = { exists: Missing, equals: { version: 0 }, else: Outdated } as const
    await expect(table.remove(box, none, condition)).rejects.toMatchObject(raised(Missing))
    await expect(table.remove(box, first, condition)).rejects.toMatchObject(raised(Outdated))
    const both = [check(box, none, condition), check(box, first, condition)]
    await expect(table.write(both)).rejects.toMatchObject(raised(Missing))
    await expect(table.write(both.toReversed())).rejects.toMatchObject(raised(Outdated))
  })

  it('counts an expired item as absent', async () => {
    const ends = new Date(now.getTime() - 1000).toISOString()
    await table.put(pass, { id: 'old', ends })
    const condition = { exists: Missing, else: Outdated }
    await expect(table.remove(pass, { id: 'old' }, condition)).rejects.toMatchObject(raised(Missing))
    await table.put(pass, { id: 'old', ends: now.toISOString() }, { absent: Exists })
  })

  it('falls back to `else`, and leaves a mismatch to the caller without one', async () => {
    const condition = { exists: true, equals: { version: 0 } } as const
    await expect(table.remove(box, none, { ...condition, else: Outdated })).rejects.toMatchObject(
      raised(Outdated),
    )
    const outcome = await table.remove(box, first, { ...condition, exists: Missing })
    expect(outcome).toEqual({ ok: false, found: first })
  })

  it('may raise more than a kind', async () => {
    const refusal = () => fail(Exists, { field: 'label' })
    await expect(table.put(box, first, { absent: refusal })).rejects.toMatchObject({
      kind: Exists,
      extras: { field: 'label' },
    })
  })

  it('is written like any other when it holds', async () => {
    const third = { id: 'third', label: 'grey', version: 1 }
    await table.write([
      put(box, third, { absent: Exists }),
      update(
        box,
        first,
        { set: { label: 'green' } },
        { exists: Missing, equals: { version: 1 }, else: Outdated },
      ),
      remove(box, second, { exists: Missing }),
    ])
    expect([await at('first'), await at('second'), await at('third')]).toEqual([
      { ...first, label: 'green' },
      undefined,
      third,
    ])
    expect(await table.put(box, { ...third, id: 'fourth' }, { else: Exists })).toEqual({ ok: true })
  })
})

describe('a transaction with named refusals', () => {
  it('raises the first one in order, and writes nothing', async () => {
    const writes = [
      put(box, { id: 'third', label: 'grey', version: 1 }, { absent: Exists }),
      remove(box, none, { exists: Missing }),
      put(box, first, { absent: Exists }),
    ]
    await expect(table.write(writes)).rejects.toMatchObject(raised(Missing))
    expect(await at('third')).toBeUndefined()
    await expect(table.write(writes.toReversed())).rejects.toMatchObject(raised(Exists))
  })

  it('returns the refusals that have no name', async () => {
    const mismatch = put(box, first, unchanged({ version: 0 }))
    const writes = [remove(box, second, { exists: Missing }), mismatch]
    expect(await table.write(writes)).toEqual({ ok: false, failed: [1], found: [undefined, first] })
    const named = [mismatch, remove(box, none, { exists: Missing })]
    await expect(table.write(named)).rejects.toMatchObject(raised(Missing))
  })
})

describe('a commit', () => {
  it('raises every refusal, named or not', async () => {
    const mismatch = put(box, first, unchanged({ version: 0 }))
    await expect(table.commit([mismatch])).rejects.toMatchObject(raised(ConcurrentChange))
    await expect(table.commit([mismatch], Outdated)).rejects.toMatchObject(raised(Outdated))
    const named = remove(box, none, { exists: Missing })
    await expect(table.commit([mismatch, named])).rejects.toMatchObject(raised(Missing))
    expect(await table.commit([remove(box, first, { exists: Missing })])).toBeUndefined()
    expect(await at('first')).toBeUndefined()
  })
})

describe('a repeated request', () => {
  const request = (mark: string): RepeatableRequest => ({
    seed: 'seed',
    mark: `seed.${mark}`,
    isRepeat: mark !== 'one',
    claimSettled: async () => undefined,
    stopAtEarlierItem: (earlier) => fail(Outdated, { details: earlier }),
    stopAtDeletedItem: () => undefined,
    ids: { next: () => 'id', withIdsPerAttempt: (attempt, plan) => plan(attempt) },
    ownPuts: new Set(),
  })
  const made = { id: 'made', label: 'red', version: 1 }

  it('is not refused by its own put, alone or in a transaction', async () => {
    const [one, two] = [table.making(request('one')), table.making(request('two'))]
    expect(await one.put(box, made, { absent: Exists })).toEqual({ ok: true })
    expect(await two.put(box, made, { absent: Exists })).toMatchObject({ ok: true })
    const writes = [
      put(box, made, { absent: Exists }),
      put(box, first, { equals: { version: 0 }, else: Outdated }),
    ]
    expect(await two.write(writes)).toEqual({ ok: true })
    await expect(table.put(box, made, { absent: Exists })).rejects.toMatchObject(raised(Exists))
  })
})
