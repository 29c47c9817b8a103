import { describe, expect, it } from 'vitest'
import { consume } from '../../functions/stream/handler.ts'
import { on } from '../../lib/consumer.ts'
import { StoreUnavailable } from '../../lib/contract/failures.ts'
import { type WordRow, wordRow } from '../../lib/search/rows.ts'
import { changeSeen } from '../../lib/table/change-event.ts'
import type { TableClient } from '../../lib/table/client.ts'
import { key } from '../../lib/table/entity.ts'
import { meter } from '../../lib/table/meter.ts'
import { openTable } from '../../lib/table/table.ts'
import { check, put, remove, update, type Write } from '../../lib/table/write.ts'
import { changeNotice } from '../support/table/storing.ts'
import { type World, world } from '../support/world.ts'

const list = 'test:rows'
const rowOf = (number: number, text = 'first'): WordRow => ({
  list,
  word: `word${String(number).padStart(3, '0')}`,
  id: 'id',
  text,
  at: 0,
})
const putRow = (number: number, text?: string): Write => put(wordRow, rowOf(number, text))
const numbers = (count: number, from = 0): number[] => Array.from({ length: count }, (_, nth) => from + nth)

type Request = {
  readonly PutRequest?: { readonly Item: WordRow }
  readonly DeleteRequest?: { readonly Key: unknown }
}
type Command = { readonly input: { readonly RequestItems?: Record<string, readonly Request[]> } }

/** The test's client, with another engine for batches of writes. `waits` are the pauses between tries. */
const withEngine = (w: World, engine?: (requests: readonly Request[]) => Promise<object | undefined>) => {
  const { client } = w.runtime
  const calls: (readonly Request[])[] = []
  const waits: number[] = []
  const send = async (command: Command): Promise<unknown> => {
    const requests = command.input.RequestItems?.[client.name]
    if (command.constructor.name !== 'BatchWriteCommand' || !requests)
      return client.documents.send(command as never)
    calls.push(requests)
    return (await engine?.(requests)) ?? client.documents.send(command as never)
  }
  const wait = async (milliseconds: number): Promise<void> => void waits.push(milliseconds)
  const between = { ...client, wait, documents: { send } } as unknown as TableClient
  const own = meter()
  const table = openTable({ client: between, tenant: w.home, now: w.clock.now, meter: own })
  return { client: between, table, calls, waits, cost: own.cost }
}

const storedTexts = async (w: World, all: readonly number[]): Promise<(string | undefined)[]> => {
  const rows = await w.table().batchGet(
    all.map((number) => key(wordRow, rowOf(number))),
    { strong: true },
  )
  return rows.map((row) => row?.text)
}

const refusing = (isRefused: (request: Request) => boolean) => async (requests: readonly Request[]) => {
  if (!requests.some(isRefused)) return undefined
  throw Object.assign(new Error('too large'), { name: 'ValidationException', $fault: 'client' })
}
const isPoison = ({ PutRequest }: Request): boolean => PutRequest?.Item.text === 'poison'

describe('writes without conditions', () => {
  // rules/table 28
  it('of one turn go out together, 25 in a call, and the last write of an item counts', async () => {
    const w = await world({ ownTable: true })
    const { table, calls, cost } = withEngine(w)
    await Promise.all([
      table.store(numbers(30).map((number) => putRow(number))),
      table.store(numbers(30, 30).map((number) => putRow(number))),
      table.store([putRow(3, 'second'), remove(wordRow, rowOf(4))]),
    ])
    expect(calls.map(({ length }) => length)).toEqual([25, 25, 10])
    expect(cost).toMatchObject({ calls: 3, depth: 1 })
    expect(cost.writeUnits).toBeGreaterThanOrEqual(59)
    const texts = await storedTexts(w, numbers(60))
    expect(texts.filter((text) => text === 'first')).toHaveLength(58)
    expect([texts[3], texts[4]]).toEqual(['second', undefined])
    await table.store([])
    expect(calls).toHaveLength(3)
  })

  // rules/table 28
  it('are sent again as far as the engine left them out', async () => {
    const w = await world({ ownTable: true })
    const { client } = w.runtime
    const seen = new Set<string>()
    const { table, calls, waits } = withEngine(w, async (requests) => {
      const [first, ...others] = requests
      if (!first || seen.has(JSON.stringify(requests))) return undefined
      seen.add(JSON.stringify(others))
      await openTable({ client, tenant: w.home, now: w.clock.now, meter: meter() }).store([
        put(wordRow, first.PutRequest?.Item as WordRow),
      ])
      return { UnprocessedItems: { [client.name]: others } }
    })
    await table.store(numbers(10).map((number) => putRow(number)))
    expect(calls.map(({ length }) => length)).toEqual([10, 9])
    expect(waits).toHaveLength(1)
    expect(await storedTexts(w, numbers(10))).toEqual(numbers(10).map(() => 'first'))
  })

  // rules/table 14
  it('fail as unavailable when the engine takes none of them for seconds', async () => {
    const w = await world({ ownTable: true })
    const { name } = w.runtime.client
    const { table, waits } = withEngine(w, async (requests) => ({ UnprocessedItems: { [name]: requests } }))
    await expect(table.store([putRow(1)])).rejects.toMatchObject({ kind: StoreUnavailable })
    expect(waits.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(6400)
    expect(waits.length).toBeGreaterThan(5)
  })

  // rules/table 28
  it('fail alone when the engine refuses one of a call', async () => {
    const w = await world({ ownTable: true })
    const { table } = withEngine(w, refusing(isPoison))
    const [good, bad, alsoGood] = await Promise.allSettled([
      table.store(numbers(5).map((number) => putRow(number))),
      table.store([putRow(5), putRow(6, 'poison')]),
      table.store(numbers(5, 7).map((number) => putRow(number))),
    ])
    expect([good?.status, bad?.status, alsoGood?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    const expected = numbers(12).map((number) => (number === 6 ? undefined : 'first'))
    expect(await storedTexts(w, numbers(12))).toEqual(expected)
  })

  it('cannot hide a condition or a change of an item', async () => {
    const w = await world()
    const { table, calls } = withEngine(w)
    const refused: readonly Write[] = [
      put(wordRow, rowOf(1), { absent: true }),
      remove(wordRow, rowOf(1), { exists: true }),
      update(wordRow, rowOf(1), { set: { text: 'second' } }, {}),
      check(changeSeen, { id: 'x' }, {}),
    ]
    for (const write of refused) await expect(table.store([write])).rejects.toThrow('a batch cannot')
    expect(calls).toEqual([])
  })
})

describe('the stream', () => {
  // rules/stream 16
  it('puts only the change event aside whose writes are refused, whatever shares a call with them', async () => {
    const w = await world({ ownTable: true })
    const { client } = withEngine(w, refusing(isPoison))
    const consumer = on(wordRow, ['made'], async ({ after }, { table }) => {
      if (after) await table.store([put(wordRow, { ...after, list })])
    })
    const handler = consume([consumer], () => ({ ...w.runtime, client }))
    const records = numbers(6).map((number) =>
      changeNotice(w, wordRow, undefined, {
        ...rowOf(number, number === 4 ? 'poison' : 'first'),
        list: `${number}`,
      }),
    )
    const { batchItemFailures } = await handler({ Records: records })
    expect(batchItemFailures).toEqual([{ itemIdentifier: records[4]?.dynamodb?.SequenceNumber }])
    const expected = numbers(6).map((number) => (number === 4 ? undefined : 'first'))
    expect(await storedTexts(w, numbers(6))).toEqual(expected)
  })
})
