import type { Json } from '../openapi/json-schemas.ts'
import { prose, safe, words } from './html.ts'
import type { shapesOf } from './shapes.ts'

type Parameter = Json & {
  readonly name: string
  readonly in: string
  readonly schema: Json
  readonly example?: unknown
}
type Media = {
  readonly schema?: Json
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}
type Content = Readonly<Record<string, Media>>

/** One operation of the document, with its address. */
export type Described = Json & {
  readonly path: string
  readonly method: string
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly security: readonly Json[]
  readonly parameters?: readonly Json[]
  readonly requestBody?: { readonly content: Content; readonly description?: string }
  readonly responses: Readonly<Record<string, Json>>
}

type Components = { readonly parameters: Json; readonly responses: Json }

const found = (value: Json, among: Json): Json =>
  typeof value.$ref === 'string' ? ((among[value.$ref.split('/').at(-1) ?? ''] ?? {}) as Json) : value

const pretty = (value: unknown): string => safe(JSON.stringify(value, null, 2))

const sampleOf = (content: Content | undefined): unknown =>
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

const curlOf = (
  { method, path, security, ...operation }: Described,
  parameters: readonly Parameter[],
): string => {
  const body = sampleOf(operation.requestBody?.content)
  const lines = [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} 'https://demo.example.edu${addressOf(path, parameters)}'`,
    ...(security.some((one) => 'bearer' in one) ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ]
  return lines.join(' \\\n  ')
}

const typescriptOf = (
  { operationId, tags, requestBody }: Described,
  parameters: readonly Parameter[],
): string => {
  const sent = parameters.filter((each) => each.in !== 'header' && each.example !== undefined)
  const body = sampleOf(requestBody?.content)
  const input = {
    ...Object.fromEntries(sent.map(({ name, example }) => [name, example])),
    ...(typeof body === 'object' ? body : {}),
  }
  const text =
    Object.keys(input).length === 0 ? '' : JSON.stringify(input, null, 2).replace(/"(\w+)":/g, '$1:')
  const domain = String((tags as readonly string[])[0])
  return `const answer = await api.${domain}.${operationId}(${text})\nif (answer.ok) console.log(answer.data)`
}

const refusals = (responses: Readonly<Record<string, Json>>, components: Components): string => {
  const rows = Object.entries(responses).flatMap(([status, response]) => {
    if (Number(status) < 400) return []
    const { description = '' } = found(response, components.responses)
    return String(description)
      .split('\n\n')
      .map((line) => `<li><b>${status}</b> ${words(line)}</li>`)
  })
  return `<details><summary>Refusals (${rows.length})</summary><ul>${rows.join('')}</ul></details>`
}

type Shapes = ReturnType<typeof shapesOf>

const answers = (operation: Described, shapes: Shapes): string => {
  const [status = '200', response = {}] = Object.entries(operation.responses)[0] ?? []
  const content = (response.content ?? {}) as Content
  const forms = Object.entries(content).map(([type, { schema = {}, examples }]) => {
    const sample = examples?.sample?.value
    const example =
      sample === undefined ? '' : `<details><summary>Example</summary><pre>${pretty(sample)}</pre></details>`
    return `<p class="soft">${safe(type)}</p>${shapes.fieldsOf(schema)}${example}`
  })
  const headers = Object.keys((response.headers ?? {}) as Json)
  const carried =
    headers.length === 0
      ? ''
      : `<p class="soft">Headers: ${headers.map((name) => `<code>${name}</code>`).join(' ')}</p>`
  return `<details open><summary>Answers ${status}</summary>${forms.join('')}${carried}</details>`
}

const sends = ({ requestBody }: Described, parameters: readonly Parameter[], shapes: Shapes): string => {
  const places = [
    ['path', 'In the path'],
    ['query', 'In the query'],
    ['header', 'As headers'],
  ] as const
  const lists = places.flatMap(([place, title]) => {
    const own = parameters.filter((each) => each.in === place)
    if (own.length === 0) return []
    const fields = own.map((each) =>
      shapes.fieldOf(each.name, { ...each.schema, description: each.description }, each.required === true),
    )
    return [`<p class="soft">${title}</p><ul class="fields">${fields.join('')}</ul>`]
  })
  const { 'multipart/form-data': form, 'application/json': json } = requestBody?.content ?? {}
  const media = form ?? json
  const note = requestBody?.description === undefined ? '' : `<p>${words(requestBody.description)}</p>`
  const body = media
    ? [
        `<p class="soft">${form ? 'As a form, or as JSON without files' : 'As JSON'}</p>${note}${shapes.fieldsOf(media.schema ?? {})}`,
      ]
    : []
  const all = [...lists, ...body]
  return all.length === 0 ? '' : `<details open><summary>Takes</summary>${all.join('')}</details>`
}

/** The data that the page needs to send the operation. */
const trial = (operation: Described, parameters: readonly Parameter[]): string => {
  const { content = {} } = operation.requestBody ?? {}
  const { properties = {} } = content['multipart/form-data']?.schema ?? {}
  const files = Object.entries(properties as Record<string, Json>)
    .filter(([, { format }]) => format === 'binary')
    .map(([name]) => name)
  const fields = parameters.map(({ name, in: place, example, required }) => ({
    name,
    place,
    example,
    required,
  }))
  const body = sampleOf(content)
  return safe(JSON.stringify({ method: operation.method, path: operation.path, fields, files, body }))
}

/** One operation as a part of a page. */
export const operationPart = (operation: Described, components: Components, shapes: Shapes): string => {
  const parameters = (operation.parameters ?? []).map((each) =>
    found(each, components.parameters),
  ) as Parameter[]
  const { operationId: id, method, path, summary, description } = operation
  return `<section class="op" id="${id}"><h2><a href="#${id}">${words(summary)}</a></h2>
<p class="at"><b class="${method}">${method.toUpperCase()}</b> <code>${safe(path)}</code> <span class="soft">${id}</span></p>
${prose(description)}<button type="button" data-try="${trial(operation, parameters)}">Try it</button>
${sends(operation, parameters, shapes)}${answers(operation, shapes)}${refusals(operation.responses, components)}
<details><summary>Code</summary><p class="soft">curl</p><pre>${safe(curlOf(operation, parameters))}</pre><p class="soft">TypeScript, with the client of the platform</p><pre>${safe(typescriptOf(operation, parameters))}</pre></details></section>
`
}
