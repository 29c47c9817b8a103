import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { processMark } from '../../../infra/local/data/data-folder.ts'
import { type Engine, guardEngine, startEngine } from '../../../infra/local/data/engine.ts'
import { answers } from '../../../infra/local/data/engine-binary.ts'
import { clientConfiguration, createTable } from '../../../infra/local/data/table.ts'
import { startHandlers } from '../../../infra/local/handlers/handlers.ts'
import { readFolder } from '../../../infra/local/put-aside/records.ts'
import { indexStream, startStream } from '../../../infra/local/stream/stream.ts'
import { fixtureFunctions, temporaryFolder, until } from './local-folder.ts'

describe('engine', () => {
  test('one left behind is adopted; a silent or foreign record is not', async () => {
    const dataDir = temporaryFolder()
    const first = await startEngine({ dataDir })
    const second = await startEngine({ dataDir })
    expect(second).toMatchObject({ adopted: true, pid: first.pid, endpoint: first.endpoint })
    await second.stop()
    expect(await answers(first.endpoint)).toBe(false)
    writeFileSync(
      join(dataDir, 'engine.json'),
      JSON.stringify({ pid: process.pid, port: 1, mark: 'another' }),
    )
    const third = await startEngine({ dataDir })
    expect(third.adopted).toBe(false)
    await third.stop()
    expect(existsSync(join(dataDir, 'engine.json'))).toBe(false)
  })

  test('one that dies is started anew on its port, and has lost nothing', async () => {
    const engine = await startEngine({ dataDir: temporaryFolder() })
    onTestFinished(engine.stop)
    expect(await createTable(engine.endpoint, 'kept')).toBe(true)
    const log: string[] = []
    onTestFinished(guardEngine(engine, (line) => log.push(line)))
    process.kill(engine.pid, 'SIGKILL')
    await until(() => !engine.alive())
    await until(() => answers(engine.endpoint))
    expect(await createTable(engine.endpoint, 'kept')).toBe(false)
    expect(log).toEqual(['The table engine has ended. Restarting it.'])
  })

  test('a recorded one that does not answer is ended', async () => {
    const dataDir = temporaryFolder()
    const first = await startEngine({ dataDir })
    const known = JSON.parse(readFileSync(join(dataDir, 'engine.json'), 'utf8'))
    writeFileSync(join(dataDir, 'engine.json'), JSON.stringify({ ...known, port: 1 }))
    const second = await startEngine({ dataDir })
    expect(second.adopted).toBe(false)
    expect(processMark(first.pid)).not.toBe(known.mark)
    await second.stop()
  })
})

/** The sequence number up to which the stream was read. */
const positionIn = (dataDir: string): unknown =>
  Object.values(JSON.parse(readFileSync(join(dataDir, 'stream.json'), 'utf8')).after)[0]

describe('stream', () => {
  const table = 'stream'
  let engine: Engine
  beforeAll(async () => {
    engine = await startEngine({ memory: true })
    await createTable(engine.endpoint, table)
  })
  afterAll(() => engine.stop())

  test('goes on where it stopped, in order, and puts a poisonous notice aside', async () => {
    const dataDir = temporaryFolder()
    const log: string[] = []
    const handlers = startHandlers({
      functionsDir: fixtureFunctions(),
      env: { ...process.env, DATA_DIR: dataDir },
      log: (line) => log.push(line),
    })
    onTestFinished(handlers.stop)
    const client = new DynamoDBClient(clientConfiguration(engine.endpoint))
    const put = async (...names: string[]): Promise<void> => {
      for (const pk of names) {
        await client.send(new PutItemCommand({ TableName: table, Item: { pk: { S: pk }, sk: { S: '-' } } }))
        // No consumer handles words, so their change events are left out, as on AWS.
        const word = { pk: { S: `word of ${pk}` }, sk: { S: '-' }, entity: { S: 'WordRow' } }
        await client.send(new PutItemCommand({ TableName: table, Item: word }))
      }
    }
    const start = () =>
      startStream({
        endpoint: engine.endpoint,
        table,
        dataDir,
        ownFile: false,
        invoke: (Records) => handlers.domain('stream', { Records }),
        log: (line) => log.push(line),
        firstRetry: 1,
      })
    const seen = (): string[] => {
      const path = join(dataDir, 'seen.log')
      return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
    }

    await put('a', 'b', 'c')
    const first = await start()
    await until(() => seen().length === 3)
    await first.stop()
    await put('d', 'e', 'poison', 'f', 'g')
    const second = await start()
    await until(() => seen().includes('g'))
    await until(() => positionIn(dataDir) === '16')
    await second.stop()
    expect(seen()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    const { objects } = readFolder(join(dataDir, 'put-aside'))
    expect(objects).toMatchObject([
      {
        condition: 'RetryAttemptsExhausted',
        error: 'The handler reported it as failed.',
        records: [{ eventSource: 'aws:dynamodb', dynamodb: { Keys: { pk: { S: 'poison' } } } }],
      },
    ])
    expect(log.join('\n')).toContain('put aside')
  })
})

test('a write finds its number in the stream without reading the records that wait there', async () => {
  const dataDir = temporaryFolder()
  const engine = await startEngine({ dataDir })
  onTestFinished(engine.stop)
  await createTable(engine.endpoint, 'indexed')
  indexStream(dataDir)
  indexStream(dataDir)
  const file = new DatabaseSync(join(dataDir, 'table.sqlite'))
  onTestFinished(() => file.close())
  // As the engine asks, before each write and for each page that is read.
  const number = 'CAST(sequence_number AS INTEGER)'
  for (const wanted of [
    `SELECT COALESCE(MAX(${number}), 0) + 1 FROM _stream_records WHERE table_name = ?`,
    `SELECT new_image FROM _stream_records WHERE table_name = ? AND ${number} > ? ORDER BY ${number} LIMIT 9`,
  ])
    expect(
      file.prepare(`EXPLAIN QUERY PLAN ${wanted}`).all('indexed', ...(wanted.includes('>') ? [7] : [])),
    ).toEqual([
      expect.objectContaining({ detail: expect.stringMatching(/USING (COVERING )?INDEX stream_places/) }),
    ])
})

test('consumed stream records leave the file, and sequence numbers go on', async () => {
  const dataDir = temporaryFolder()
  const engine = await startEngine({ dataDir })
  onTestFinished(engine.stop)
  await createTable(engine.endpoint, 'swept')
  const client = new DynamoDBClient(clientConfiguration(engine.endpoint))
  const seen: string[] = []
  const consumer = await startStream({
    endpoint: engine.endpoint,
    table: 'swept',
    dataDir,
    ownFile: true,
    invoke: async (records) => {
      seen.push(...records.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? ''))
      return { status: 'done', result: null }
    },
    log: () => undefined,
  })
  for (const count of [1, 2, 3, 4]) {
    const Item = { pk: { S: `item-${count}` }, sk: { S: '-' } }
    await client.send(new PutItemCommand({ TableName: 'swept', Item }))
    consumer.wake()
    await until(() => seen.length === count)
  }
  await consumer.stop()
  expect(seen).toEqual(['1', '2', '3', '4'])
  const file = new DatabaseSync(join(dataDir, 'table.sqlite'))
  onTestFinished(() => file.close())
  expect(file.prepare('SELECT sequence_number AS number FROM _stream_records').all()).toEqual([
    { number: '4' },
  ])
})
