import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { contracts as allContracts } from '../../functions/routes.ts'
import { invocationOf } from '../../infra/invocation.ts'
import { bodyCodeOf, type FailureKind } from '../../lib/contract/failure.ts'
import { ValidationError } from '../../lib/contract/failures.ts'
import type { Contract, Row } from '../../lib/contract/row.ts'
import type { Response } from '../../lib/http/respond.ts'
import type { Handler } from '../../lib/http/serve.ts'
import type { Runtime } from '../../lib/runtime.ts'
import { requireDeclared } from './setup/declared.ts'
import { noteRefusal } from './setup/refusals.ts'
import { noteSaid, noteSecret } from './setup/said.ts'
import { isLate, lookedAtLater } from './table/late-lists.ts'

/** What came back. `body` is the parsed JSON, or the text of another document. */
export type Reply = {
  readonly status: number
  readonly body: ReturnType<typeof JSON.parse>
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: readonly string[]
}

type Contracts = typeof allContracts
type AllRows = { [D in keyof Contracts]: Contracts[D]['rows'] }[keyof Contracts]
type OperationName = AllRows extends infer R ? (R extends unknown ? keyof R & string : never) : never

export type Overrides = {
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly string[]
  readonly host?: string
  /** Sent as it is, instead of the input as JSON. */
  readonly raw?: string | Uint8Array
  /** The query of a request with a body. */
  readonly query?: Record<string, string>
  readonly method?: string
  readonly path?: string
  readonly sourceIp?: string
}

type Send = (input?: object, overrides?: Overrides) => Promise<Reply>

export type Agent = { readonly [O in OperationName]: Send } & {
  /** The cookies it holds. */
  readonly jar: Map<string, string>
  /** Any request at all, to the handler of `domain`. */
  request(domain: keyof Contracts, method: string, path: string, overrides?: Overrides): Promise<Reply>
  /** The same person and cookies on another school. */
  on(tenant: string): Agent
}

export type AgentOptions = {
  readonly tenant?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly jar?: Map<string, string>
  /** Keeps the recent write marker, as browsers do. Other devices come back a while later. */
  readonly keepsMarker?: boolean
}

type Platform<R> = {
  readonly runtime: R
  readonly home: string
  /** Whose subdomains are schools. */
  readonly domain?: string
  readonly contracts: Contracts
  handlerFor(contract: Contract, runtime: R): Promise<Handler>
  /**
   * Where reads may be late: resolves once none is. Lists that an index gives are looked at then, and what somebody reads
   * that another has written. One's own last write is read at once, and nothing that decides is waited for.
   */
  readonly caughtUp?: () => Promise<void>
}

let requests = 0

/** Of each platform: the cookies of the device that has written last. */
const lastWriters = new WeakMap<object, Map<string, string>>()

/** Notes that something other than a device may have written: nobody reads their own write next. */
export const noteOtherWriter = (runtime: object): void => void lastWriters.delete(runtime)

/** Only where reads may be late is it of use to remember the last write; elsewhere people come back a while later. */
const forgotten = isLate ? undefined : 'lastWrite'

const keep = (jar: Map<string, string>, cookies: readonly string[], without = forgotten): void => {
  for (const line of cookies) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/Max-Age=0(;|$)/.test(line)) jar.delete(name)
    else if (name !== without) jar.set(name, value)
    if (name !== 'lastWrite' && jar.has(name)) noteSecret(value)
  }
}

const unpacked = { br: brotliDecompressSync, gzip: gunzipSync }

/** What was answered, as a client reads it. */
const textOf = ({ body, headers }: Response): string | undefined => {
  const unpack = unpacked[headers['content-encoding'] as keyof typeof unpacked]
  return body && unpack ? unpack(Buffer.from(body, 'base64')).toString() : body
}

const parsed = (text: string | undefined, type: string | undefined): unknown => {
  if (text === undefined || text === '') return undefined
  return type?.startsWith('application/json') ? JSON.parse(text) : text
}

