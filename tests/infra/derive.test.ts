import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { contracts, domainFor, routes } from '../../functions/routes.ts'
import { entityFiles } from '../../infra/derive/data-model.ts'
import { collisionsOf, domainsAt, gatewayRoutes } from '../../infra/derive/gateway-routes.ts'
import { jsonSchemas } from '../../infra/derive/openapi/json-schemas.ts'
import { openapi, schemaNames } from '../../infra/derive/openapi/openapi.ts'
import { samples } from '../../infra/derive/samples.ts'
import { notFound } from '../../lib/contract/failure.ts'
import { data, done } from '../../lib/contract/reply.ts'
import { routesOf } from '../../lib/contract/route-match.ts'
import { type Contract, declare } from '../../lib/contract/row.ts'

type Operation = {
  operationId: string
  parameters?: { name: string; in: string }[]
  responses: Record<string, { description: string }>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

const documentOf = async (table: readonly Contract[]) =>
  openapi(table, await schemaNames(table)) as unknown as Document

const refsIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref)

describe('the OpenAPI document', () => {
  it('has every operation and alias, each under a name of its own', async () => {
    const { paths } = await documentOf(routes)
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
    expect(operations).toHaveLength(routesOf(routes).length)
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const names = Object.values(contracts).flatMap(({ rows }) => Object.keys(rows))
    expect(names.filter((name) => !ids.includes(name))).toEqual([])
  })

  it('points nowhere into the void', async () => {
    const { components, ...rest } = await documentOf(routes)
    const refs = [...new Set(refsIn({ components, ...rest }))]
    const lost = refs.filter((ref) => {
      const [, , kind = '', name = ''] = ref.split('/')
      return !ref.startsWith('#/components/') || components[kind]?.[name] === undefined
    })
    expect(lost).toEqual([])
  })

  it('declares each parameter of a path, and spells one path in one way', async () => {
    const { paths } = await documentOf(routes)
    const shapes = Object.keys(paths).map((path) => path.replace(/\{\w+\}/g, '{}'))
    expect(new Set(shapes).size).toBe(shapes.length)
    for (const [path, methods] of Object.entries(paths)) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      for (const { parameters = [] } of Object.values(methods)) {
        expect(parameters.filter((each) => each.in === 'path').map(({ name }) => name)).toEqual(names)
      }
    }
  })

  it('says each failure in its own words', async () => {
    const Lost = notFound('Lost at sea', 'LOST')
    const table = [
      declare('boats', 'Boats', {
        findBoat: {
          summary: 'Finds a boat',
          costs: { depth: 0, read: 0, write: 0 },
          method: 'GET',
          path: '/boats/:name',
          access: 'caller',
          reply: done('Found'),
          fails: [Lost],
          example: { as: 'ada', path: { name: 'argo' } },
        },
      }),
    ]
    const responses = (await documentOf(table)).paths['/boats/{name}']?.get?.responses
    expect(responses?.['404']?.description).toContain('`LOST` Lost at sea')
    expect(Object.keys(responses ?? {})).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '405',
      '413',
      '500',
      '503',
    ])
  })

  it('tells what is sent from what is answered where one schema stands for both', () => {
    const Inner = z.object({ at: z._default(z.string(), 'now') })
    const Outer = z.object({ inner: Inner })
    const Plain = z.object({ name: z.string() })
    const schemas = jsonSchemas(
      new Map<z.ZodMiniType, string>([
        [Inner, 'Inner'],
        [Outer, 'Outer'],
        [Plain, 'Plain'],
      ]),
    )
    const whole = [schemas.sent(Outer), schemas.answered(Outer), schemas.sent(Plain), schemas.answered(Plain)]
    const { document, schemas: named } = schemas.settle(whole)
    expect(refsIn(document)).toEqual(
      ['OuterInput', 'Outer', 'Plain', 'Plain'].map((name) => `#/components/schemas/${name}`),
    )
    expect(Object.keys(named)).toEqual(['Inner', 'InnerInput', 'Outer', 'OuterInput', 'Plain'])
  })
})

