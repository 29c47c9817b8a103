import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DynamoDBRecord } from 'aws-lambda'
import { dayMs } from '../../../lib/contract/time.ts'
import { type AwsCli, awsCli, requireOutput, stackOutputs } from '../aws-cli.ts'
import { withHandlers } from '../borrowed-engine.ts'
import type { Outcome } from '../handlers/generation.ts'
import type { LocalSettings } from '../settings.ts'
import { putAsideFolders } from '../stream/delivery.ts'
import { type PutAsideFolder, readFolder } from './records.ts'
import { type RedriveResult, type RedriveTarget, redrive } from './redrive.ts'

/** Where records are put aside: the data folder of this machine, or a stage on AWS. */
export type PutAsidePlace = {
  /** All objects that are put aside now. */
  read(): Promise<PutAsideFolder>
  /** Lines of the log about a record, the newest last. */
  logOf(sequence: string, from: string | undefined): Promise<readonly string[]>
  redrive(objects: PutAsideFolder['objects']): Promise<RedriveResult>
}

/** The data folder. Keys begin with their folder, because earlier versions wrote to another one. */
export const localPlace = (settings: LocalSettings): PutAsidePlace => ({
  async read() {
    const found = putAsideFolders.map((name) => {
      const { objects, unreadable } = readFolder(join(settings.dataDir, name))
      return {
        objects: objects.map((one) => ({ ...one, key: `${name}/${one.key}` })),
        unreadable: unreadable.map((key) => `${name}/${key}`),
      }
    })
    return {
      objects: found.flatMap(({ objects }) => objects),
      unreadable: found.flatMap(({ unreadable }) => unreadable),
    }
  },
  // The object itself has the error.
  logOf: async () => [],
  redrive: (objects) =>
    withHandlers(settings, (handlers) =>
      redrive(objects, {
        invoke: (Records) => handlers.domain('stream', { Records }),
        remove: async (keys) => {
          for (const key of keys) rmSync(join(settings.dataDir, key), { force: true })
        },
      }),
    ),
})

/** The CLI reads and writes files. They contain data of people and are removed at the end. */
const withFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'quad-put-aside-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const read = (aws: AwsCli, bucket: string): Promise<PutAsideFolder> =>
  withFolder(async (folder) => {
    await aws(['s3', 'sync', `s3://${bucket}`, folder, '--only-show-errors'])
    return readFolder(folder)
  })

const invoke = async (
  aws: AwsCli,
  functionArn: string,
  folder: string,
  Records: readonly DynamoDBRecord[],
): Promise<Outcome> => {
  const [payload, answer] = [join(folder, 'invocation.json'), join(folder, 'answer.json')]
  writeFileSync(payload, JSON.stringify({ Records }))
  const call = ['lambda', 'invoke', '--function-name', functionArn, '--payload', `fileb://${payload}`]
  // A refused call ends the redrive: it is no record's fault.
  const status = await aws([...call, '--cli-read-timeout', '90', '--output', 'json', answer])
  const text = readFileSync(answer, 'utf8')
  if ('FunctionError' in JSON.parse(status)) return { status: 'crashed', text }
  return { status: 'done', result: JSON.parse(text) }
}

/** S3 removes up to a thousand objects in one call. */
const maxRemoved = 1000

const remove = async (
  aws: AwsCli,
  bucket: string,
  folder: string,
  keys: readonly string[],
): Promise<void> => {
  for (let from = 0; from < keys.length; from += maxRemoved) {
    const list = join(folder, 'removed.json')
    const Objects = keys.slice(from, from + maxRemoved).map((Key) => ({ Key }))
    writeFileSync(list, JSON.stringify({ Objects, Quiet: true }))
    const call = ['s3api', 'delete-objects', '--bucket', bucket, '--delete', `file://${list}`]
    const text = await aws([...call, '--output', 'json'])
    // Objects that are not removed are handled again by the next redrive, which changes nothing.
    if (text.includes('"Errors"')) throw new Error(`Some objects could not be removed: ${text}`)
  }
}

type Message = { readonly MessageId: string; readonly ReceiptHandle: string; readonly Body: string }

/** The key that a message of the event bus names. Undefined for a message of another shape. */
const keyIn = ({ Body }: Message): string | undefined => {
  try {
    return JSON.parse(Body).detail.object.key
  } catch {
    return undefined
  }
}

const inParallel = 8

/** Removes the messages of objects that are gone, so that the alarm ends. Others become visible again after a minute. */
const removeMessages = async (
  aws: AwsCli,
  queueUrl: string,
  remaining: ReadonlySet<string>,
): Promise<void> => {
  const queue = ['--queue-url', queueUrl, '--output', 'json']
  const receiving = ['--max-number-of-messages', '10', '--visibility-timeout', '60', ...queue]
  const worker = async (): Promise<void> => {
    for (;;) {
      const text = await aws(['sqs', 'receive-message', ...receiving])
      const messages: readonly Message[] = text.trim() === '' ? [] : (JSON.parse(text).Messages ?? [])
      if (messages.length === 0) return
      const entries = messages.flatMap((message) => {
        const key = keyIn(message)
        return key === undefined || remaining.has(key)
          ? []
          : [{ Id: message.MessageId, ReceiptHandle: message.ReceiptHandle }]
      })
      if (entries.length === 0) continue
      await aws(['sqs', 'delete-message-batch', '--entries', JSON.stringify(entries), ...queue])
    }
  }
  await Promise.all(Array.from({ length: inParallel }, worker))
}

/** A stage on AWS, by the outputs of its stacks. */
export const awsPlace = async (stage: string, aws: AwsCli = awsCli): Promise<PutAsidePlace> => {
  const data = await stackOutputs(aws, stage, 'data')
  const api = await stackOutputs(aws, stage, 'api')
  const bucket = requireOutput(data, 'PutAsideBucket', stage)
  const functionArn = requireOutput(api, 'StreamFunction', stage)
  const log = requireOutput(api, 'StreamLogName', stage)
  const queueUrl = requireOutput(api, 'DeadLettersUrl', stage)
  return {
    read: () => read(aws, bucket),
    async logOf(sequence, from) {
      const start = from === undefined ? 0 : Date.parse(from) - dayMs
      const filter = ['--filter-pattern', `{ $.changeEvent = "${sequence}" }`, '--start-time', String(start)]
      const text = await aws([
        'logs',
        'filter-log-events',
        '--log-group-name',
        log,
        ...filter,
        '--output',
        'json',
      ])
      const { events = [] } = JSON.parse(text) as {
        readonly events?: readonly { readonly message: string }[]
      }
      return events.map(({ message }) => message.trim())
    },
    redrive: (objects) =>
      withFolder(async (folder) => {
        const target: RedriveTarget = {
          invoke: (records) => invoke(aws, functionArn, folder, records),
          remove: (keys) => remove(aws, bucket, folder, keys),
        }
        const result = await redrive(objects, target)
        const { objects: left, unreadable } = await read(aws, bucket)
        await removeMessages(aws, queueUrl, new Set([...left.map(({ key }) => key), ...unreadable]))
        return result
      }),
  }
}
