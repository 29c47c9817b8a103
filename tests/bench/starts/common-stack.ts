import { promisify } from 'node:util'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import middy from '@middy/core'
import httpJsonBodyParser from '@middy/http-json-body-parser'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { jwtVerify } from 'jose'
import { z } from 'zod'
import { passwordCost } from '../../../lib/identity/credential/password-cost.ts'

// What tutorials put together, as they write it: the whole of zod, the client as it comes, one GetItem.
const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}))

export const secretOfCommonStack = 'a secret that stands in an environment variable'

const Wanted = z.object({ authorization: z.string().startsWith('Bearer '), host: z.string().min(1) })
const Claims = z.object({ sub: z.string().max(64), roles: z.array(z.string()).default([]) })

/**
 * Where a request says so, it makes password hashes at the platform's price, or more reads, all at once: the work that the
 * request beside it is about, whatever it is written with.
 */
export const hashesHeader = 'x-password-hashes'
export const readsHeader = 'x-reads'

/** Loaded only where it is asked for, so that no other start pays for it. */
const hash = async () => {
  const { argon2, randomBytes } = await import('node:crypto')
  await promisify(argon2)('argon2id', {
    message: 'correct horse battery',
    nonce: randomBytes(16),
    ...passwordCost.argon2id,
    parallelism: 1,
    tagLength: 32,
  })
}

const answer = async ({ headers }: APIGatewayProxyEventV2) => {
  const { authorization } = Wanted.parse(headers)
  const { payload } = await jwtVerify(
    authorization.slice('Bearer '.length),
    new TextEncoder().encode(secretOfCommonStack),
  )
  const { sub } = Claims.parse(payload)
  const read = () =>
    documents.send(new GetCommand({ TableName: process.env.TABLE_NAME, Key: { pk: sub, sk: 'USER' } }))
  const { Item } = await read()
  await Promise.all(Array.from({ length: Number(headers[readsHeader] ?? 0) }, read))
  for (let made = 0; made < Number(headers[hashesHeader] ?? 0); made += 1) await hash()
  return {
    statusCode: Item ? 200 : 404,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ success: Item !== undefined, data: Item }),
  }
}

/** The stack that cold starts are compared with: middy, zod, jose and the document client, bundled without a plugin. */
export const handler = middy<APIGatewayProxyEventV2>()
  .use(httpJsonBodyParser({ disableContentTypeError: true }) as object)
  .handler(answer)