describe('the gateway', () => {
  const gateway = gatewayRoutes(routes)

  it('has room for the routes', () => {
    expect(gateway.length).toBeLessThan(300)
    expect(new Set(gateway.map(({ method, path }) => `${method} ${path}`)).size).toBe(gateway.length)
  })

  it.each(routesOf(routes))('leads $row.method $path to $domain', ({ domain, path, row }) => {
    const asked = path.replace(/:(\w+)/g, 'x-$1')
    expect(domainsAt(gateway, asked, row.method)).toEqual([domain])
    expect(domainFor(asked, row.method)).toBe(domain)
  })

  it('leads everything else to where unknown paths are answered', () => {
    expect(domainsAt(gateway, '/no/such/place')).toEqual(['organizations'])
    expect(domainFor('/no/such/place')).toBe('organizations')
  })

  const covers = (wide: readonly string[], narrow: readonly string[]): boolean =>
    wide.every((segment, at) => segment.startsWith('{') || segment === narrow[at])

  // Where each of two paths says a word at which the other has a parameter, an id would have to be a word.
  it('leads a path that another function could mean too to its own', () => {
    const apart = collisionsOf(routes).filter(({ domains: [one, other] }) => one !== other)
    for (const { paths } of apart) {
      const [one = [], other = []] = paths.map((path) => path.split('/'))
      const narrow = covers(one, other) ? other : covers(other, one) ? one : undefined
      const asked = narrow?.join('/').replace(/\{(\w+)\}/g, 'x-$1')
      if (asked !== undefined) expect(domainsAt(gateway, asked), asked).toEqual([domainFor(asked)])
    }
  })

  it('takes a prefix whole only while no other domain can be meant', () => {
    const row = (path: string) =>
      ({
        summary: '',
        costs: { depth: 0, read: 0, write: 0 },
        method: 'GET',
        path,
        access: 'anyone',
        reply: data(z.object({})),
        example: {},
      }) as const
    const table = [
      declare('boats', '', {
        listBoats: row('/boats'),
        getBoat: row('/boats/:boat'),
      }),
      declare('organizations', '', { find: row('/:sea/boats/:boat'), list: row('/crews') }),
      declare('ports', '', { getPort: row('/ports/:port/berths') }),
      declare('seas', '', { getSea: row('/ports/map') }),
    ]
    expect(gatewayRoutes(table)).toEqual([
      { path: '/boats', domain: 'boats' },
      { path: '/boats/{proxy+}', domain: 'boats' },
      { path: '/ports/{port}/berths', domain: 'ports' },
      { path: '/ports/map', domain: 'seas' },
    ])
    const stranger = declare('boats', '', { find: row('/:sea/boats') })
    expect(() => gatewayRoutes([stranger])).toThrow('begins with a parameter')
    expect(collisionsOf(table)).toEqual([
      { paths: ['/{sea}/boats/{boat}', '/ports/{port}/berths'], domains: ['organizations', 'ports'] },
    ])
  })
})

describe('sample invocations', () => {
  it('exist for every operation and name nobody but people of the demo campus', () => {
    const made = samples(routes)
    expect(made.size).toBe(routes.flatMap(({ rows }) => Object.keys(rows)).length)
    for (const sample of made.values())
      expect(JSON.stringify(sample)).not.toMatch(/Bearer (?!demo:(ada|ben|root)")/)
  })
})

describe('the data model', () => {
  it('gives every kind of item a name and a place of its own', async () => {
    const entities = (await entityFiles()).flatMap((file) => file.entities)
    const names = entities.map(({ name }) => name)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
    const places = entities.map(({ keys }) => `${keys.scope} ${keys.pk} ${keys.sk}`.replace(/\{\w+\}/g, '{}'))
    expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([])
  })
})
