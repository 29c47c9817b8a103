import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../functions/routes.ts'
import { bundleAll } from '../../infra/aws/bundle/bundle.ts'
import { isKept, keptTag } from '../../infra/derive/openapi/kept.ts'
import { documentFiles } from '../../infra/derive/reference/documents.ts'
import { routesOf } from '../../lib/contract/route-match.ts'
import type { Row } from '../../lib/contract/row.ts'
import { type World, world } from '../support/world.ts'

type Media = { schema: unknown; example?: unknown; examples?: Record<string, { value: unknown }> }
type Content = Record<string, Media>
type Header = { schema: { enum: string[] } }
type Response = {
  $ref?: string
  description: string
  headers?: Record<string, Header>
  content: Content
}
type Operation = {
  tags: string[]
  operationId: string
  description?: string
  deprecated?: boolean
  'x-replaced-by'?: string
  parameters?: { $ref?: string; example?: unknown }[]
  requestBody?: { content: Content }
  responses: Record<string, Response>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, Response>; schemas: Record<string, unknown> }
}

const made = await documentFiles(routes)()
const document: Document = JSON.parse(made.get('openapi.json') ?? '')

const operations = new Map(
  Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((operation) => [operation.operationId, operation] as const),
  ),
)
const spelled = (path: string): string => path.replace(/:\w+/g, '{}')
const documented = (path: string, { method }: Row): Operation | undefined => {
  const found = Object.entries(document.paths).find(
    ([key]) => key.replace(/\{\w+\}/g, '{}') === spelled(path),
  )
  return found?.[1][method.toLowerCase()]
}
const resolved = (response: Response | undefined): Response | undefined => {
  const name = response?.$ref?.split('/').at(-1)
  return name === undefined ? response : document.components.responses[name]
}

describe('the document', () => {
  it.each(routesOf(routes))('has $row.method $path with what it promises and how it fails', (route) => {
    const { row, path, domain } = route
    const operation = documented(path, row)
    expect(operation?.tags).toEqual([isKept(route) ? keptTag.name : domain])
    expect(Object.keys(operation?.responses ?? {})).toContain(String(row.reply.status))
    for (const kind of row.fails ?? []) {
      const { status, message, code } = kind
      const response = resolved(operation?.responses[status])
      const said = response?.description.split('\n\n')
      expect(said).toContain(`\`${code}\` ${message}`)
      expect(response?.headers?.['X-Error-Code']?.schema.enum).toContain(code)
      if (row.errors === 'plants' || kind.codeIn === 'header') continue
      expect(JSON.stringify(response?.content['application/json']?.schema)).toContain(JSON.stringify(code))
    }
  })

  it('has patterns that validators read with and without the flag for Unicode', () => {
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)]
    const texts = [
      'Ada',
      'a\u0000b',
      'a\u0085',
      'ada@demo.example.edu',
      'äda@demo.example.edu',
      'n\u007f',
      '😀',
      '',
    ]
    for (const text of new Set(patterns.map(([, found = '""']) => String(JSON.parse(found))))) {
      const [plain, unicode] = [new RegExp(text), new RegExp(text, 'u')]
      for (const one of texts) expect([text, one, plain.test(one)]).toEqual([text, one, unicode.test(one)])
    }
    expect(patterns.length).toBeGreaterThan(100)
  })

  it('has nothing that no row knows', () => {
    expect(operations.size).toBe(routesOf(routes).length)
  })
})

