import { Agent, request } from 'node:http'
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { clientConfiguration } from '../../../infra/local/data/table.ts'
import type { Handler } from '../../../lib/http/serve.ts'
import { localAuthorization } from '../../../lib/table/client.ts'

/** Where a peer reads its one item. */
export type Reads = {
  readonly endpoint: string
  readonly table: string
  readonly key: { readonly pk: string; readonly sk: 'USER' }
}

const answered = (item: unknown) => ({
  statusCode: item ? 200 : 404,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ success: item !== undefined, data: item }),
})

/** What tutorials put together, as cold starts are compared with it: middy, zod, jose and the document client. */
const commonStack = async ({ endpoint, table }: Reads): Promise<Handler> => {
  Object.assign(process.env, {
    TABLE_NAME: table,
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  })
  const { handler } = await import('../starts/common-stack.ts')
  return handler as unknown as Handler
}

/** One GetItem by the SDK as it comes. Whoever asks is not looked at. */
const bareSdk = async ({ endpoint, table, key: { pk, sk } }: Reads): Promise<Handler> => {
  const client = new DynamoDBClient(clientConfiguration(endpoint))
  return async () => {
    const command = new GetItemCommand({ TableName: table, Key: { pk: { S: pk }, sk: { S: sk } } })
    const { Item } = await client.send(command)
    return answered(Item && unmarshall(Item))
  }
}

/** The bytes of one GetItem over connections that are kept: the least that HTTP and a table cost. */
const lean = async ({ endpoint, table, key: { pk, sk } }: Reads): Promise<Handler> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const content = JSON.stringify({ TableName: table, Key: { pk: { S: pk }, sk: { S: sk } } })
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': 'DynamoDB_20120810.GetItem',
    'content-length': Buffer.byteLength(content),
    ...localAuthorization,
  }
  const ask = (): Promise<string> =>
    new Promise((resolve, reject) => {
      const asked = request(endpoint, { method: 'POST', agent, headers }, (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part) => {
          text += part
        })
        answer.on('end', () => resolve(text))
      })
      asked.on('error', reject)
      asked.end(content)
    })
  return async () => answered((JSON.parse(await ask()) as { Item?: object }).Item)
}

export const peerKinds = { common: commonStack, sdk: bareSdk, lean } as const
export type PeerKind = keyof typeof peerKinds

export const peerNames: Readonly<Record<PeerKind, string>> = {
  common: 'the common stack, one read',
  sdk: 'the SDK as it comes, one read',
  lean: 'no SDK, one read',
}
