import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runSchedules } from '../../functions/clock/handler.ts'
import { contract } from '../../functions/organizations/contract.ts'
import { consume } from '../../functions/stream/handler.ts'
import { onKind } from '../../lib/consumer.ts'
import type { LogLine } from '../../lib/log.ts'
import { every } from '../../lib/scheduled/schedule.ts'
import { streamLate } from '../../lib/stream-lag.ts'
import type { TableClient } from '../../lib/table/client.ts'
import type { FaultCause } from '../../lib/table/fault.ts'
import { handlerFor } from '../support/handlers.ts'
import { type World, world } from '../support/world.ts'

const failed =
  (name: string, httpStatusCode: number, more: object = {}) =>
  () =>
    Object.assign(new Error('the text of an error may quote ada@example.edu'), {
      name,
      $metadata: { httpStatusCode },
      ...more,
    })

/** What the engine answers, and what the log calls it. */
const causes: readonly { readonly cause: FaultCause; readonly error: () => Error; readonly code: string }[] =
  [
    { cause: 'no table', error: failed('ResourceNotFoundException', 400), code: 'ResourceNotFoundException' },
    { cause: 'denied', error: failed('AccessDeniedException', 400), code: 'AccessDeniedException' },
    { cause: 'timeout', error: failed('TimeoutError', 0), code: 'TimeoutError' },
    { cause: 'throttled', error: failed('ThrottlingException', 400), code: 'ThrottlingException' },
    { cause: 'server error', error: failed('InternalServerError', 500), code: 'InternalServerError' },
    { cause: 'unreachable', error: failed('Error', 0, { code: 'ECONNREFUSED' }), code: 'ECONNREFUSED' },
  ]

/** The engine of a world whose calls all fail. */
const failing = (w: World, error: () => Error): TableClient => {
  const { client } = w.runtime
  const send = async (): Promise<never> => {
    throw error()
  }
  return { ...client, documents: { send }, wait: async () => undefined } as unknown as TableClient
}

const runbook = readFileSync('docs/operations.md', 'utf8')

/** The heading of the runbook that a cause leads to: a row of its table of causes. */
const pageOf = (cause: FaultCause): string | undefined =>
  new RegExp(`^\\| \`${cause}\` \\|.*\\[.*\\]\\((#[\\w-]+)\\)`, 'm').exec(runbook)?.[1]

const headings = [...runbook.matchAll(/^#+ (.+)$/gm)].map(
  ([, title = '']) =>
    `#${title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-')}`,
)

const places = {
  async request(w: World, client: TableClient, logs: LogLine[]) {
    const runtime = { ...w.runtime, client, log: (line: LogLine) => void logs.push(line) }
    const handler = await handlerFor(contract, runtime)
    const sent = readFileSync('events/organizations/listOrganizations.json', 'utf8').replaceAll(
      'demo.',
      `${w.home}.`,
    )
    const { statusCode } = await handler(JSON.parse(sent))
    expect(statusCode).toBeGreaterThanOrEqual(500)
  },
  async stream(w: World, client: TableClient, logs: LogLine[]) {
    const reads = onKind('Anything', ['made'], async (_, { table }) => {
      await table.get(streamLate, { name: 'stream' })
    })
    const runtime = { ...w.runtime, client, log: (line: LogLine) => void logs.push(line) }
    const image = { pk: { S: 'T#home#PERSON#ada' }, sk: { S: 'PERSON' }, entity: { S: 'Anything' } }
    const record = {
      eventName: 'INSERT' as const,
      dynamodb: { SequenceNumber: '7', Keys: { pk: image.pk, sk: image.sk }, NewImage: image },
    }
    const handled = await consume(
      [{ ...reads, domain: 'members' }],
      () => runtime,
    )({
      Records: [record],
    } as never)
    expect(handled.batchItemFailures).toEqual([{ itemIdentifier: '7' }])
  },
  async clock(w: World, client: TableClient, logs: LogLine[]) {
    const runtime = { ...w.runtime, client, log: (line: LogLine) => void logs.push(line) }
    const run = runSchedules([every('minute', 'test.schedule', async () => undefined)], () => runtime)
    await expect(run({})).rejects.toThrow('test.schedule')
  },
} as const

const cases = causes.flatMap((one) =>
  Object.entries(places).map(([place, breaks]) => ({ ...one, place, breaks })),
)

describe('a call of the table that fails', () => {
  // rules/table 26
  it.each(cases)('is told apart in the log of a $place: $cause', async ({ cause, code, error, breaks }) => {
    const w = await world()
    const logs: LogLine[] = []
    await breaks(w, failing(w, error), logs)
    const faults = logs.flatMap(({ fault }) => (fault ? [fault] : []))
    expect(faults.length).toBeGreaterThan(0)
    for (const fault of faults)
      expect(fault).toMatchObject({
        cause,
        error: code,
        call: expect.stringMatching(/^(?:BatchGetItem|GetItem|Query|UpdateItem|PutItem|TransactWriteItems)$/),
        entity: expect.stringMatching(/^[A-Z]/),
        attempts: expect.any(Number),
      })
    const throttles = logs.reduce((sum, { measured }) => sum + Number(measured?.Throttles ?? 0), 0)
    if (cause !== 'throttled') expect(throttles).toBe(0)
    // No line quotes an error, a key or an address.
    expect(JSON.stringify(logs)).not.toMatch(/ada@example|PERSON#ada|the text of an error/)
    const page = pageOf(cause)
    expect(headings).toContain(page)
  })

  // rules/table 26
  it('names consumer, school, kind and frames where an effect failed', async () => {
    const w = await world()
    const logs: LogLine[] = []
    await places.stream(
      w,
      failing(w, () => new TypeError('ada@example.edu')),
      logs,
    )
    expect(logs.find(({ outcome }) => outcome === 'failed')).toMatchObject({
      level: 'error',
      operation: 'stream.consume',
      consumer: 'members',
      tenant: 'home',
      entity: 'Anything',
      change: 'made',
      item: expect.stringMatching(/^[\w-]{12}$/),
      fault: { cause: 'rejected', error: 'TypeError' },
      defect: {
        name: 'TypeError',
        at: expect.arrayContaining([expect.stringContaining('fault-lines.test.ts')]),
      },
    })
  })

  // rules/table 26
  it('is not left to nobody while a late stream works through its batch', async () => {
    const w = await world()
    const logs: LogLine[] = []
    const unhandled: unknown[] = []
    const note = (reason: unknown) => void unhandled.push(reason)
    process.on('unhandledRejection', note)
    const slow = onKind('Anything', ['made'], async () => {
      // Rejections without a catch are reported before the timers of the next turn.
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    })
    const client = failing(w, failed('InternalServerError', 500))
    const runtime = { ...w.runtime, client, log: (line: LogLine) => void logs.push(line) }
    const image = { pk: { S: 'T#home#PERSON#ada' }, sk: { S: 'PERSON' }, entity: { S: 'Anything' } }
    const late = w.clock.now().getTime() / 1000 - 600
    const dynamodb = { SequenceNumber: '7', Keys: { pk: image.pk, sk: image.sk }, NewImage: image }
    const record = { eventName: 'INSERT', dynamodb: { ...dynamodb, ApproximateCreationDateTime: late } }
    const handled = await consume([slow], () => runtime)({ Records: [record] } as never)
    process.off('unhandledRejection', note)
    expect([handled.batchItemFailures, unhandled]).toEqual([[], []])
    expect(logs.find(({ operation }) => operation === 'stream.lag')).toMatchObject({
      fault: { cause: 'server error', entity: 'StreamLate' },
    })
  })
})