describe('each example fits its schema', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  const id = 'https://quad.invalid/openapi'
  ajv.addSchema({ ...document, $id: id })
  const pointer = (...parts: string[]): string =>
    `${id}#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`

  let examples = 0

  /** What a value breaks of its schema, with its place. */
  const misfits = (value: unknown, ...parts: string[]): readonly string[] => {
    examples += 1
    const validate = ajv.getSchema(pointer(...parts)) ?? ajv.compile({ $ref: pointer(...parts) })
    validate(value)
    return (validate.errors ?? []).map((error) => `${parts.join(' ')}: ${JSON.stringify([error, value])}`)
  }

  const misfitsIn = (content: Content, ...parts: string[]): readonly string[] =>
    Object.entries(content).flatMap(([type, { example, examples: named = {} }]) => {
      const at = [...parts, 'content', type, 'schema']
      const values = [
        ...(example === undefined ? [] : [example]),
        ...Object.values(named).map(({ value }) => value),
      ]
      return values.flatMap((value) => misfits(value, ...at))
    })

  const places = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

  it.each(places)('of $method $path', ({ path, method, operation }) => {
    const { parameters = [], requestBody, responses } = operation
    const found = [
      ...parameters.flatMap(({ example }, at) =>
        example === undefined
          ? []
          : misfits(example, 'paths', path, method, 'parameters', String(at), 'schema'),
      ),
      ...(requestBody ? misfitsIn(requestBody.content, 'paths', path, method, 'requestBody') : []),
      ...Object.entries(responses).flatMap(([status, { content }]) =>
        content ? misfitsIn(content, 'paths', path, method, 'responses', status) : [],
      ),
    ]
    expect(found).toEqual([])
  })

  it.each(Object.entries(document.components.responses))('of the shared answer %s', (name, response) => {
    expect(misfitsIn(response.content, 'components', 'responses', name)).toEqual([])
  })

  it('and nearly every operation has some', () => {
    expect(examples).toBeGreaterThan(places.length)
  })

  it('and every schema is one', () => {
    for (const name of Object.keys(document.components.schemas))
      expect(() => ajv.compile({ $ref: pointer('components', 'schemas', name) })).not.toThrow()
  })
})

