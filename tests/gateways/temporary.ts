import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder that is gone after the test. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'quad-gateways-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export type Received = { request: IncomingMessage; body: Buffer }
type Reply = { status: number; body?: string }

const take = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const respond = async (
  request: IncomingMessage,
  response: ServerResponse,
  reply: (received: Received) => Reply,
): Promise<void> => {
  const { status, body } = reply({ request, body: await take(request) })
  response.writeHead(status).end(body)
}

/** A server on loopback for one test; the answer is its address. */
export const serverFor = async (reply: (received: Received) => Reply): Promise<string> => {
  const server = createServer((request, response) => void respond(request, response, reply))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
