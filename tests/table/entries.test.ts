import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { world } from '../support/world.ts'

const Entry = z.object({ n: z.number() })
const Shelf = z.object({ id: z.string(), entries: z.record(z.string(), Entry), count: z.number() })
const shelf = entity('TestShelf', Shelf, { scope: 'tenant', pk: 'SHELF#{id}', sk: 'SHELF' })

let table: Table
const at = { id: 'one' }

beforeEach(async () => {
  table = (await world({ ownTable: true })).table()
  await table.put(shelf, { id: 'one', entries: { first: { n: 1 } }, count: 0 })
})

const entries = async () => (await table.get(shelf, at, { strong: true }))?.entries

describe('entries of a field that is a map', () => {
  it('are set and removed one by one, beside other changes of the item', async () => {
    const change = { setEntries: { entries: { second: { n: 2 } } }, add: { count: 1 } }
    expect((await table.update(shelf, at, change)).ok).toBe(true)
    expect(await entries()).toEqual({ first: { n: 1 }, second: { n: 2 } })
    const outcome = await table.update(shelf, at, { removeEntries: { entries: ['first', 'never'] } })
    expect(outcome).toMatchObject({ ok: true, after: { entries: { second: { n: 2 } }, count: 1 } })
  })

  it('stay apart where their names differ in a sign alone', async () => {
    const named = { 'u-1': { n: 1 }, u_1: { n: 2 }, 'u.1': { n: 3 } }
    expect((await table.update(shelf, at, { setEntries: { entries: named } })).ok).toBe(true)
    expect(await entries()).toEqual({ first: { n: 1 }, ...named })
  })

  it.each([
    ['no entry of that name', { withoutEntry: { entries: 'second' } }, true],
    ['no entry of that name', { withoutEntry: { entries: 'first' } }, false],
    ['the entry as it is', { entries: { entries: { first: { n: 1 } } } }, true],
    ['another entry', { entries: { entries: { first: { n: 2 } } } }, false],
    ['an entry that is gone', { entries: { entries: { second: { n: 2 } } } }, false],
    [
      'the entry as it is, or gone',
      { entriesOrGone: { entries: { first: { n: 1 }, second: { n: 2 } } } },
      true,
    ],
    ['another entry, or none', { entriesOrGone: { entries: { first: { n: 2 } } } }, false],
    ['fewer than two', { fewerEntries: { entries: 2 } }, true],
    ['fewer than one', { fewerEntries: { entries: 1 } }, false],
  ])('are a condition: %s (%j is %s)', async (_, condition, ok) => {
    const outcome = await table.update(shelf, at, { add: { count: 1 } }, { exists: true, ...condition })
    expect(outcome.ok).toBe(ok)
  })
})
