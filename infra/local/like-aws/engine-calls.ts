import { Agent, request } from 'node:http'

/** The engine's response: status and unparsed body. */
export type Answer = { readonly status: number; readonly text: string }

/** Sends the engine one operation of DynamoDB's JSON protocol. Rejects when the engine does not answer. */
export type Ask = (operation: string, body: unknown) => Promise<Answer>

export const contentType = 'application/x-amz-json-1.0'

const headers = {
  'content-type': contentType,
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20250101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
  'x-amz-date': '20250101T000000Z',
}

/** Takes full targets, such as `DynamoDB_20120810.GetItem`, with their bodies as text. */
export const engineCalls = (endpoint: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const { hostname, port } = new URL(endpoint)
  const pass = (target: string, body: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const bytes = Buffer.from(body)
      const call = request(
        {
          agent,
          hostname,
          port,
          method: 'POST',
          headers: { ...headers, 'x-amz-target': target, 'content-length': bytes.length },
        },
        (reply) => {
          const parts: Buffer[] = []
          reply.on('data', (part: Buffer) => parts.push(part))
          reply.on('end', () =>
            resolve({ status: reply.statusCode ?? 500, text: Buffer.concat(parts).toString('utf8') }),
          )
          reply.on('error', reject)
        },
      )
      call.on('error', reject)
      call.end(bytes)
    })
  const ask: Ask = (operation, body) => pass(`DynamoDB_20120810.${operation}`, JSON.stringify(body))
  return { pass, ask, close: () => agent.destroy() }
}
