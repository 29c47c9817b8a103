import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { readFigures } from '../../../infra/local/like-aws/figures.ts'
import { catchUp, startModelServer } from '../../../infra/local/like-aws/front.ts'
import { adding, type Ground, ground, keyOf } from './ground.ts'

type Counted = { readonly Item?: { readonly n: { readonly N: string } } }

const read = async ({ ask, table }: Ground, id: string, ConsistentRead = false): Promise<number> => {
  const { body } = await ask('GetItem', { TableName: table, Key: keyOf(id), ConsistentRead })
  return Number((body as Counted).Item?.n.N ?? 0)
}

const ofOwner = async ({ ask, table }: Ground, owner: string): Promise<number> => {
  const { body } = await ask('Query', {
    TableName: table,
    IndexName: 'owners',
    KeyConditionExpression: '#o = :o',
    ExpressionAttributeNames: { '#o': 'owner' },
    ExpressionAttributeValues: { ':o': { S: owner } },
  })
  return Number(body.Count)
}

const add = (g: Ground, id: string) => g.ask('UpdateItem', adding(g.table, id))

const pass = async ({ clock, front }: Ground, milliseconds: number): Promise<void> => {
  await clock.move(milliseconds)
  await front.caughtUp()
}

/** What eight reads, one after the other, see. */
const eight = async (g: Ground, id: string): Promise<number[]> => {
  const seen: number[] = []
  for (let at = 0; at < 8; at += 1) seen.push(await read(g, id))
  return seen
}

/** What is read in each of the milliseconds after two writes. */
const story = async (g: Ground): Promise<number[][]> => {
  await add(g, 'a')
  await add(g, 'a')
  const seen: number[][] = []
  for (let at = 0; at < 80; at += 1) {
    seen.push(await eight(g, 'a'))
    await pass(g, 1)
  }
  return seen
}

const even = 'hold=0,tailRate=0'

describe('a read that is not consistent', () => {
  it('sees all that was written before who waits for the copies is answered', async () => {
    const g = await ground(even)
    await add(g, 'a')
    let answered = false
    const waiting = g.ask(catchUp, { TableName: g.table }).then(() => {
      answered = true
    })
    await pass(g, 14)
    await read(g, 'a')
    expect(answered).toBe(false)
    await pass(g, 66)
    await waiting
    expect(await eight(g, 'a')).toEqual(Array(8).fill(1))
  })

  it('does not see a write before its lag, a consistent one does', async () => {
    const g = await ground(even)
    await add(g, 'a')
    await pass(g, 14)
    expect([await read(g, 'a'), await read(g, 'a', true)]).toEqual([0, 1])
    await pass(g, 66)
    expect(await eight(g, 'a')).toEqual(Array(8).fill(1))
  })

  it.each([undefined, 'NONE', 'ALL_OLD', 'ALL_NEW', 'UPDATED_OLD', 'UPDATED_NEW'])(
    'sees an update whose caller asks for the values %s, and gets what the engine answers',
    async (ReturnValues) => {
      const g = await ground(even)
      const asked = (id: string) => ({ ...adding(g.table, id), ...(ReturnValues ? { ReturnValues } : {}) })
      await g.askEngine('UpdateItem', asked('b'))
      const { body: before } = await g.askEngine('UpdateItem', asked('b'))
      await add(g, 'a')
      const { body } = await g.ask('UpdateItem', asked('a'))
      // Compared as values: the engine writes the attributes of an item in any order.
      expect(JSON.parse(JSON.stringify(body).replaceAll('"a"', '"b"'))).toEqual(before)
      await pass(g, 80)
      expect(await eight(g, 'a')).toEqual(Array(8).fill(2))
    },
  )

  it('lags by another time after each write of an item, however far apart they are', async () => {
    const g = await ground(`${even},copies=1`)
    const lags = new Set<number>()
    for (let count = 1; count <= 6; count += 1) {
      await add(g, 'a')
      let lag = 0
      for (; (await read(g, 'a')) < count; lag += 1) await pass(g, 1)
      lags.add(lag)
    }
    expect(lags.size).toBeGreaterThan(2)
  })

  it('may go back in time, as the next may be answered from another copy', async () => {
    const seen = (await story(await ground(even))).flat()
    expect(seen.some((count, at) => count < (seen[at - 1] ?? 0))).toBe(true)
  })

  it('never goes back where there is one copy: writes of an item keep their order', async () => {
    const seen = (await story(await ground(`${even},copies=1`))).flat()
    expect(seen).toEqual(seen.toSorted())
  })

  it('sees the same in every run of the same seed, and other things with another', async () => {
    const of = async (seed: number) => story(await ground(`${even},seed=${seed}`))
    const [first, again, other] = [await of(3), await of(3), await of(4)]
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
  })

  it('waits for the rare write whose lag is long', async () => {
    const g = await ground('hold=0,tailRate=1,tailTo=2000')
    await add(g, 'a')
    await pass(g, 1999)
    expect(await read(g, 'a')).toBe(0)
    await pass(g, 1)
    expect(await read(g, 'a')).toBe(1)
  })

  it('sees everything at once without copies', async () => {
    const g = await ground('hold=0,copies=0')
    await add(g, 'a')
    expect(await eight(g, 'a')).toEqual(Array(8).fill(1))
  })
})

