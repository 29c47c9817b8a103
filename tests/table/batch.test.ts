import { describe, expect, it } from 'vitest'
import { changeSeen } from '../../lib/table/change-event.ts'
import type { TableClient } from '../../lib/table/client.ts'
import { key } from '../../lib/table/entity.ts'
import { meter } from '../../lib/table/meter.ts'
import { openTable, type Table } from '../../lib/table/table.ts'
import { put } from '../../lib/table/write.ts'
import { type World, world } from '../support/world.ts'

type Command = { readonly input: { readonly RequestItems?: Record<string, { readonly Keys: unknown[] }> } }
type Answer = { readonly Responses?: unknown; readonly UnprocessedKeys?: unknown }

const marks = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `mark ${String(at).padStart(3, '0')}`)

/** The table with an engine that leaves out the last `left` keys of every first call for them. */
const leavingOut = (w: World, left: number) => {
  const { client } = w.runtime
  const calls: number[] = []
  let underWay = 0
  let most = 0
  const shortened = new Set<string>()
  const send = async (command: Command): Promise<Answer> => {
    const { Keys = [] } = command.input.RequestItems?.[client.name] ?? {}
    calls.push(Keys.length)
    underWay += 1
    most = Math.max(most, underWay)
    const first = JSON.stringify(Keys[0])
    const kept = shortened.has(first) || Keys.length <= left ? Keys.length : Keys.length - left
    shortened.add(first)
    const asked = structuredClone(command.input) as { RequestItems: Record<string, { Keys: unknown[] }> }
    const own = asked.RequestItems[client.name]
    if (own) own.Keys = Keys.slice(0, kept)
    Object.assign(command, { input: asked })
    const answer = (await client.documents.send(command as never)) as Answer
    underWay -= 1
    return kept === Keys.length
      ? answer
      : { ...answer, UnprocessedKeys: { [client.name]: { Keys: Keys.slice(kept) } } }
  }
  const own = meter()
  const between = { ...client, documents: { send } } as unknown as TableClient
  const table = openTable({ client: between, tenant: w.home, now: w.clock.now, meter: own })
  return { table, calls, cost: own.cost, most: () => most }
}

const seed = async (w: World, ids: readonly string[]): Promise<void> => {
  const expiresAt = new Date(w.clock.now().getTime() + 1000).toISOString()
  await Promise.all(ids.map((id) => w.table().put(changeSeen, { id, expiresAt })))
  await w.caughtUp()
}

const later = (w: World, hours = 1): string =>
  new Date(w.clock.now().getTime() + hours * 3_600_000).toISOString()

/** A request's table, and the consistency of each of its calls. */
const countingTable = (w: World, joinsReads: boolean) => {
  const { client } = w.runtime
  const strong: boolean[] = []
  const send = (command: { readonly input: { readonly RequestItems: object } }) => {
    strong.push(Object.values(command.input.RequestItems)[0].ConsistentRead)
    return client.documents.send(command as never)
  }
  const own = { ...client, documents: { send }, joinsReads } as unknown as TableClient
  const table = openTable({ client: own, tenant: w.home, now: w.clock.now, meter: meter() })
  return { table, strong }
}

describe('reads of one turn', () => {
  it('share a call across parallel operations, which counts once and as an earlier call of each', async () => {
    const w = await world()
    await seed(w, ['one', 'other'])
    const { table, strong } = countingTable(w, false)
    const [first, second] = [table.reading(undefined), table.reading(undefined)]
    const found = await Promise.all([
      first.get(changeSeen, { id: 'one' }, { strong: true }),
      second.get(changeSeen, { id: 'other' }, { strong: true }),
      second.get(changeSeen, { id: 'one' }),
    ])
    expect(found.map((item) => item?.id)).toEqual(['one', 'other', 'one'])
    expect(strong.sort()).toEqual([false, true])
    expect(table.cost).toMatchObject({ depth: 1, calls: 2 })
    await second.get(changeSeen, { id: 'one' })
    expect(table.cost).toMatchObject({ depth: 2, calls: 3 })
    await first.get(changeSeen, { id: 'one' })
    expect(table.cost).toMatchObject({ depth: 2, calls: 4 })
  })

  it('share one strongly consistent call where that costs nothing', async () => {
    const w = await world()
    await seed(w, ['one', 'other'])
    const { table, strong } = countingTable(w, true)
    const found = await Promise.all([
      table.get(changeSeen, { id: 'one' }),
      table.get(changeSeen, { id: 'other' }, { strong: true }),
    ])
    expect(found.map((item) => item?.id)).toEqual(['one', 'other'])
    await table.get(changeSeen, { id: 'one' })
    expect(strong).toEqual([true, false])
  })
})

