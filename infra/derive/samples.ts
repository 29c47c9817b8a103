import { type Contract, type DescribedRow, isForm } from '../../lib/contract/row.ts'
import { invocationOf } from '../invocation.ts'

const at = new Date('2026-03-02T12:00:00.000Z')
const boundary = 'quad-sample-boundary'
/** The smallest PNG: one transparent pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** The path of a sample. Every parameter needs a value in the row's example. */
const pathOf = (operation: string, { path, example }: DescribedRow): string =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    const value = example.path?.[name]
    if (value === undefined) throw new Error(`the example of ${operation} gives no ${name}`)
    return value
  })

type Content = { readonly type: string; readonly body: string | Uint8Array }

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const multipart = (fields: Readonly<Record<string, unknown>>, file: string): Content => {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${textOf(value)}\r\n`,
  )
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${file}"; filename="sample.png"\r\n`
  const bytes = [
    Buffer.from(`${parts.join('')}${head}content-type: image/png\r\n\r\n`),
    Buffer.from(pixel, 'base64'),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]
  return { type: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(bytes) }
}

const contentOf = ({ body, example }: DescribedRow): Content | undefined => {
  const given = example.headers?.['content-type']
  const fields = (example.body ?? {}) as Readonly<Record<string, string>>
  if (body && isForm(body) && given === undefined) return multipart(fields, body.files[0] ?? '')
  if (example.body === undefined) return undefined
  if (given?.startsWith('application/x-www-form-urlencoded')) {
    return { type: given, body: new URLSearchParams(fields).toString() }
  }
  return { type: given ?? 'application/json', body: JSON.stringify(example.body) }
}

const hosts = { tenant: 'demo.localhost', both: 'demo.localhost', platform: 'www.localhost' } as const

/**
 * The sample invocation of one operation: fixed time and request id, `Bearer demo:<person>` for a person of the demo
 * campus.
 */
export const sampleOf = (operation: string, row: DescribedRow) => {
  const { example } = row
  const content = contentOf(row)
  return invocationOf({
    method: row.method,
    path: pathOf(operation, row),
    host: hosts[row.host ?? 'tenant'],
    ...(example.query ? { query: example.query } : {}),
    headers: {
      ...(example.as ? { authorization: `Bearer demo:${example.as}` } : {}),
      ...(content ? { 'content-type': content.type } : {}),
      ...example.headers,
    },
    ...(example.cookies ? { cookies: example.cookies } : {}),
    ...(content ? { body: content.body } : {}),
    requestId: `sample-${operation}`,
    at,
  })
}

/** Sample files by path, `events/<domain>/<operation>.json`. */
export const samples = (contracts: readonly Contract[]): ReadonlyMap<string, unknown> =>
  new Map(
    contracts.flatMap(({ domain, rows }) =>
      Object.entries(rows).map(([operation, row]) => [
        `events/${domain}/${operation}.json`,
        sampleOf(operation, row),
      ]),
    ),
  )