describe('a query of an index', () => {
  it('has a lag of its own', async () => {
    const g = await ground(`${even},lagFrom=10,lagTo=10,indexFrom=50,indexTo=50`)
    await g.ask('PutItem', {
      TableName: g.table,
      Item: { ...keyOf('a'), owner: { S: 'ann' }, n: { N: '1' } },
    })
    await pass(g, 10)
    expect([await read(g, 'a'), await ofOwner(g, 'ann')]).toEqual([1, 0])
    await pass(g, 40)
    expect(await ofOwner(g, 'ann')).toBe(1)
  })
})

describe('copies', () => {
  it('learn of batches, transactions and deletions, and of nothing that was refused', async () => {
    const g = await ground('tailRate=0,hold=0')
    const item = (id: string) => ({ ...keyOf(id), n: { N: '5' } })
    await g.ask('BatchWriteItem', {
      RequestItems: { [g.table]: ['a', 'b'].map((id) => ({ PutRequest: { Item: item(id) } })) },
    })
    const none = { TableName: g.table, Key: keyOf('c'), ConditionExpression: 'attribute_not_exists(id)' }
    await g.ask('TransactWriteItems', {
      TransactItems: [
        { Update: adding(g.table, 'a') },
        { Put: { TableName: g.table, Item: item('d') } },
        { ConditionCheck: none },
      ],
    })
    await g.ask('DeleteItem', { TableName: g.table, Key: keyOf('b') })
    const refused = { ConditionExpression: 'attribute_not_exists(id)' }
    expect((await g.ask('PutItem', { TableName: g.table, Item: keyOf('a'), ...refused })).status).toBe(400)
    await pass(g, 80)
    const found = await Promise.all(['a', 'b', 'c', 'd'].map((id) => read(g, id)))
    expect(found).toEqual([6, 0, 0, 5])
  })

  it('begin with what the table holds when the front is new', async () => {
    const g = await ground(even)
    await add(g, 'a')
    const later = await startModelServer({ engine: inject('plainEngine'), figures: readFigures(even) })
    onTestFinished(later.stop)

    const reply = await fetch(later.endpoint, {
      method: 'POST',
      headers: { 'x-amz-target': 'DynamoDB_20120810.GetItem', authorization: 'none' },
      body: JSON.stringify({ TableName: g.table, Key: keyOf('a') }),
    })
    expect(await reply.json()).toMatchObject({ Item: { n: { N: '1' } } })
  })

  it('show their names to nobody', async () => {
    const g = await ground(even)
    await add(g, 'a')
    await pass(g, 80)
    const RequestItems = { [g.table]: { Keys: [keyOf('a')] } }
    const batch = await g.ask('BatchGetItem', { RequestItems, ReturnConsumedCapacity: 'TOTAL' })
    expect(batch.body).toMatchObject({
      Responses: { [g.table]: [{ n: { N: '1' } }] },
      ConsumedCapacity: [{ TableName: g.table, CapacityUnits: 0.5 }],
    })
    const tables = (await g.ask('ListTables', { ExclusiveStartTableName: g.table.slice(0, -1) })).body
      .TableNames
    expect(tables).toContain(g.table)
    expect(JSON.stringify(tables)).not.toContain('.like-aws-')
  })
})
