import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { settledClient } from '../../../infra/aws/bundle/client.ts'
import {
  environmentCredentials,
  idleModules,
  lighterClient,
  quietBuiltins,
  straightImports,
} from '../../../infra/aws/bundle/plugins.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'quad-client-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Sent = {
  readonly hostname: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
type Answer = {
  readonly status: number
  readonly body: object
  readonly headers?: Readonly<Record<string, string>>
}
type Module = typeof import('../../../lib/table/client.ts') & typeof import('@aws-sdk/lib-dynamodb')

const entry = `
  export { connect } from './lib/table/client.ts'
  export { BatchGetCommand, PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'`

/** The client of the table as a bundle holds it, or as the SDK's packages have it. */
const bundled = async (name: string, plugins: Plugin[]): Promise<Module> => {
  const outfile = join(folder, `${name}.mjs`)
  await build({
    stdin: { contents: entry, resolveDir: root, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    conditions: ['module'],
    mainFields: ['module', 'main'],
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    logLevel: 'error',
    plugins,
  })
  return await import(pathToFileURL(outfile).href)
}

let ours: Module
let theirs: Module
beforeAll(async () => {
  const lighter = [straightImports, quietBuiltins, environmentCredentials, lighterClient, idleModules]
  ours = await bundled('ours', [settledClient, ...lighter])
  theirs = await bundled('theirs', [])
})

// What differs with every signature is compared by its presence.
const settledHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      /^(x-amz-date|amz-sdk-invocation-id)$/i.test(name)
        ? 'present'
        : value.replace(/Signature=\w+/, 'Signature').replace(/Credential=AKID\/\d+/, 'Credential'),
    ]),
  )

const environment = {
  AWS_ACCESS_KEY_ID: 'AKID',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'session',
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_CONFIG_FILE: '/nowhere',
  AWS_SHARED_CREDENTIALS_FILE: '/nowhere',
}

const plain = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part)))

/** What one call sends, and how it ends, when the table answers so each time. */
const told = async (
  module: Module,
  region: string | undefined,
  command: (of: Module) => object,
  answer: Answer,
) => {
  for (const [name, value] of Object.entries({ ...environment, AWS_REGION: region })) vi.stubEnv(name, value)
  // Pauses before another try are a random part of so much.
  const random = vi.spyOn(Math, 'random').mockReturnValue(0)
  const sent: Sent[] = []
  try {
    const { documents } = module.connect({ TABLE_NAME: 'table' })
    documents.config.requestHandler.handle = (async ({ hostname, headers, body }: Sent) => {
      sent.push({ hostname, headers: settledHeaders(headers), body: String(body) })
      const type = { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': 'request' }
      const response = {
        statusCode: answer.status,
        headers: { ...type, ...answer.headers },
        body: Readable.from([Buffer.from(JSON.stringify(answer.body))]),
      }
      return { response }
    }) as never
    const ended = await documents.send(command(module) as never).then(
      (value: object) => ({ value }),
      (error: Error & Record<string, unknown>) => ({
        name: error.name,
        message: error.message,
        facts: plain(error),
      }),
    )
    return {
      ended: plain(ended),
      sent: sent.map(({ headers, ...one }) => ({
        ...one,
        headers: Object.fromEntries(Object.entries(headers).sort()),
      })),
    }
  } finally {
    random.mockRestore()
    vi.unstubAllEnvs()
  }
}

const get = ({ BatchGetCommand }: Module) =>
  new BatchGetCommand({ RequestItems: { table: { Keys: [{ pk: 'p', sk: 's' }], ConsistentRead: true } } })
const put = ({ PutCommand }: Module) =>
  new PutCommand({
    TableName: 'table',
    Item: { pk: 'p', sk: 's', nothing: undefined, tags: ['a'], n: 2 ** 40 },
  })
const transact = ({ TransactWriteCommand }: Module) =>
  new TransactWriteCommand({
    TransactItems: [{ Put: { TableName: 'table', Item: { pk: 'p', sk: 's' } } }],
    ClientRequestToken: 'token',
  })
const query = ({ QueryCommand }: Module) =>
  new QueryCommand({
    TableName: 'table',
    KeyConditionExpression: 'pk = :p',
    ExpressionAttributeValues: { ':p': 'p' },
  })

/** The header by which AWS knows the SDK is left out on purpose. */
const withoutCallerNames = <T extends { sent: readonly { headers: Record<string, string> }[] }>(
  one: T,
): T => ({
  ...one,
  sent: one.sent.map((request) => {
    const { 'user-agent': _, 'x-amz-user-agent': __, ...headers } = request.headers
    const { authorization = '' } = headers
    return {
      ...request,
      headers: {
        ...headers,
        authorization: authorization.replace('x-amz-user-agent;', '').replace(';x-amz-user-agent', ''),
      },
    }
  }),
})

const compare = async (region: string | undefined, command: (of: Module) => object, answer: Answer) => {
  const one = withoutCallerNames(await told(ours, region, command, answer))
  expect(one).toEqual(withoutCallerNames(await told(theirs, region, command, answer)))
  return one
}

const fine: Answer = {
  status: 200,
  body: {
    Responses: {
      table: [
        {
          pk: { S: 'p' },
          n: { N: '12345678901234567890' },
          b: { BOOL: true },
          m: { M: { l: { L: [{ NULL: true }] } } },
        },
      ],
    },
    ConsumedCapacity: [{ TableName: 'table', CapacityUnits: 1 }],
  },
}

describe('the client of the table in a bundle', () => {
  it.each(['us-east-1', 'eu-central-1', 'us-gov-west-1', 'cn-north-1', 'us-iso-east-1', 'eusc-de-east-1'])(
    'calls the same address in %s, with the same headers and body',
    async (region) => {
      for (const command of [get, put, transact, query]) {
        const { sent } = await compare(region, command, fine)
        expect(sent).toHaveLength(1)
        expect(sent[0]?.hostname).toContain(region)
      }
    },
  )

  it('needs a region as much', async () => {
    const { ended, sent } = await compare(undefined, get, fine)
    expect(sent).toEqual([])
    expect(ended.message).toMatch(/region/i)
  })

  it.each([
    ['ConditionalCheckFailedException', 400],
    ['IdempotentParameterMismatchException', 400],
    ['InternalServerError', 500],
    ['ItemCollectionSizeLimitExceededException', 400],
    ['LimitExceededException', 400],
    ['ProvisionedThroughputExceededException', 400],
    ['ReplicatedWriteConflictException', 400],
    ['RequestLimitExceeded', 400],
    ['ResourceNotFoundException', 400],
    ['ThrottlingException', 400],
    ['TransactionCanceledException', 400],
    ['TransactionConflictException', 400],
    ['TransactionInProgressException', 400],
    ['AccessDeniedException', 400],
    ['ValidationException', 400],
    ['ExpiredTokenException', 400],
    ['SomethingNewException', 503],
  ])('meets %s in the same shape, as often', async (name, status) => {
    const body = {
      __type: `com.amazonaws.dynamodb.v20120810#${name}`,
      message: 'why',
      Item: { pk: { S: 'p' } },
      CancellationReasons: [{ Code: 'ConditionalCheckFailed', Item: { pk: { S: 'p' }, n: { N: '1' } } }],
    }
    for (const command of [put, transact]) {
      const { ended, sent } = await compare('us-east-1', command, { status, body })
      expect([ended.name, ended.facts?.$metadata?.attempts]).toEqual([name, sent.length])
    }
  })

  it('takes an answer that is damaged for damaged', async () => {
    await compare('us-east-1', put, { ...fine, headers: { 'x-amz-crc32': '1' } })
  })
})
