import { inject, onTestFinished } from 'vitest'
import { engineCalls } from '../../../infra/local/like-aws/engine-calls.ts'
import { readFigures } from '../../../infra/local/like-aws/figures.ts'
import { startModelServer } from '../../../infra/local/like-aws/front.ts'
import { stillClock } from './still-clock.ts'

let tables = 0

/** What a refusal says of itself. */
export type Said = {
  readonly status: number
  readonly name: string
  readonly body: Record<string, unknown>
}

const asking = (endpoint: string) => {
  const calls = engineCalls(endpoint)
  const ask = async (operation: string, body: unknown): Promise<Said> => {
    const { status, text } = await calls.ask(operation, body)
    const said = JSON.parse(text)
    return { status, name: String(said.__type ?? '').replace(/^.*#/, ''), body: said }
  }
  return { ask, close: calls.close }
}

/** A front with a table of its own and a clock that stands, before the plain engine of the run. */
export const ground = async (figures = '') => {
  const clock = stillClock()
  const engine = inject('plainEngine')
  const front = await startModelServer({ engine, figures: readFigures(`latencyTo=0,${figures}`), clock })
  tables += 1
  const table = `like-aws-${process.pid}-${tables}`
  const [near, behind] = [asking(front.endpoint), asking(engine)]
  onTestFinished(async () => {
    near.close()
    behind.close()
    await front.stop()
  })
  const index = [
    { AttributeName: 'owner', KeyType: 'HASH' },
    { AttributeName: 'id', KeyType: 'RANGE' },
  ]
  await near.ask('CreateTable', {
    TableName: table,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['id', 'owner'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    GlobalSecondaryIndexes: [
      { IndexName: 'owners', KeySchema: index, Projection: { ProjectionType: 'ALL' } },
    ],
  })
  return { clock, front, table, ask: near.ask, askEngine: behind.ask }
}

export type Ground = Awaited<ReturnType<typeof ground>>

export const keyOf = (id: string) => ({ id: { S: id } })

/** Adds one to a count of an item. */
export const adding = (table: string, id: string) => ({
  TableName: table,
  Key: keyOf(id),
  UpdateExpression: 'ADD n :one',
  ExpressionAttributeValues: { ':one': { N: '1' } },
})

/** What the engine itself holds of an item, as plain text; undefined for none. */
export const countOf = async ({ askEngine, table }: Ground, id: string): Promise<string | undefined> => {
  const { body } = await askEngine('GetItem', { TableName: table, Key: keyOf(id), ConsistentRead: true })
  return (body.Item as { n?: { N: string } } | undefined)?.n?.N
}