describe('served', () => {
  const place = {} as { w: World }
  beforeAll(async () => {
    place.w = await world()
  })

  it('the document comes to anybody, at schools and on the platform host, without a look at the table', async () => {
    for (const tenant of [place.w.home, 'www']) {
      const reply = await place.w.device({ tenant }).getOpenapi()
      expect(reply.status).toBe(200)
      expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(reply.headers['cache-control']).toBe('public, max-age=300')
      expect(reply.body.openapi).toBe('3.1.0')
      expect(place.w.logs.at(-1)).toMatchObject({ table: { readUnits: 0, writeUnits: 0 } })
    }
  })

  it('it is that of the route table', async () => {
    const { body } = await place.w.device().getOpenapi()
    expect(body).toEqual(document)
  })

  it.each(['getOpenapi', 'getReference', 'getSearchIndex', 'getViewer', 'getLlmsText'] as const)(
    '%s comes once to a cache',
    async (name) => {
      const device = place.w.device()
      const first = await device[name]()
      const { etag = '' } = first.headers
      expect(etag).toMatch(/^"[\w-]{27}"$/)
      for (const wanted of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await device[name]({}, { headers: { 'if-none-match': wanted } })
        expect([again.status, again.body, again.headers.etag]).toEqual([304, undefined, etag])
        expect(again.headers['content-type']).toBeUndefined()
        expect(again.headers['cache-control']).toBe(first.headers['cache-control'])
      }
      const other = await device[name]({}, { headers: { 'if-none-match': '"other"' } })
      expect([other.status, other.body]).toEqual([200, first.body])
    },
  )

  it('the pages run their own script alone', async () => {
    const { status, body, headers } = await place.w.device().getReference()
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    const policy = headers['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'; connect-src 'self'")
    expect(policy).not.toMatch(/unsafe-eval|https?:|\*|script-src[^;]*unsafe/)
    expect(body).not.toMatch(/<script(?! defer src="\/docs\/)|\son\w+=|(src|href)="https?:/)
  })

  it('what changed is a page of them', async () => {
    const { status, body } = await place.w.device().getReferenceOf({ part: 'changes' })
    expect(status).toBe(200)
    expect(body).toContain('<h1>Changes</h1>')
    expect(body).toContain('aria-current="page">Changes</a>')
  })

  it('programs get the guide and a line for each operation, whose pages are there', async () => {
    const { body, headers } = await place.w.device().getLlmsText()
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(body.startsWith('# Quad\n\n> ')).toBe(true)
    const links = [...body.matchAll(/^- \[(\w+)\]\(\/docs\/([a-z]+)#(\w+)\)/gm)].map(([, ...parts]) => parts)
    const all = routesOf(routes)
      .filter(({ row, path }) => path === row.path)
      .map((route) => [route.operation, isKept(route) ? 'existing' : route.domain, route.operation])
    expect(links.sort()).toEqual(all.sort())
  })

  it('other answers keep their strict policy', async () => {
    const { headers } = await place.w.device().getOpenapi()
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
  })

  it('the script comes from this address too', async () => {
    const { status, body, headers } = await place.w.device().getViewer()
    expect([status, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect(body).toContain('/docs/search.json')
  })

  it('a page for each domain shows each of its operations, in little more than a letter', async () => {
    const kept = new Set(
      routesOf(routes)
        .filter(isKept)
        .map(({ operation, path }) => `${operation} ${path}`),
    )
    for (const { domain, rows } of routes) {
      const { status, body } = await place.w.device().getReferenceOf({ part: domain })
      expect(status).toBe(200)
      for (const [operation, { path }] of Object.entries(rows))
        expect(body.includes(`id="${operation}"`)).toBe(!kept.has(`${operation} ${path}`))
      for (const [, name = ''] of body.matchAll(/href="#([^"]+)"/g)) expect(body).toContain(`id="${name}"`)
      expect(brotliCompressSync(body).length).toBeLessThan(60_000)
    }
  })

  it('operations and addresses of existing clients are on a page of their own, each with its replacement', async () => {
    const { body } = await place.w.device().getReferenceOf({ part: 'existing' })
    const kept = [...operations.values()].filter(({ tags }) => tags[0] === keptTag.name)
    expect(kept).toHaveLength(routesOf(routes).filter(isKept).length)
    const names = new Map([...operations.values()].map((each) => [each.operationId, each]))
    for (const { operationId, deprecated, description, 'x-replaced-by': replacement } of kept) {
      expect(deprecated).toBe(true)
      expect(body).toContain(`id="${operationId}"`)
      if (replacement === undefined) expect(description).toContain('New clients need no such call.')
      else expect(names.get(replacement)?.tags[0]).not.toBe(keptTag.name)
      if (replacement !== undefined) expect(body).toContain(`#${replacement}"`)
    }
    const others = [...operations.values()].filter(({ tags }) => tags[0] !== keptTag.name)
    expect(others.filter(({ deprecated }) => deprecated)).toEqual([])
  })

  it.each(['nothing', '..', 'openapi.json', 'EVENTS'])(
    'a page that there is not is not found: %s',
    async (part) => {
      const { status, body } = await place.w.device().getReferenceOf({ part })
      expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
    },
  )

  it('deployed, from files beside the code', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quad-documents-'))
    await bundleAll(['documents'], folder)
    const beside = join(folder, 'documents', 'files')
    expect(JSON.parse(readFileSync(join(beside, 'openapi.json'), 'utf8'))).toEqual(document)
    for (const [name, text] of made) expect(readFileSync(join(beside, name), 'utf8')).toBe(text)
    rmSync(folder, { recursive: true })
  }, 60_000)

  it('in production at the apex', async () => {
    const settings = { STAGE: 'production', BASE_DOMAIN: 'quad.example', COOKIE_DOMAIN: '.quad.example' }
    const w = await world({ settings })
    const reply = await w.device().getReference({}, { host: 'quad.example' })
    expect(reply.status).toBe(200)
  })
})
