import type { Json } from '../openapi/json-schemas.ts'
import { codeFigures, codeOf, fileFields, sampleOf } from './code.ts'
import { prose, safe, words } from './html.ts'
import type { shapesOf } from './shapes.ts'

export type Parameter = Json & {
  readonly name: string
  readonly in: string
  readonly schema: Json
  readonly example?: unknown
}
type Media = {
  readonly schema?: Json
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}
export type Content = Readonly<Record<string, Media>>

/** One operation of the document, with its address. */
export type Described = Json & {
  readonly path: string
  readonly method: string
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly security: readonly Json[]
  readonly parameters?: readonly Json[]
  readonly requestBody?: { readonly content: Content; readonly description?: string }
  readonly responses: Readonly<Record<string, Json>>
}

export type Components = { readonly parameters: Json; readonly responses: Json; readonly schemas: Json }

/** What a part of a page needs besides its operation. */
export type Surroundings = {
  readonly components: Components
  readonly shapes: ReturnType<typeof shapesOf>
  /** Errors that most operations can return, as `status line`. They are listed once, in the guide. */
  readonly common: ReadonlySet<string>
  /** The client's name of the operation's domain, if the client has the operation. */
  readonly group: string | undefined
  /** A link to the operation that replaces this one. */
  readonly instead?: string | undefined
}

export const found = (value: Json, among: Json): Json =>
  typeof value.$ref === 'string' ? ((among[value.$ref.split('/').at(-1) ?? ''] ?? {}) as Json) : value

const pretty = (value: unknown): string => safe(JSON.stringify(value, null, 2))

/** The errors of an operation, as `status line`. */
export const errorsOf = (
  { responses }: Pick<Described, 'responses'>,
  components: Pick<Components, 'responses'>,
): readonly string[] =>
  Object.entries(responses).flatMap(([status, response]) => {
    if (Number(status) < 400) return []
    const { description = '' } = found(response, components.responses)
    return String(description)
      .split('\n\n')
      .map((line) => `${status} ${line}`)
  })

/** Errors as a list: status, code and message. */
export const errorList = (errors: readonly string[]): string =>
  `<ul class="errors">${errors.map((error) => `<li><b>${error.slice(0, 3)}</b> ${words(error.slice(4))}</li>`).join('')}</ul>`

const errorPart = (operation: Described, { components, common }: Surroundings): string => {
  const own = errorsOf(operation, components).filter((error) => !common.has(error))
  const rest =
    '<p class="soft">Any operation can also return the <a href="/docs#common-errors">common errors</a>.</p>'
  if (own.length === 0) return rest
  return `<details><summary>Errors (${own.length})</summary>${errorList(own)}${rest}</details>`
}

const responsePart = (operation: Described, { shapes }: Surroundings): string => {
  const [status = '200', response = {}] = Object.entries(operation.responses)[0] ?? []
  const content = (response.content ?? {}) as Content
  const forms = Object.entries(content).map(
    ([type, { schema = {} }]) => `<p class="soft">${safe(type)}</p>${shapes.fieldsOf(schema)}`,
  )
  const headers = Object.keys((response.headers ?? {}) as Json)
  const names =
    headers.length === 0
      ? ''
      : `<p class="soft">Headers: ${headers.map((name) => `<code>${name}</code>`).join(' ')}</p>`
  return `<details open><summary>Response <span class="status">${status}</span></summary>${forms.join('')}${names}</details>`
}

const examplePart = ({ responses }: Described): string => {
  const [, response = {}] = Object.entries(responses)[0] ?? []
  const sample = sampleOf(response.content as Content | undefined)
  if (sample === undefined) return ''
  return `<figure class="code only"><figcaption><b>Response</b><button type="button" data-copy>Copy</button></figcaption><pre tabindex="0"><code>${pretty(sample)}</code></pre></figure>`
}

const places = [
  ['path', 'Path'],
  ['query', 'Query'],
  ['header', 'Headers'],
] as const

const requestPart = (
  { requestBody }: Described,
  parameters: readonly Parameter[],
  { shapes }: Surroundings,
): string => {
  const lists = places.flatMap(([place, title]) => {
    const own = parameters.filter((each) => each.in === place)
    if (own.length === 0) return []
    const fields = own.map((each) =>
      shapes.fieldOf(
        each.name,
        { ...each.schema, description: each.description },
        each.required === true,
        'request',
      ),
    )
    return [`<p class="soft">${title}</p><ul class="fields">${fields.join('')}</ul>`]
  })
  const { 'multipart/form-data': form, 'application/json': json } = requestBody?.content ?? {}
  const media = form ?? json
  const note = requestBody?.description === undefined ? '' : `<p>${words(requestBody.description)}</p>`
  const bodyFields = media ? shapes.fieldsOf(shapes.opened(media.schema ?? {}), 'request') : ''
  const body = bodyFields
    ? [`<p class="soft">Body, ${form ? 'a form, or JSON without files' : 'JSON'}</p>${note}${bodyFields}`]
    : []
  const all = [...lists, ...body]
  return all.length === 0 ? '' : `<details open><summary>Request</summary>${all.join('')}</details>`
}

/** The data that the page needs to send the operation. */
const trial = (operation: Described, parameters: readonly Parameter[]): string => {
  const fields = parameters.map(({ name, in: place, example, required }) => ({
    name,
    place,
    example,
    required,
  }))
  const body = sampleOf(operation.requestBody?.content)
  return safe(
    JSON.stringify({
      method: operation.method,
      path: operation.path,
      fields,
      files: fileFields(operation),
      body,
    }),
  )
}

/** A description without its first paragraph, which a link of the page replaces. */
const withoutFirst = (description: string): string => description.split('\n\n').slice(1).join('\n\n')

/** One operation as a part of a page. */
export const operationPart = (operation: Described, around: Surroundings): string => {
  const parameters = (operation.parameters ?? []).map((each) =>
    found(each, around.components.parameters),
  ) as Parameter[]
  const { operationId: id, method, path, summary, description } = operation
  const instead =
    around.instead === undefined
      ? ''
      : `<p class="tell">Kept for existing clients. Call instead: ${around.instead}</p>`
  return `<section class="op" id="${id}"><div class="about"><h2><a href="#${id}">${words(summary)}</a></h2>
<p class="at"><b class="method ${method}">${method.toUpperCase()}</b> <code>${safe(path)}</code> <span class="soft">${id}</span></p>
${instead}${prose(around.instead === undefined ? description : withoutFirst(description))}${requestPart(operation, parameters, around)}${responsePart(operation, around)}${errorPart(operation, around)}</div>
<div class="samples">${codeFigures(codeOf(operation, parameters, around.group))}<button type="button" class="try" data-try="${trial(operation, parameters)}">Try it</button>${examplePart(operation)}</div></section>
`
}