describe('items that are asked for by their keys', () => {
  // rules/table 15
  it('come in the order asked for, however many and however often each is named', async () => {
    const w = await world()
    const ids = marks(250)
    await seed(
      w,
      ids.filter((_, at) => at % 50 !== 7),
    )
    const { table, calls, cost } = leavingOut(w, 0)
    const asked = [...ids, ...ids.slice(0, 60), ids[3] ?? '']
    const found = await table.batchGet(asked.map((id) => key(changeSeen, { id })))
    const there = asked.map((id) => (Number(id.slice(-3)) % 50 === 7 ? undefined : id))
    expect(found.map((item) => item?.id)).toEqual(there)
    expect(calls).toEqual([100, 100, 50])
    expect([cost.calls, cost.depth]).toEqual([3, 1])
  })

  it('cost what they cost one by one', async () => {
    const w = await world()
    const ids = marks(130)
    await seed(w, ids)
    const { table, cost } = leavingOut(w, 0)
    await table.batchGet(ids.map((id) => key(changeSeen, { id })))
    expect(cost.readUnits).toBe(130 / 2)
    await table.batchGet(
      ids.map((id) => key(changeSeen, { id })),
      { strong: true },
    )
    expect(cost.readUnits).toBe(130 / 2 + 130)
  })

  it('are asked for again where the engine has left them out', async () => {
    const w = await world()
    const ids = marks(250)
    await seed(w, ids)
    const { table, calls } = leavingOut(w, 30)
    const found = await table.batchGet([...ids, ...ids].map((id) => key(changeSeen, { id })))
    expect(found.map((item) => item?.id)).toEqual([...ids, ...ids])
    expect(calls.toSorted((a, b) => a - b)).toEqual([30, 30, 30, 50, 100, 100])
  })

  it('are read a few calls at a time', async () => {
    const w = await world()
    const { table, calls, most } = leavingOut(w, 0)
    await table.batchGet(marks(1500).map((id) => key(changeSeen, { id })))
    expect(calls).toHaveLength(15)
    expect(most()).toBe(8)
  })

  it('are asked nobody for when there are none', async () => {
    const { table, calls } = leavingOut(await world(), 0)
    expect([await table.batchGet([]), calls]).toEqual([[], []])
  })

  it('go in one call with everything else that is asked for in the same turn, each read once', async () => {
    const w = await world()
    const ids = marks(5)
    await seed(w, ids)
    const { table, calls, cost } = leavingOut(w, 0)
    const later = async (id: string) => {
      await Promise.resolve()
      return table.get(changeSeen, { id })
    }
    const found = await Promise.all([
      table.batchGet(ids.slice(0, 3).map((id) => key(changeSeen, { id }))),
      table.get(changeSeen, { id: ids[1] ?? '' }),
      later(ids[4] ?? ''),
      table.get(changeSeen, { id: 'nobody' }),
    ])
    const shown = found.map((one) => (Array.isArray(one) ? one.map((item) => item?.id) : one?.id))
    expect(shown).toEqual([ids.slice(0, 3), ids[1], ids[4], undefined])
    expect(calls).toEqual([5])
    expect([cost.calls, cost.depth]).toEqual([1, 1])
  })

  it('are read anew by who asks once they were answered, and strongly only for who asks so', async () => {
    const w = await world()
    const [id = ''] = marks(1)
    const { table, calls } = leavingOut(w, 0)
    expect(await table.get(changeSeen, { id })).toBeUndefined()
    await seed(w, [id])
    const strong = { strong: true }
    const both = await Promise.all([table.get(changeSeen, { id }), table.get(changeSeen, { id }, strong)])
    expect(both.map((one) => one?.id)).toEqual([id, id])
    expect(calls).toEqual([1, 1, 1])
  })

  describe('ahead', () => {
    it('answer the first who asks, and nobody after', async () => {
      const w = await world()
      const [id = '', other = ''] = marks(2)
      await seed(w, [id, other])
      const { table, calls } = leavingOut(w, 0)
      table.prefetch([key(changeSeen, { id })])
      expect((await table.batchGet([key(changeSeen, { id }), key(changeSeen, { id: other })])).length).toBe(2)
      expect(calls).toEqual([2])
      await table.get(changeSeen, { id })
      expect(calls).toEqual([2, 1])
    })

    it('are read again once anything was written', async () => {
      const w = await world()
      const [id = '', other = ''] = marks(2)
      await seed(w, [id])
      const { client, now } = { client: w.runtime.client, now: w.clock.now }
      const changes = [
        (table: Table) => table.remove(changeSeen, { id }),
        (table: Table) => table.write([put(changeSeen, { id, expiresAt: later(w) })]),
        (table: Table) => table.update(changeSeen, { id }, { set: { expiresAt: later(w, 2) } }),
      ]
      for (const change of changes) {
        const table = openTable({ client, tenant: w.home, now, meter: meter() })
        table.prefetch([key(changeSeen, { id })])
        await table.get(changeSeen, { id: other })
        await change(table)
        await w.caughtUp()
        expect(await table.get(changeSeen, { id })).toEqual(await w.table().get(changeSeen, { id }))
      }
    })

    it('answer no strong question unless they were read strongly', async () => {
      const w = await world()
      const ids = marks(2)
      await seed(w, ids)
      const { table, calls } = leavingOut(w, 0)
      const [one, two] = ids.map((id) => key(changeSeen, { id }))
      if (!one || !two) throw new Error('two marks')
      table.prefetch([one])
      table.prefetch([two], { strong: true })
      await table.batchGet([one, two], { strong: true })
      expect(calls).toEqual([1, 2])
    })
  })
})
