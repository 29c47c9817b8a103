import { sampleOrigin } from '../../../functions/documents/contract.ts'
import { queryField } from '../client/query-inputs.ts'
import type { Json } from '../openapi/json-schemas.ts'
import { safe } from './html.ts'
import type { Content, Described, Parameter } from './operation.ts'

/** A request in both languages. */
export type Code = { readonly curl: string; readonly typescript: string }

export const sampleOf = (content: Content | undefined): unknown =>
  content?.['application/json']?.examples?.sample?.value

const addressOf = (path: string, parameters: readonly Parameter[]): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const example = parameters.find((each) => each.in === 'path' && each.name === name)?.example
    return example === undefined ? `{${name}}` : encodeURIComponent(String(example))
  })
  const query = parameters
    .filter((each) => each.in === 'query' && each.example !== undefined)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}

/** Fields of a request body that hold files. */
export const fileFields = ({ requestBody }: Described): readonly string[] => {
  const { properties = {} } = requestBody?.content['multipart/form-data']?.schema ?? {}
  return Object.entries(properties as Record<string, Json>)
    .filter(([, { format }]) => format === 'binary')
    .map(([name]) => name)
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The body as curl sends it: a form if a file belongs to it, otherwise JSON. */
const bodyLines = (operation: Described): readonly string[] => {
  const body = sampleOf(operation.requestBody?.content)
  const [file] = fileFields(operation)
  if (file !== undefined) {
    const fields = Object.entries((body ?? {}) as Json).map(
      ([name, value]) =>
        `-F ${quoted(`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)}`,
    )
    return [...fields, `-F ${quoted(`${file}=@picture.jpg`)}`]
  }
  return body === undefined
    ? []
    : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`]
}

const curlOf = (operation: Described, parameters: readonly Parameter[]): string => {
  const { method, path, security } = operation
  const signedIn = security.some((one) => 'bearer' in one)
  const renews = security.some((one) => 'refreshHeader' in one)
  return [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} ${quoted(`${sampleOrigin}${addressOf(path, parameters)}`)}`,
    ...(renews ? ["-H 'X-Client: mobile'", '-H "X-Refresh-Token: $REFRESH_TOKEN"'] : []),
    ...(signedIn && !renews ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...bodyLines(operation),
  ].join(' \\\n  ')
}

const isPlain = /^[A-Za-z_$][\w$]*$/
const listed = (open: string, parts: readonly string[], close: string, depth: number): string => {
  const line = `${open}${open === '{' ? ' ' : ''}${parts.join(', ')}${close === '}' ? ' ' : ''}${close}`
  if (parts.length === 0) return `${open}${close}`
  if (line.length + depth * 2 < 64 && !line.includes('\n')) return line
  const pad = '  '.repeat(depth + 1)
  return `${open}\n${parts.map((part) => `${pad}${part},\n`).join('')}${'  '.repeat(depth)}${close}`
}

/** A value as TypeScript, short lists and objects on one line. */
const sourceOf = (value: unknown, depth = 0): string => {
  if (Array.isArray(value)) {
    const parts = value.map((each) => sourceOf(each, depth + 1))
    return listed('[', parts, ']', depth)
  }
  if (typeof value === 'string') return quoted(value).replaceAll("'\\''", "\\'")
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const parts = Object.entries(value).map(
    ([name, each]) => `${isPlain.test(name) ? name : quoted(name)}: ${sourceOf(each, depth + 1)}`,
  )
  return listed('{', parts, '}', depth)
}

/** A query text as the client's input takes it. */
const typedValue = (text: unknown, schema: Json): unknown => {
  const { clientType } = queryField(schema)
  return typeof text === 'string' && (clientType === 'number' || clientType === 'boolean')
    ? JSON.parse(text)
    : text
}

const typescriptOf = (operation: Described, parameters: readonly Parameter[], group: string): string => {
  const { operationId, requestBody } = operation
  const sent = parameters.filter((each) => each.in !== 'header' && each.example !== undefined)
  const body = sampleOf(requestBody?.content)
  const [file] = fileFields(operation)
  const input = {
    ...Object.fromEntries(sent.map(({ name, example, schema }) => [name, typedValue(example, schema)])),
    ...(typeof body === 'object' ? body : {}),
  }
  const parts = [
    ...Object.entries(input).map(
      ([name, value]) => `${isPlain.test(name) ? name : quoted(name)}: ${sourceOf(value, 1)}`,
    ),
    ...(file === undefined ? [] : [file === 'file' ? file : `${file}: file`]),
  ]
  const text = parts.length === 0 ? '' : listed('{', parts, '}', 0)
  return `const result = await api.${group}.${operationId}(${text})
if (result.ok) console.log(result.data)
else console.error(result.code, result.message)`
}

/** A request to the operation. `group` is the client's name of its domain; without one the client has no function. */
export const codeOf = (
  operation: Described,
  parameters: readonly Parameter[],
  group: string | undefined,
): Partial<Code> => ({
  curl: curlOf(operation, parameters),
  ...(group === undefined ? {} : { typescript: typescriptOf(operation, parameters, group) }),
})

const languages = [
  ['curl', 'curl'],
  ['typescript', 'TypeScript'],
] as const

/** The code as figures with a button to copy it. A script shows one language at a time. */
export const codeFigures = (code: Partial<Code>): string => {
  const known = languages.filter(([name]) => code[name] !== undefined)
  const choice = (shown: string): string =>
    known
      .map(([name, title]) =>
        name === shown || known.length === 1
          ? `<b>${title}</b>`
          : `<button type="button" data-language="${name}">${title}</button>`,
      )
      .join('')
  const figures = known.map(
    ([name]) =>
      `<figure class="code ${known.length > 1 ? name : 'only'}"><figcaption>${choice(name)}<button type="button" data-copy>Copy</button></figcaption><pre tabindex="0"><code>${safe(code[name])}</code></pre></figure>`,
  )
  return figures.join('')
}
