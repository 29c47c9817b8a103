import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import middy from '@middy/core'
import httpJsonBodyParser from '@middy/http-json-body-parser'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { jwtVerify } from 'jose'
import { z } from 'zod'

// What tutorials put together, as they write it: the whole of zod, the client as it comes, one GetItem.
const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}))

export const secretOfCommonStack = 'a secret that stands in an environment variable'

const Wanted = z.object({ authorization: z.string().startsWith('Bearer '), host: z.string().min(1) })
const Claims = z.object({ sub: z.string().max(64), roles: z.array(z.string()).default([]) })

const answer = async ({ headers }: APIGatewayProxyEventV2) => {
  const { authorization } = Wanted.parse(headers)
  const { payload } = await jwtVerify(
    authorization.slice('Bearer '.length),
    new TextEncoder().encode(secretOfCommonStack),
  )
  const { sub } = Claims.parse(payload)
  const { Item } = await documents.send(
    new GetCommand({ TableName: process.env.TABLE_NAME, Key: { pk: sub, sk: 'USER' } }),
  )
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