/** Splits the flat input of an operation into path, query and body, as a client would. */
const partsOf = (row: Row, input: Readonly<Record<string, unknown>>) => {
  const left = { ...input }
  const path = row.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = left[name]
    delete left[name]
    return String(value ?? 'absent')
  })
  const reads = row.method === 'GET' || (row.method === 'DELETE' && !row.body)
  if (reads) {
    const query = Object.fromEntries(Object.entries(left).map(([name, value]) => [name, String(value)]))
    return { path, ...(Object.keys(query).length > 0 ? { query } : {}) }
  }
  return { path, ...(Object.keys(left).length > 0 ? { body: JSON.stringify(left) } : {}) }
}

/** A device: a browser with a cookie jar, or a native client with headers of its own. */
export const agent = <R extends Pick<Runtime, 'now'>>(
  platform: Platform<R>,
  options: AgentOptions = {},
): Agent => {
  const { runtime, home, domain = 'localhost', contracts, handlerFor, caughtUp } = platform
  const { tenant = home, headers: given = {}, jar = new Map<string, string>(), keepsMarker } = options
  const always: Record<string, string> = { ...given }

  const send = async (
    contract: Contract,
    call: Overrides & {
      method: string
      path: string
      body?: string | Uint8Array
      query?: Record<string, string>
    },
  ) => {
    requests += 1
    const handler = await handlerFor(contract, runtime)
    const { method, path, body, query, raw, host = `${tenant}.${domain}`, cookies, sourceIp } = call
    const content = raw ?? body
    const invocation = invocationOf({
      method,
      path,
      host,
      ...(query ? { query } : {}),
      headers: {
        ...(content === undefined ? {} : { 'content-type': 'application/json' }),
        ...always,
        ...call.headers,
      },
      cookies: cookies ?? [...jar].map(([name, value]) => `${name}=${value}`),
      ...(content === undefined ? {} : { body: content }),
      requestId: `request-${String(requests).padStart(6, '0')}`,
      at: runtime.now(),
      ...(sourceIp ? { sourceIp } : {}),
    })
    const result = await handler(invocation, {})
    keep(jar, result.cookies ?? [], keepsMarker ? '' : forgotten)
    const lastWrite = result.headers['x-last-write']
    if (isLate && lastWrite) always['x-last-write'] = lastWrite
    if (typeof content === 'string') noteSaid(content)
    const text = textOf(result)
    noteSaid(text ?? '')
    const answered = parsed(text, result.headers['content-type'])
    noteRefusal(contract.domain, result.statusCode, result.headers['x-error-code'])
    const { statusCode: status, headers } = result
    // The gateway of a deployed stage has headers and refusals of its own.
    if (domain === 'localhost') requireDeclared(contract, invocation, { status, headers })
    return {
      status,
      headers,
      cookies: (result.cookies ?? []).filter((line) => !line.startsWith(`${forgotten}=`)),
      body: answered,
    }
  }

  const operations = Object.fromEntries(
    Object.values(contracts).flatMap((contract: Contract) =>
      Object.entries(contract.rows).map(([name, row]) => [
        name,
        async (input: Record<string, unknown> = {}, overrides: Overrides = {}) => {
          const ofAnother = row.method === 'GET' && lastWriters.get(runtime) !== jar
          if (ofAnother || lookedAtLater.has(`${contract.domain}.${name}`)) await caughtUp?.()
          if (row.method !== 'GET') lastWriters.set(runtime, jar)
          return send(contract, { method: row.method, ...partsOf(row, input), ...overrides })
        },
      ]),
    ),
  )
  return {
    ...operations,
    jar,
    request: (domain: keyof Contracts, method: string, path: string, overrides: Overrides = {}) =>
      send(contracts[domain], { ...overrides, method, path }),
    on: (other: string) => agent(platform, { ...options, tenant: other, jar }),
  } as unknown as Agent
}

/** The body of a declared failure, as far as every answer of it has it. */
export const refused = (kind: FailureKind) => {
  const code = bodyCodeOf(kind)
  // The message of a validation failure names the first fault.
  const words = kind === ValidationError ? {} : { message: kind.message }
  return {
    status: kind.status,
    body: { success: false, ...words, ...(code === undefined ? {} : { code }) },
  }
}
