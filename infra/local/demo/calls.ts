import { createHash } from 'node:crypto'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { serve } from '../../../lib/http/serve.ts'
import type { Runtime } from '../../../lib/runtime.ts'
import { invocationOf } from '../../invocation.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The same ids in every demo campus, so that samples and notes can name them. */
export const fixedIds = (seed: string): (() => string) => {
  let number = 0
  return () => {
    number += 1
    const digest = createHash('sha256').update(`${seed} ${number}`).digest()
    return `01DEMO${[...digest.subarray(0, 20)].map((byte) => alphabet[byte % 32]).join('')}`
  }
}

/** The handler of one domain, on a runtime of the demo campus's own. */
export type Door = (runtime: () => Runtime) => ReturnType<typeof serve>

export type Asked = {
  readonly door: Door
  readonly tenant: string
  readonly path: string
  readonly body: object
  readonly token?: string
}

/** What a request of somebody of the demo campus answers. */
export const call = async (runtime: Runtime, { door, tenant, path, body, token }: Asked) => {
  const handler = door(() => ({ ...runtime, log: () => undefined }))
  const invocation: APIGatewayProxyEventV2 = invocationOf({
    method: 'POST',
    path,
    host: `${tenant}.localhost`,
    headers: {
      'content-type': 'application/json',
      'x-client': 'mobile',
      'user-agent': 'Demo campus',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
    requestId: 'demo-campus',
    at: runtime.now(),
    sourceIp: '127.0.0.1',
  })
  const { statusCode, body: text = '' } = await handler(invocation)
  return { statusCode, body: JSON.parse(text) }
}
