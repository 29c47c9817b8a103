import { connect, type Socket } from 'node:net'

type Request = {
  readonly method: string
  readonly hostname: string
  readonly port?: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
}
type Answer = {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}
type PendingRequest = { take(answer: Answer): void; fail(error: Error): void }

const endOfHead = Buffer.from('\r\n\r\n')

const headIn = (text: string): Omit<Answer, 'body'> => {
  const [status = '', ...lines] = text.split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  return { statusCode: Number(status.slice(9, 12)), headers }
}

type Body = { readonly body: Buffer; readonly end: number }

/** A chunked body, from `start` on. Undefined while chunks are missing. */
const bodyOfParts = (bytes: Buffer, start: number): Body | undefined => {
  const parts: Buffer[] = []
  for (let at = start; ; ) {
    const from = bytes.indexOf('\r\n', at) + 2
    const to = from + Number.parseInt(bytes.toString('latin1', at, Math.max(at, from - 2)), 16)
    if (from < 2 || to + 2 > bytes.length) return undefined
    if (to === from) return { body: Buffer.concat(parts), end: to + 2 }
    parts.push(bytes.subarray(from, to))
    at = to + 2
  }
}

/** The first complete response in the bytes, and its end. Undefined while part of it is missing. */
const answerIn = (bytes: Buffer): (Answer & { readonly end: number }) | undefined => {
  const endsAt = bytes.indexOf(endOfHead)
  if (endsAt < 0) return undefined
  const head = headIn(bytes.toString('latin1', 0, endsAt))
  const from = endsAt + endOfHead.length
  const length = head.headers['content-length']
  const end = from + Number(length)
  const found = length === undefined ? bodyOfParts(bytes, from) : { body: bytes.subarray(from, end), end }
  return found && found.end <= bytes.length ? { ...head, ...found } : undefined
}

const bytesOf = ({ method, path, headers, body = '' }: Request): Buffer => {
  let head = `${method} ${path} HTTP/1.1\r\n`
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`
  const text = Buffer.from(`${head}\r\n`, 'latin1')
  return Buffer.concat([text, typeof body === 'string' ? Buffer.from(body) : body])
}

const connectionClosed = (): Error => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })

const timedOut = (patience: number): Error =>
  Object.assign(new Error(`The engine has not responded for ${patience} ms.`), { name: 'TimeoutError' })

/** Requests are pipelined: they go out without waiting for earlier responses. Responses arrive in order. */
type Connection = { readonly waiting: () => number; ask(request: Request): Promise<Answer> }

const open = (socket: Socket, patience: number, over: (own: Connection) => void): Connection => {
  const pending: PendingRequest[] = []
  let bytes: Buffer = Buffer.alloc(0)
  let timer: NodeJS.Timeout | undefined
  const watch = (): void => {
    if (patience === Number.POSITIVE_INFINITY) return
    if (timer) timer.refresh()
    else
      timer = setTimeout(() => (pending.length > 0 ? lose(timedOut(patience)) : undefined), patience).unref()
  }
  const own: Connection = {
    waiting: () => pending.length,
    ask: (request) =>
      new Promise((take, fail) => {
        if (pending.length === 0) watch()
        pending.push({ take, fail })
        socket.ref()
        // All requests of one turn of the event loop leave in one write.
        if (socket.writableCorked === 0) {
          socket.cork()
          process.nextTick(() => socket.uncork())
        }
        socket.write(bytesOf(request))
      }),
  }
  const lose = (error: Error): void => {
    over(own)
    clearTimeout(timer)
    socket.destroy()
    for (const { fail } of pending.splice(0)) fail(error)
  }
  socket.on('error', lose)
  socket.on('close', () => lose(connectionClosed()))
  socket.on('data', (more) => {
    bytes = bytes.length === 0 ? more : Buffer.concat([bytes, more])
    for (let answer = answerIn(bytes); answer; answer = answerIn(bytes)) {
      bytes = bytes.subarray(answer.end)
      pending.shift()?.take(answer)
      if (answer.headers.connection === 'close') return lose(connectionClosed())
    }
    if (pending.length > 0) watch()
    else socket.unref()
  })
  return own
}

/**
 * Connections by host and port. The process shares them, because it creates many clients of one engine and its open
 * files are limited.
 */
const pools = new Map<string, Connection[]>()

const idlest = (pool: readonly Connection[]): Connection | undefined =>
  pool.reduce<Connection | undefined>(
    (best, one) => (best && best.waiting() <= one.waiting() ? best : one),
    undefined,
  )

export type Limits = {
  /** Connections to one engine. Beyond them a request waits behind others without a response. */
  readonly most: number
  /** Milliseconds within which a connection must send its next response. */
  readonly patience: number
}

/** Few, so that one write carries many requests; several, so that a slow connection delays only part of the others. */
const workerLimits: Limits = { most: 4, patience: 5000 }

/**
 * Connects a table client to an engine on this machine: plain HTTP/1.1 over persistent connections with pipelining.
 * Node's own HTTP client would be half of a call's cost, for features that no local engine needs. A lost or late
 * connection fails all its requests, and the client retries them.
 */
export const engineConnections = ({ most, patience } = workerLimits) => ({
  metadata: { handlerProtocol: 'http/1.1' },
  /** The connection's own deadlines. */
  httpHandlerConfigs: () => ({}),
  async handle(request: Request) {
    const { hostname: host, port = 80 } = request
    const pool = pools.get(`${host}:${port}`) ?? []
    pools.set(`${host}:${port}`, pool)
    const free = idlest(pool)
    if (free && (free.waiting() === 0 || pool.length >= most)) return { response: await free.ask(request) }
    const own = open(connect({ host, port, noDelay: true }), patience, (lost) => {
      const at = pool.indexOf(lost)
      if (at >= 0) pool.splice(at, 1)
    })
    pool.push(own)
    return { response: await own.ask(request) }
  },
})
