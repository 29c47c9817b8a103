import { describe, expect, it } from 'vitest'
import { adding, countOf, type Ground, ground, keyOf } from './ground.ts'

const together = ({ table }: Ground, ids: readonly string[], token?: string) => ({
  TransactItems: ids.map((id) => ({ Update: adding(table, id) })),
  ...(token === undefined ? {} : { ClientRequestToken: token }),
})

/** A transaction on these items that stands still in its hold. */
const holding = async (g: Ground, ids: readonly string[], token?: string) => {
  const over = g.ask('TransactWriteItems', together(g, ids, token))
  await g.clock.untilWaiting(1)
  const commit = async () => {
    await g.clock.move(5)
    await g.clock.untilWaiting(1)
  }
  const letGo = async () => {
    await g.clock.move(5)
    return over
  }
  return {
    commit,
    letGo,
    end: async () => {
      await commit()
      return letGo()
    },
  }
}

const conflicts = 'copies=0'

describe('an item in a transaction', () => {
  it('refuses another transaction, with the reason at its position', async () => {
    const g = await ground(conflicts)
    const first = await holding(g, ['a', 'b'])
    const second = await g.ask('TransactWriteItems', together(g, ['c', 'b']))
    expect(second).toMatchObject({
      status: 400,
      name: 'TransactionCanceledException',
      body: { CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }] },
    })
    expect(await first.end()).toMatchObject({ status: 200 })
    expect([await countOf(g, 'a'), await countOf(g, 'b'), await countOf(g, 'c')]).toEqual([
      '1',
      '1',
      undefined,
    ])
  })

  it.each([
    ['PutItem', (table: string) => ({ TableName: table, Item: keyOf('a') })],
    ['UpdateItem', (table: string) => adding(table, 'a')],
    ['DeleteItem', (table: string) => ({ TableName: table, Key: keyOf('a') })],
  ])('refuses %s until it is over', async (operation, body) => {
    const g = await ground(conflicts)
    const first = await holding(g, ['a'])
    const refused = await g.ask(operation, body(g.table))
    expect(refused).toMatchObject({ status: 400, name: 'TransactionConflictException' })
    await first.commit()
    // Committed, and not yet over.
    expect(await countOf(g, 'a')).toBe('1')
    expect((await g.ask(operation, body(g.table))).name).toBe('TransactionConflictException')
    await first.letGo()
    expect((await g.ask(operation, body(g.table))).status).toBe(200)
  })

  it('comes back unprocessed from a batch, whose other items are written', async () => {
    const g = await ground(conflicts)
    const first = await holding(g, ['a'])
    const put = (id: string) => ({ PutRequest: { Item: { ...keyOf(id), n: { N: '7' } } } })
    const batch = { RequestItems: { [g.table]: [put('a'), put('b')] } }
    const { status, body } = await g.ask('BatchWriteItem', batch)
    expect([status, body.UnprocessedItems]).toEqual([200, { [g.table]: [put('a')] }])
    expect(await countOf(g, 'b')).toBe('7')
    await first.end()
    expect((await g.ask('BatchWriteItem', batch)).body.UnprocessedItems).toEqual({})
    expect(await countOf(g, 'a')).toBe('7')
  })

  it('keeps a transaction of reads from being carried out', async () => {
    const g = await ground(conflicts)
    const first = await holding(g, ['a'])
    const reads = { TransactItems: [{ Get: { TableName: g.table, Key: keyOf('a') } }] }
    expect((await g.ask('TransactGetItems', reads)).name).toBe('TransactionCanceledException')
    await first.end()
    expect((await g.ask('TransactGetItems', reads)).status).toBe(200)
  })

  it('refuses nobody when the hold is switched off', async () => {
    const g = await ground('hold=0,copies=0')
    const all = Array.from({ length: 20 }, () => g.ask('TransactWriteItems', together(g, ['a', 'b'])))
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(all.map(() => 200))
    expect(await countOf(g, 'a')).toBe('20')
  })
})

describe('single writes', () => {
  it('wait for each other and never conflict', async () => {
    const g = await ground(conflicts)
    const all = Array.from({ length: 50 }, () => g.ask('UpdateItem', adding(g.table, 'a')))
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(all.map(() => 200))
    expect(await countOf(g, 'a')).toBe('50')
  })
})

describe('a token of a transaction', () => {
  it('that is under way is refused: with the same content as in progress, with other content as a mismatch', async () => {
    const g = await ground(conflicts)
    const first = await holding(g, ['a'], 'token')
    const same = await g.ask('TransactWriteItems', together(g, ['a'], 'token'))
    expect(same).toMatchObject({ status: 400, name: 'TransactionInProgressException' })
    const other = await g.ask('TransactWriteItems', together(g, ['b'], 'token'))
    expect(other).toMatchObject({ status: 400, name: 'IdempotentParameterMismatchException' })
    await first.end()
  })

  it('that is over changes nothing more, and stays bound to its content', async () => {
    const g = await ground('hold=0,copies=0')
    const say = (ids: readonly string[]) => g.ask('TransactWriteItems', together(g, ids, 'over'))
    expect([(await say(['a'])).status, (await say(['a'])).status]).toEqual([200, 200])
    expect(await countOf(g, 'a')).toBe('1')
    expect((await say(['b'])).name).toBe('IdempotentParameterMismatchException')
  })
})
