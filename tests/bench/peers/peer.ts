import cluster from 'node:cluster'
import { createServer } from 'node:http'
import { availableParallelism } from 'node:os'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { type PeerKind, peerKinds, type Reads } from './peer-kinds.ts'

// One peer as a process of its own, on as many workers as the machine has cores: peer.ts <kind> <port> <what it reads>.

const [kind = 'lean', port = '0', reads = '{}'] = process.argv.slice(2)

const answerRequests = async (): Promise<void> => {
  const handler = await peerKinds[kind as PeerKind](JSON.parse(reads) as Reads)
  const server = createServer(async ({ headers, url = '/' }, response) => {
    const event = { headers, rawPath: url, isBase64Encoded: false } as unknown as APIGatewayProxyEventV2
    const { statusCode, headers: given, body } = await handler(event)
    response.writeHead(statusCode, given).end(body)
  })
  server.listen(Number(port), '127.0.0.1')
}

if (cluster.isPrimary) {
  for (let worker = 0; worker < availableParallelism(); worker += 1) cluster.fork()
  // Whoever started it may be gone: then nobody would end it.
  process.on('disconnect', () => process.exit(0))
} else await answerRequests()
