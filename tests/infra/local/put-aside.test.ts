import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DynamoDBRecord } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import type { AwsCli } from '../../../infra/local/aws-cli.ts'
import { awsPlace } from '../../../infra/local/put-aside/places.ts'
import { readFolder } from '../../../infra/local/put-aside/records.ts'
import { type RedriveTarget, redrive } from '../../../infra/local/put-aside/redrive.ts'
import { putAside } from '../../../infra/local/stream/delivery.ts'
import { temporaryFolder } from './local-folder.ts'

const root = join(import.meta.dirname, '..', '..', '..')

const recordOf = (number: number, subject: string, attributes: object = {}): DynamoDBRecord =>
  ({
    eventID: String(number),
    eventName: 'INSERT',
    eventSourceARN: 'arn:aws:dynamodb:local:000000000000:table/quad/stream/1',
    dynamodb: {
      // Longer than a number holds exactly, and of different lengths, as on AWS.
      SequenceNumber: `${Math.floor(number / 40) % 2 === 0 ? '' : '0'}${10n ** 24n + BigInt(number)}`,
      Keys: { pk: { S: `T#demo#EV#${subject}` }, sk: { S: '-' } },
      NewImage: { pk: { S: `T#demo#EV#${subject}` }, entity: { S: 'Retired' }, ...attributes },
    },
  }) as DynamoDBRecord

const nameOf = ({ dynamodb }: DynamoDBRecord): string => `${Number(dynamodb?.SequenceNumber?.slice(-6))}`
const subjectIn = ({ dynamodb }: DynamoDBRecord): string => dynamodb?.Keys?.pk?.S?.split('#').at(-1) ?? ''

const write = (folder: string, key: string, value: unknown): void => {
  mkdirSync(dirname(join(folder, key)), { recursive: true })
  writeFileSync(join(folder, key), JSON.stringify(value))
}

/** An object as Lambda writes it for a stream (developer guide, "Retain discarded records"). */
const objectOf = (records: readonly DynamoDBRecord[]): object => ({
  requestContext: {
    requestId: 'r',
    functionArn: 'f',
    condition: 'RetryAttemptsExhausted',
    approximateInvokeCount: 6,
  },
  responseContext: { statusCode: 200, executedVersion: '7', functionError: null },
  version: '1.0',
  timestamp: '2027-01-31T09:00:00.000Z',
  DDBStreamBatchInfo: {
    shardId: 's',
    startSequenceNumber: '1',
    endSequenceNumber: '1',
    batchSize: records.length,
  },
  payload: JSON.stringify({ Records: records }),
})

const keyAt = (place: number): string => `aws/lambda/mapping/shard/${String(place).padStart(6, '0')}`

/** A consumer of the stream: it fails as a whole for a poisonous subject, and reports others that fail. */
const consumer = (folder: string, fails: (record: DynamoDBRecord) => 'crash' | 'report' | undefined) => {
  const handled: DynamoDBRecord[] = []
  const target: RedriveTarget = {
    async invoke(records) {
      if (records.some((one) => fails(one) === 'crash')) return { status: 'crashed', text: 'Error: poison' }
      const failed = records.findIndex((one) => fails(one) === 'report')
      handled.push(...(failed < 0 ? records : records.slice(0, failed)))
      const number = records[failed]?.dynamodb?.SequenceNumber
      return { status: 'done', result: { batchItemFailures: number ? [{ itemIdentifier: number }] : [] } }
    },
    remove: async (keys) => {
      for (const key of keys) rmSync(join(folder, key))
    },
  }
  return { handled, target }
}

