import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Handlers } from '../handlers/handlers.ts'
import { codeOf, messageOf, problem } from '../problem.ts'
import { type Answer, gatewayAnswer, serverError, toAnswer, unavailable } from './answer.ts'
import { toInvocation } from './invocation.ts'

const bodyLimit = 10 * 1024 * 1024
const headLimit = 10_240
const resultLimit = 6 * 1024 * 1024

/** The request handlers: the platform's own pages first, then the functions. */
export type RequestHandlers = {
  handlers: Pick<Handlers, 'route'>
  page: (request: IncomingMessage) => Promise<Answer> | Answer | undefined
  /** Called after requests that may have changed something. */
  changed: () => void
}

const tooLarge = gatewayAnswer(413, 'Request Entity Too Large')

/** The bytes of a body, `'too-large'` above the limit, `'aborted'` when the client disconnects. */
export const readBody = async (
  request: IncomingMessage,
  limit: number,
): Promise<Buffer | 'too-large' | 'aborted'> => {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  // Most requests have no body. An iterator over none would cost them as much as their parsing.
  if (encoding === undefined && (length === undefined || length === '0')) return Buffer.alloc(0)
  if (Number(length ?? 0) > limit) return 'too-large'
  const chunks: Buffer[] = []
  let size = 0
  try {
    // Otherwise the socket would close before the failure for a large body could be written.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > limit) return 'too-large'
      chunks.push(chunk)
    }
  } catch {
    return 'aborted'
  }
  return Buffer.concat(chunks)
}

const ask = async (
  desk: RequestHandlers,
  request: IncomingMessage,
  body: Buffer,
  requestId: string,
): Promise<Answer> => {
  const invocation = toInvocation(request, body, { requestId, at: new Date() })
  if (!invocation) return gatewayAnswer(400, 'Bad Request')
  const outcome = await desk.handlers.route(invocation.rawPath, invocation)
  if (outcome.status !== 'done') return outcome.status === 'crashed' ? serverError() : unavailable()
  const answer = toAnswer(outcome.result)
  return answer.body.length > resultLimit ? serverError() : answer
}

/** Writes a response. A client that has disconnected is no error. */
export const write = (request: IncomingMessage, response: ServerResponse, answer: Answer): void => {
  if (response.destroyed) return
  const bare = answer.status === 204 || answer.status === 304
  const { 'content-length': _own, ...headers } = answer.headers
  response.writeHead(answer.status, bare ? headers : { ...headers, 'content-length': answer.body.length })
  response.end(bare || request.method === 'HEAD' ? undefined : answer.body)
  request.resume()
}

const serve = async (
  desk: RequestHandlers,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const page = await desk.page(request)
  if (page) return write(request, response, page)
  const body = await readBody(request, bodyLimit)
  if (body === 'aborted') return
  const requestId = randomUUID()
  const answer = body === 'too-large' ? tooLarge : await ask(desk, request, body, requestId)
  const headers = { ...answer.headers, 'apigw-requestid': requestId }
  write(request, response, {
    ...answer,
    headers: body === 'too-large' ? { ...headers, connection: 'close' } : headers,
  })
  if (request.method !== 'GET' && request.method !== 'HEAD') desk.changed()
}

/** Runs one asynchronous listener per request. An exception becomes a 500. */
export const httpServer = (
  listener: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Server =>
  createServer({ maxHeaderSize: headLimit }, (request, response) => {
    listener(request, response).catch((error: unknown) => {
      console.error(`The answer to ${request.method} ${request.url} failed: ${messageOf(error)}`)
      if (!response.headersSent) write(request, response, serverError())
    })
  })

/** The front door: turns requests into invocations, and results into responses. */
export const apiServer = (desk: RequestHandlers): Server =>
  httpServer((request, response) => serve(desk, request, response))

/** Listens on 127.0.0.1 and returns the port. Throws a problem that names the setting to change. */
export const listen = (server: Server, port: number, setting: 'PORT' | 'MEDIA_PORT'): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const taken = codeOf(error) === 'EADDRINUSE'
      const why = taken ? 'is taken by another program' : `cannot be used (${codeOf(error)})`
      reject(problem(`Port ${port} ${why}: choose another, for example ${setting}=${port + 10} npm start.`))
    })
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })

/** Stops listening. Running requests may finish for `patience` milliseconds, then they are cut off. */
export const closeServer = (server: Server, patience: number): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), patience)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
