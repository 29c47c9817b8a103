import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { codeOf, messageOf, problem } from './problem.ts'
import { readPutAside } from './put-aside/records.ts'

export type Sample = {
  readonly rawPath: string
  readonly headers: Readonly<Record<string, string>>
  readonly cookies?: readonly string[]
}

/** The payload of a handler: a request, records of the table's stream, or a schedule's event. */
export type Payload =
  | { readonly kind: 'request'; readonly sample: Sample }
  | { readonly kind: 'stream' | 'schedule'; readonly sample: object }

const usage = `Usage: npm run invoke -- <file, part of its name, or - for standard input> [--user <demo person>] [--tenant <school>]
for example npm run invoke -- validateToken --user ada`

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const namesIn = (events: string): readonly string[] =>
  readdirSync(events, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.replaceAll('\\', '/'))
    .sort()

/** The name of standard input, which may also be a path such as `/dev/stdin`. */
const standardInput = '-'

/** Finds the file: a path, standard input, or the one sample whose name equals or contains the text. */
const fileOf = (wanted: string, root: string): string => {
  if (wanted === standardInput) return wanted
  // A process substitution is a pipe.
  if (existsSync(wanted) && !statSync(wanted).isDirectory()) return wanted
  const events = join(root, 'events')
  const names = namesIn(events)
  const letters = wanted
    .replace(/^events\//, '')
    .replace(/\.json$/, '')
    .toLowerCase()
  const exact = names.filter((name) => `/${name.toLowerCase()}`.endsWith(`/${letters}.json`))
  const found = exact.length > 0 ? exact : names.filter((name) => name.toLowerCase().includes(letters))
  const [only] = found
  if (only === undefined)
    throw problem(`There is no file ${wanted}, and no sample in events/ has it in its name. ${usage}`)
  if (found.length === 1) return join(events, only)
  const some = found.slice(0, 12).map((name) => `\n  events/${name}`)
  throw problem(
    `${wanted} may be any of ${found.length} samples:${some.join('')}${found.length > some.length ? '\n  ...' : ''}`,
  )
}

const jsonIn = (path: string): unknown => {
  let text: string
  try {
    text = readFileSync(path === standardInput || path === '/dev/stdin' ? 0 : path, 'utf8')
  } catch (error) {
    throw problem(`${path} cannot be read (${codeOf(error)}).`)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw problem(`${path} is not JSON: ${messageOf(error)}`)
  }
}

/** The same request by another person, or at another school. */
const changed = (sample: Fields & Sample, user: string | undefined, tenant: string | undefined): Sample => {
  const headers: Record<string, string> = { ...sample.headers }
  if (user) headers.authorization = `Bearer demo:${user}`
  if (!tenant) return { ...sample, headers }
  const host = `${tenant}.localhost`
  const context = isFields(sample.requestContext) ? sample.requestContext : {}
  const requestContext = { ...context, domainName: host, domainPrefix: tenant }
  return { ...sample, headers: { ...headers, host }, requestContext } as Sample
}

const methodIn = ({ requestContext }: Fields): unknown =>
  isFields(requestContext) && isFields(requestContext.http) ? requestContext.http.method : undefined

const payloadIn = (path: string, user: string | undefined, tenant: string | undefined): Payload => {
  const value = jsonIn(path)
  if (!isFields(value)) throw problem(`${path} is not an object, as every invocation is.`)
  if (Array.isArray(value.Records)) return { kind: 'stream', sample: value }
  // An object that was put aside, here or on AWS.
  if (isFields(value.record) || value.payload !== undefined) {
    const { records } = readPutAside(path, JSON.stringify(value))
    return { kind: 'stream', sample: { Records: records } }
  }
  if (typeof value.schedule === 'string') return { kind: 'schedule', sample: value }
  if (typeof value.rawPath !== 'string') {
    throw problem(`${path} has no rawPath as API Gateway sends it, no Records of a stream and no schedule.`)
  }
  if (typeof methodIn(value) !== 'string') throw problem(`${path} has no requestContext.http.method.`)
  const sample = {
    ...value,
    rawPath: value.rawPath,
    headers: (value.headers ?? {}) as Record<string, string>,
  }
  return { kind: 'request', sample: changed(sample, user, tenant) }
}

/** Parses the arguments of `npm run invoke --`. Throws a problem that explains the mistake. */
export const readInvocation = (words: readonly string[], root: string): Payload => {
  const options = { user: { type: 'string' }, tenant: { type: 'string' } } as const
  let read: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>
  try {
    read = parseArgs({ args: [...words], options, allowPositionals: true })
  } catch (error) {
    throw problem(`${messageOf(error)}\n${usage}`)
  }
  const [wanted, ...rest] = read.positionals
  if (wanted === undefined) throw problem(usage)
  if (rest.length > 0) throw problem(`One at a time: ${rest.join(' ')} is too much. ${usage}`)
  const { user, tenant } = read.values
  return payloadIn(fileOf(wanted, root), user, tenant)
}