describe('a redrive', () => {
  it('handles a thousand records in the order of each subject, and holds back only what follows a failure', async () => {
    const folder = temporaryFolder()
    const subjects = 40
    for (let number = 0; number < 1000; number += 1)
      // Names do not follow the order of the stream: they carry the time of the failure.
      write(folder, keyAt((number * 389) % 1000), objectOf([recordOf(number, `s${number % subjects}`)]))
    const isPoison = (record: DynamoDBRecord) => {
      if (nameOf(record) === '83') return 'crash'
      return nameOf(record) === '167' ? 'report' : undefined
    }
    const first = consumer(folder, isPoison)
    const result = await redrive(readFolder(folder).objects, first.target)
    expect(result.failed.map(({ failed, error }) => [nameOf(failed.record), error])).toEqual([
      ['83', 'Error: poison'],
      ['167', 'The handler reported it as failed.'],
    ])
    // 83 and 167 begin the rest of the subjects 3 and 7, with 25 records each.
    expect([result.handled, result.behind]).toEqual([2 + 4 + 38 * 25, 22 + 20])
    expect(readFolder(folder).objects).toHaveLength(2 + 22 + 20)

    const second = consumer(folder, () => undefined)
    expect(await redrive(readFolder(folder).objects, second.target)).toEqual({
      handled: 44,
      failed: [],
      behind: 0,
    })
    expect(readFolder(folder)).toEqual({ objects: [], unreadable: [] })
    const all = [...first.handled, ...second.handled]
    expect(all).toHaveLength(1000)
    for (const own of Map.groupBy(all, subjectIn).values()) {
      const numbers = own.map((one) => Number(nameOf(one)))
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
    }
  })

  it('leaves an object until all of its records are handled, and goes on where it was interrupted', async () => {
    const folder = temporaryFolder()
    write(folder, 'whole', objectOf([recordOf(1, 'a'), recordOf(3, 'b'), recordOf(5, 'c')]))
    write(folder, 'late', objectOf([recordOf(2, 'd')]))
    const { handled, target } = consumer(folder, (one) => (subjectIn(one) === 'b' ? 'report' : undefined))
    const broken = { ...target, remove: async () => Promise.reject(new Error('no connection')) }
    await expect(redrive(readFolder(folder).objects, broken)).rejects.toThrow('no connection')
    expect(readFolder(folder).objects).toHaveLength(2)
    await redrive(readFolder(folder).objects, target)
    expect(readdirSync(folder)).toEqual(['whole'])
    expect(handled.map(subjectIn).filter((subject) => subject === 'b')).toEqual([])
  })

  it('reads objects of earlier versions, and never removes a file that it cannot read', async () => {
    const folder = temporaryFolder()
    write(folder, 'earlier', { at: '2026-01-01T00:00:00Z', reason: 'Error: old', record: recordOf(1, 'a') })
    write(folder, 'open', { payload: { Records: [recordOf(2, 'b')] } })
    write(folder, 'strange', { payload: 'no JSON' })
    writeFileSync(join(folder, 'half'), '{"payload": ')
    const { objects, unreadable } = readFolder(folder)
    expect(unreadable).toEqual(['half', 'strange'])
    const { handled, target } = consumer(folder, () => undefined)
    await redrive(objects, target)
    expect(handled.map(nameOf)).toEqual(['1', '2'])
    expect(readdirSync(folder).sort()).toEqual(['half', 'strange'])
  })
})

describe('npm run put-aside on this machine', () => {
  const run = (dataDir: string, ...args: readonly string[]) =>
    spawnSync(process.execPath, ['infra/local/put-aside/program.ts', ...args], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: dataDir },
    })

  it('lists, explains and redrives, through the real consumer', () => {
    const dataDir = temporaryFolder()
    // An earlier version wrote a kind of item that no consumer knows any longer.
    putAside(dataDir, recordOf(12, 'a', { name: { S: 'Ada' } }), 'TypeError: no such thing\n    at there')
    const number = recordOf(12, 'a').dynamodb?.SequenceNumber ?? ''
    const listed = run(dataDir, 'list')
    expect(listed.stdout).toMatch(
      new RegExp(
        `^${number}  \\S+  demo  Retired made  \\S+  no consumer  TypeError: no such thing\\n1 records`,
      ),
    )
    const shown = run(dataDir, 'show', number).stdout
    for (const line of [
      'entity: Retired',
      'school: demo',
      'attributes: entity, name, pk',
      'error: TypeError',
    ])
      expect(shown).toContain(line)
    expect(shown).not.toContain('Ada')
    expect(run(dataDir, 'redrive', '404')).toMatchObject({
      status: 2,
      stderr: 'No record 404 is put aside.\n',
    })
    const redriven = run(dataDir, 'redrive')
    expect(redriven.stdout).toBe('1 records handled, 0 failed, 0 wait behind a failed one.\n')
    expect(redriven.status).toBe(0)
    expect(readFolder(dataDir).objects).toEqual([])
  })
})

