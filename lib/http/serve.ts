import middy from '@middy/core'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Context, Tenant } from '../context.ts'
import { Failure, fail } from '../contract/failure.ts'
import { NoRefreshToken, NoSuchRoute, WrongMethod } from '../contract/failures.ts'
import { matcher, type Route } from '../contract/route-match.ts'
import type { Contract, Row } from '../contract/row.ts'
import type { Caller } from '../identity/person/caller.ts'
import { zoneOfSchool } from '../identity/school/zone.ts'
import { noteSeen } from '../identity/token/refresh-reuse.ts'
import type { Operations } from '../operation.ts'
import { processRuntime, type Runtime } from '../runtime.ts'
import { meter } from '../table/meter.ts'
import { openTable, type Table } from '../table/table.ts'
import { admit, refuseWrongHost } from './access/access.ts'
import { type Facts, readFacts } from './access/facts.ts'
import { crossOriginHeaders, preflight, refuseCrossSite } from './access/origin.ts'
import { tenantOf } from './access/tenant.ts'
import { bodyParser, readInput } from './body.ts'
import { deliveryOf } from './delivery.ts'
import { once } from './idempotency.ts'
import { detour } from './redirect.ts'
import { type Body, cookieOf, type Request, receive } from './request.ts'
import { defectLine, requestLine, type Trail } from './request-log.ts'
import { type Response, refuse, respond, securityHeaders, tagged } from './respond.ts'

type Invocation = APIGatewayProxyEventV2 & { readonly parsed?: Body }
export type Handler = (invocation: APIGatewayProxyEventV2, lambda?: unknown) => Promise<Response>

type AnyOperation = (input: unknown, context: Context) => Promise<unknown>

const contextOf = (
  request: Request,
  tenant: Tenant,
  table: Table,
  { school }: Facts,
  caller: Caller | undefined,
  runtime: Runtime,
) => ({
  tenant,
  school,
  caller: caller as Caller,
  device: request.device,
  table,
  issuer: runtime.issuer,
  gateways: runtime.gateways,
  settings: runtime.settings,
  now: runtime.now,
  newId: runtime.newId,
})

/**
 * What another site could make a browser send: all that a cookie proves, and all that sets one. Headers are no proof of
 * the contrary, since pages of sister schools may send them; a native client without cookies gets none either.
 */
const fromBrowser = ({ device }: Request, row: Row, caller: Caller | undefined): boolean => {
  if (caller?.via === 'cookie') return true
  if (caller) return row.reply.tokens !== undefined && device.delivery === 'cookies'
  return !device.native
}

/** What is noted of a session goes on beside the operation, which does not fail with it. */
const noteUse = async (facts: Facts, table: Table, { now }: Runtime): Promise<void> => {
  const own = facts.own()
  if (own) await noteSeen(table, own.session, own.claims, now()).catch(() => undefined)
}

/** No id is that long or holds half a character, and no key of the table may. */
const isNoKey = (param: string): boolean => !param.isWellFormed() || encodeURIComponent(param).length > 900

/**
 * Makes the handler of one domain: middy with its body parser outside, inside it an ordered list of typed steps.
 * The runtime is that of the process unless a test brings its own.
 */
export const serve = <C extends Contract>(
  contract: C,
  operations: Operations<C>,
  runtimeOf: () => Runtime = processRuntime,
): Handler => {
  const match = matcher([contract])
  const perform = operations as unknown as Readonly<Record<string, AnyOperation>>

  const routeOf = (
    request: Request,
    trail: Trail,
  ): { route: Route; params: Readonly<Record<string, string>> } => {
    const found = match(request.method, request.path)
    if (found.found === 'nothing') fail(NoSuchRoute)
    if (found.found === 'path') {
      trail.row = found.routes[0]?.row
      const methods = found.routes.map(({ row }) => row.method)
      fail(WrongMethod, { headers: { allow: [...new Set(methods)].join(', ') } })
    }
    if (Object.values(found.params).some(isNoKey)) fail(NoSuchRoute)
    trail.route = found.route
    trail.row = found.route.row
    return found
  }

  /** The operation that a preflight announces. */
  const wantedRow = ({ headers, path }: Request): Row | undefined => {
    const found = match(headers['access-control-request-method'] ?? '', path)
    return found.found === 'operation' ? found.route.row : undefined
  }

  const steps = async (received: Request, runtime: Runtime, trail: Trail): Promise<Response> => {
    const { settings } = runtime
    const matched = received.method === 'OPTIONS' ? undefined : routeOf(received, trail)
    const named = tenantOf(received, settings)
    trail.tenant = named
    const table = openTable({ client: runtime.client, tenant: named.key, now: runtime.now, meter: meter() })
    trail.table = table
    if (!matched) return preflight(received, wantedRow(received), named, runtime, table)
    const { route, params } = matched
    const { row } = route
    refuseWrongHost(row, named)
    if (row.refreshToken && row.reply.tokens) cookieOf(received, 'refreshToken')
    const facts = await readFacts({ request: received, row, tenant: named, runtime, table, params })
    const tenant = { ...named, timezone: zoneOfSchool(facts.school, settings) }
    trail.sibling = row.siblings === true && facts.originRegistered
    trail.enrolled = facts.school !== undefined
    const caller = await facts.caller()
    trail.caller = caller
    const delivery = await deliveryOf(received, row, caller, facts.own()?.session, runtime)
    if (delivery === 'nowhere' && !row.goesOnWithout) fail(NoRefreshToken)
    const request = { ...received, device: { ...received.device, delivery } }
    if (fromBrowser(request, row, caller) && row.crossSite !== 'any')
      refuseCrossSite(request, row, tenant, settings)
    admit(row, facts.school, caller)
    const input = await readInput(request, row, params)
    const context = contextOf(request, tenant, table, facts, caller, runtime)
    const rim = { device: request.device, settings }
    const carryOut = async () => respond(row, await perform[route.operation]?.(input, context), rim)
    const refusal = (failure: Failure) => refuse(failure, row, request.device.requestId, settings)
    const call = { request, route, caller, table, input, now: runtime.now }
    const [response] = await Promise.all([once(call, carryOut, refusal), noteUse(facts, table, runtime)])
    return tagged(request, row, response)
  }

  const finish = (request: Request, response: Response, runtime: Runtime, trail: Trail): Response => ({
    ...response,
    headers: {
      ...securityHeaders(runtime.settings),
      ...crossOriginHeaders(request, trail.tenant, runtime.settings, trail.sibling === true),
      ...response.headers,
      'x-request-id': request.device.requestId,
    },
    ...(request.method === 'HEAD' ? { body: '' } : {}),
  })

  const answerTo = async ({ parsed = { kind: 'none' }, ...invocation }: Invocation): Promise<Response> => {
    const runtime = runtimeOf()
    const began = performance.now()
    const request = receive(invocation, parsed)
    const trail: Trail = {}
    let response: Response
    try {
      response = await steps(request, runtime, trail)
    } catch (error) {
      response =
        detour(error, request, trail.tenant) ??
        refuse(error, trail.row, request.device.requestId, runtime.settings)
      if (error instanceof Failure) trail.failure = error.kind
      if (response.statusCode === 500) runtime.log(defectLine(request, trail, error))
    }
    const finished = finish(request, response, runtime, trail)
    runtime.log(requestLine(request, finished, trail, performance.now() - began))
    return finished
  }

  const rim = middy<Invocation, Response>().use(bodyParser()).handler(answerTo)
  return (invocation, lambda) => rim({ ...invocation } as Invocation, (lambda ?? {}) as never)
}
