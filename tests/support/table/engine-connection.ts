import { connect, type Socket } from 'node:net'

type Request = {
  readonly method: string
  readonly hostname: string
  readonly port?: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}
type Answer = {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}
type Asked = { take(answer: Answer): void; fail(error: Error): void }
type Connection = { ask(request: Request): Promise<Answer> }

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

/** A body that comes in parts, each after its length; undefined while some are missing. */
const bodyOfParts = (bytes: Buffer): Buffer | undefined => {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const from = bytes.indexOf('\r\n', at) + 2
    const to = from + Number.parseInt(bytes.toString('latin1', at, Math.max(at, from - 2)), 16)
    if (from < 2 || to + 2 > bytes.length) return undefined
    if (to === from) return Buffer.concat(parts)
    parts.push(bytes.subarray(from, to))
    at = to + 2
  }
}

/** The answer that bytes are; undefined while some are missing. */
const answerIn = (bytes: Buffer): Answer | undefined => {
  const end = bytes.indexOf(endOfHead)
  if (end < 0) return undefined
  const head = headIn(bytes.toString('latin1', 0, end))
  const rest = bytes.subarray(end + endOfHead.length)
  const length = head.headers['content-length']
  if (length === undefined) {
    const body = bodyOfParts(rest)
    return body && { ...head, body }
  }
  return rest.length < Number(length) ? undefined : { ...head, body: rest.subarray(0, Number(length)) }
}

const bytesOf = ({ method, path, headers, body = new Uint8Array() }: Request): Buffer => {
  let head = `${method} ${path} HTTP/1.1\r\n`
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`
  return Buffer.concat([Buffer.from(`${head}\r\n`, 'latin1'), body])
}

/** One request at a time. `rest` is told when the next may come, `end` when none may. */
const connection = (
  socket: Socket,
  rest: (own: Connection) => void,
  end: (own: Connection) => void,
): Connection => {
  let asked: Asked | undefined
  let bytes = Buffer.alloc(0)
  const own: Connection = {
    ask: (request) =>
      new Promise((take, fail) => {
        asked = { take, fail }
        socket.ref()
        socket.write(bytesOf(request))
      }),
  }
  const lose = (error: Error): void => {
    end(own)
    asked?.fail(error)
    asked = undefined
  }
  socket.on('error', lose)
  socket.on('close', () => lose(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })))
  socket.on('data', (more) => {
    bytes = bytes.length === 0 ? more : Buffer.concat([bytes, more])
    const answer = answerIn(bytes)
    if (!answer) return
    const { take } = asked ?? {}
    asked = undefined
    bytes = Buffer.alloc(0)
    socket.unref()
    if (answer.headers.connection === 'close') socket.end()
    else rest(own)
    take?.(answer)
  })
  return own
}

/** Connections that nobody uses, by host and port: a run makes thousands of tables, and one process has so many files. */
const pools = new Map<string, Connection[]>()

/**
 * How the table client of a test reaches the engine of the run: plain HTTP/1.1 over connections that stay. Node's own
 * HTTP client is a quarter of what a call costs a test, for what no engine on this machine asks for.
 *
 * It waits without end. A hundred requests of one test share a process, which on AWS has one at a time, and often a busy
 * machine: nothing that is tested may depend on how long that takes. Tests of deadlines bring a client of their own.
 */
export const engineConnections = () => ({
  metadata: { handlerProtocol: 'http/1.1' },
  /** The deadlines it keeps. */
  httpHandlerConfigs: () => ({}),
  async handle(request: Request) {
    const { hostname: host, port = 80 } = request
    const free = pools.get(`${host}:${port}`) ?? []
    pools.set(`${host}:${port}`, free)
    const rest = (own: Connection) => void free.push(own)
    const end = (own: Connection): void => {
      const at = free.indexOf(own)
      if (at >= 0) free.splice(at, 1)
    }
    const own = free.pop() ?? connection(connect({ host, port, noDelay: true }), rest, end)
    return { response: await own.ask(request) }
  },
})