describe('npm run put-aside on a stage', () => {
  /** The calls of the CLI that the program makes, on folders. */
  const cliOn = (bucket: string, fails: (records: readonly DynamoDBRecord[]) => object) => {
    const messages = new Map(
      readdirSync(bucket).map((key) => [key, JSON.stringify({ detail: { object: { key } } })]),
    )
    messages.set('earlier', '{"DDBStreamBatchInfo":{"shardId":"s"}}')
    const hidden = new Set<string>()
    const invoked: string[][] = []
    const outputs = (name: string) =>
      name === 'quad-trial-data'
        ? { PutAsideBucket: 'quad-aside' }
        : { StreamFunction: 'arn:f:live', StreamLogName: '/log', DeadLettersUrl: 'https://queue' }
    const cli: AwsCli = async (args) => {
      const optionOf = (name: string): string => args[args.indexOf(name) + 1] ?? ''
      const command = args.slice(0, 2).join(' ')
      if (command === 'cloudformation describe-stacks') {
        const Outputs = Object.entries(outputs(optionOf('--stack-name')))
        return JSON.stringify({
          Stacks: [{ Outputs: Outputs.map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })) }],
        })
      }
      if (command === 's3 sync') {
        expect(args[2]).toBe('s3://quad-aside')
        for (const key of readdirSync(bucket)) copyFileSync(join(bucket, key), join(args[3] ?? '', key))
        return ''
      }
      if (command === 'lambda invoke') {
        expect(optionOf('--function-name')).toBe('arn:f:live')
        const { Records } = JSON.parse(readFileSync(optionOf('--payload').replace('fileb://', ''), 'utf8'))
        invoked.push(Records.map(nameOf))
        const { FunctionError, ...answer } = fails(Records) as { FunctionError?: string }
        writeFileSync(args.at(-1) ?? '', JSON.stringify(answer))
        return JSON.stringify({ StatusCode: 200, ...(FunctionError ? { FunctionError } : {}) })
      }
      if (command === 's3api delete-objects') {
        const { Objects } = JSON.parse(readFileSync(optionOf('--delete').replace('file://', ''), 'utf8'))
        for (const { Key } of Objects) rmSync(join(bucket, Key))
        return ''
      }
      if (command === 'sqs receive-message') {
        const found = [...messages].filter(([id]) => !hidden.has(id)).slice(0, 2)
        for (const [id] of found) hidden.add(id)
        const Messages = found.map(([id, Body]) => ({ MessageId: id, ReceiptHandle: `r-${id}`, Body }))
        return Messages.length === 0 ? '' : JSON.stringify({ Messages })
      }
      if (command === 'sqs delete-message-batch') {
        for (const { Id } of JSON.parse(optionOf('--entries'))) messages.delete(Id)
        return ''
      }
      if (command === 'logs filter-log-events')
        return JSON.stringify({
          events: [{ message: `{"pattern":${JSON.stringify(optionOf('--filter-pattern'))}}\n` }],
        })
      throw new Error(`unexpected: aws ${args.join(' ')}`)
    }
    return { cli, messages, invoked }
  }

  it('reads the bucket, invokes the consumer, and ends the alarm for what has gone', async () => {
    const bucket = temporaryFolder()
    for (const number of [4, 3, 2, 1]) write(bucket, `o${number}`, objectOf([recordOf(number, `s${number}`)]))
    const poison = (records: readonly DynamoDBRecord[]): object =>
      records.some((one) => nameOf(one) === '3')
        ? { FunctionError: 'Unhandled', errorMessage: 'Task timed out' }
        : { batchItemFailures: [] }
    const { cli, messages, invoked } = cliOn(bucket, poison)
    const place = await awsPlace('trial', cli)
    const { objects } = await place.read()
    const { handled, failed } = await place.redrive(objects)
    expect(invoked[0]).toEqual(['1', '2', '3', '4'])
    expect(handled).toBe(3)
    expect(failed.map(({ failed: one, error }) => [one.object.key, error])).toEqual([
      ['o3', '{"errorMessage":"Task timed out"}'],
    ])
    expect(readdirSync(bucket)).toEqual(['o3'])
    expect([...messages.keys()].sort()).toEqual(['earlier', 'o3'])
    expect(await place.logOf('77', '2027-01-31T09:00:00Z')).toEqual([
      '{"pattern":"{ $.changeEvent = \\"77\\" }"}',
    ])
  })

  it('ends at a refused call, which is no fault of a record', async () => {
    const bucket = temporaryFolder()
    write(bucket, 'o1', objectOf([recordOf(1, 'a')]))
    const { cli } = cliOn(bucket, () => ({ batchItemFailures: [] }))
    const denied: AwsCli = async (args) => {
      if (args[0] === 'lambda') throw new Error('AccessDeniedException')
      return cli(args)
    }
    const place = await awsPlace('trial', denied)
    await expect(place.redrive((await place.read()).objects)).rejects.toThrow('AccessDeniedException')
    expect(readdirSync(bucket)).toEqual(['o1'])
  })
})
