import { describe, expect, it } from 'vitest'
import { adding, type Ground, ground, keyOf } from './ground.ts'

const base = 'hold=0,copies=0'

const put = ({ ask, table }: Ground, id: string, size = 1, more = {}) =>
  ask('PutItem', { TableName: table, Item: { ...keyOf(id), text: { S: 'x'.repeat(size) }, ...more } })

const get = ({ ask, table }: Ground, id: string, ConsistentRead = true) =>
  ask('GetItem', { TableName: table, Key: keyOf(id), ConsistentRead })

/** How many of these in a row are answered before the first refusal, and its name. */
const untilRefused = async (act: () => Promise<{ status: number; name: string }>, most = 40) => {
  for (let count = 0; count < most; count += 1) {
    const { status, name } = await act()
    if (status !== 200) return [count, name]
  }
  return [most, '']
}

const exceeded = 'ProvisionedThroughputExceededException'

describe('a partition key', () => {
  it('takes so many write units a second, and others beside it theirs', async () => {
    const g = await ground(`${base},writeUnits=10`)
    expect(await untilRefused(() => put(g, 'a'))).toEqual([10, exceeded])
    expect((await put(g, 'b')).status).toBe(200)
    await g.clock.move(500)
    expect(await untilRefused(() => put(g, 'a'))).toEqual([5, exceeded])
  })

  it('takes as long as everything else where all of it goes slower, and a burst as short as is asked for', async () => {
    const g = await ground(`${base},writeUnits=10,burst=0.5,slower=20`)
    expect(await untilRefused(() => put(g, 'a'))).toEqual([5, exceeded])
    await g.clock.move(500)
    expect(await untilRefused(() => put(g, 'a'))).toEqual([1, exceeded])
    await g.clock.move(20_000)
    expect(await untilRefused(() => put(g, 'a'))).toEqual([5, exceeded])
  })

  it('counts each begun kilobyte of an item, also of one that is only updated', async () => {
    const g = await ground(`${base},writeUnits=9`)
    expect(await untilRefused(() => put(g, 'a', 2500))).toEqual([3, exceeded])
    await g.clock.move(1000)
    expect(await untilRefused(() => g.ask('UpdateItem', adding(g.table, 'a')))).toEqual([3, exceeded])
  })

  it('counts what a condition refused', async () => {
    const g = await ground(`${base},writeUnits=10`)
    await put(g, 'a')
    const again = () =>
      g.ask('PutItem', {
        TableName: g.table,
        Item: keyOf('a'),
        ConditionExpression: 'attribute_not_exists(#text)',
        ExpressionAttributeNames: { '#text': 'text' },
      })
    for (let count = 0; count < 9; count += 1)
      expect((await again()).name).toBe('ConditionalCheckFailedException')
    expect((await again()).name).toBe(exceeded)
  })

  it('counts a transaction twice and names what it exceeds at its position', async () => {
    const g = await ground(`${base},writeUnits=4`)
    const both = () =>
      g.ask('TransactWriteItems', {
        TransactItems: ['b', 'a'].map((id) => ({ Update: adding(g.table, id) })),
      })
    expect((await both()).status).toBe(200)
    expect(await untilRefused(() => put(g, 'a'))).toEqual([2, exceeded])
    const { name, body } = await both()
    expect([name, body.CancellationReasons]).toMatchObject([
      'TransactionCanceledException',
      [{ Code: 'None' }, { Code: 'ProvisionedThroughputExceeded' }],
    ])
  })

  it('leaves of a batch what it cannot take', async () => {
    const g = await ground(`${base},writeUnits=2`)
    await untilRefused(() => put(g, 'a'))
    const one = (id: string) => ({ PutRequest: { Item: keyOf(id) } })
    const batch = (...ids: string[]) => g.ask('BatchWriteItem', { RequestItems: { [g.table]: ids.map(one) } })
    expect((await batch('a', 'b')).body.UnprocessedItems).toEqual({ [g.table]: [one('a')] })
    expect((await batch('a')).name).toBe(exceeded)
  })

  it('takes so many read units a second, half a unit for a read that may be late', async () => {
    const g = await ground(`${base},readUnits=10`)
    await put(g, 'a')
    expect(await untilRefused(() => get(g, 'a'))).toEqual([10, exceeded])
    await g.clock.move(1000)
    expect(await untilRefused(() => get(g, 'a', false))).toEqual([20, exceeded])
    const RequestItems = { [g.table]: { Keys: [keyOf('a')] } }
    expect((await g.ask('BatchGetItem', { RequestItems })).name).toBe(exceeded)
    await g.clock.move(1000)
    const { status, body } = await get(g, 'a')
    expect([status, Object.keys(body)]).toEqual([200, ['Item']])
  })

  it('of an index holds up what is put into it, and is read by queries within its own', async () => {
    const g = await ground(`${base},writeUnits=5,readUnits=2`)
    let items = 0
    const ofAnn = () => {
      items += 1
      return put(g, `item ${items}`, 1, { owner: { S: 'ann' } })
    }
    expect(await untilRefused(ofAnn)).toEqual([5, exceeded])
    const query = (owner: string) =>
      g.ask('Query', {
        TableName: g.table,
        IndexName: 'owners',
        KeyConditionExpression: '#owner = :owner',
        ExpressionAttributeNames: { '#owner': 'owner' },
        ExpressionAttributeValues: { ':owner': { S: owner } },
      })
    expect(await untilRefused(() => query('ann'))).toEqual([4, exceeded])
    expect((await query('bob')).status).toBe(200)
  })

  it('keeps what it did not use for a burst, as far as the figure goes', async () => {
    const g = await ground(`${base},writeUnits=10,burst=2`)
    expect(await untilRefused(() => put(g, 'a'))).toEqual([20, exceeded])
  })

  it('has no limit when it is switched off', async () => {
    const g = await ground(`${base},writeUnits=0,readUnits=0,tableWriteUnits=0,tableReadUnits=0`)
    expect(await untilRefused(() => put(g, 'a', 100_000))).toEqual([40, ''])
    expect(await untilRefused(() => get(g, 'a'))).toEqual([40, ''])
  })
})

describe('a new table', () => {
  it('takes so many units a second, whatever the partitions', async () => {
    const g = await ground(`${base},tableWriteUnits=6,tableReadUnits=3`)
    let items = 0
    const another = () => {
      items += 1
      return put(g, `item ${items}`)
    }
    expect(await untilRefused(another)).toEqual([6, 'ThrottlingException'])
    expect(await untilRefused(() => get(g, 'item 1'))).toEqual([3, 'ThrottlingException'])
    expect((await g.ask('Scan', { TableName: g.table })).name).toBe('ThrottlingException')
  })
})
