import middy from '@middy/core'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { Failure, fail } from '../contract/failure.ts'
import { NetworkBlocked, NoSuchRoute, NotThroughEdge, WrongMethod } from '../contract/failures.ts'
import { matcher, type Route } from '../contract/route-match.ts'
import type { Contract, Row } from '../contract/row.ts'
import { checkSender } from '../identity/limit/networks.ts'
import type { Operations } from '../operation.ts'
import { processRuntime, type Runtime } from '../runtime.ts'
import { faultOf } from '../table/fault.ts'
import { meter } from '../table/meter.ts'
import { openTable } from '../table/table.ts'
import { crossOriginHeaders, preflight } from './access/origin.ts'
import { tenantOf } from './access/tenant.ts'
import { bodyParser } from './body.ts'
import { compressResponse } from './compression.ts'
import { throughEdge } from './edge.ts'
import type { InProcessRunner } from './in-process.ts'
import { consistencyOf } from './recent-write.ts'
import { languageSwitch, redirectFor } from './redirect.ts'
import { type Body, type Request, receive } from './request.ts'
import { defectLine, type RequestTrail, requestLine } from './request-log.ts'
import { type DomainOperations, isInvalidKeyPart, runPipeline } from './request-pipeline.ts'
import { type Response, refuse, securityHeaders } from './respond.ts'

type Invocation = APIGatewayProxyEventV2 & { readonly parsed?: Body }
export type Handler = (invocation: APIGatewayProxyEventV2, lambda?: unknown) => Promise<Response>

/**
 * Creates the handler of one domain: middy with its body parser, around an ordered list of typed steps. The process's
 * runtime is used unless a test passes its own. `inside` lets operations call those of other domains as the request's
 * person.
 */
export const serve = <C extends Contract>(
  contract: C,
  operations: Operations<C>,
  runtimeOf: () => Runtime = processRuntime,
  inside?: InProcessRunner,
): Handler => {
  const match = matcher([contract])
  const perform = operations as unknown as DomainOperations

  const routeOf = (
    request: Request,
    trail: RequestTrail,
  ): { route: Route; params: Readonly<Record<string, string>> } => {
    const found = match(request.method, request.path)
    if (found.found === 'nothing') fail(NoSuchRoute)
    if (found.found === 'path') {
      trail.row = found.routes[0]?.row
      const methods = found.routes.map(({ row }) => row.method)
      fail(WrongMethod, { headers: { allow: [...new Set(methods)].join(', ') } })
    }
    if (Object.values(found.params).some(isInvalidKeyPart)) fail(NoSuchRoute)
    trail.route = found.route
    trail.row = found.route.row
    return found
  }

  /** The operation that a preflight announces. */
  const preflightRowOf = ({ headers, path }: Request): Row | undefined => {
    const found = match(headers['access-control-request-method'] ?? '', path)
    return found.found === 'operation' ? found.route.row : undefined
  }

  const handleRequest = async (
    received: Request,
    runtime: Runtime,
    trail: RequestTrail,
  ): Promise<Response> => {
    const matched = received.method === 'OPTIONS' ? undefined : routeOf(received, trail)
    const tenant = tenantOf(received, runtime.settings)
    trail.tenant = tenant
    const strong = matched && consistencyOf(received, matched.route, runtime.now())
    const { client, now } = runtime
    const table = openTable({ client, tenant: tenant.key, now, meter: meter(), strong })
    trail.table = table
    if (!matched) return preflight(received, preflightRowOf(received), tenant, runtime, table)
    const routed = { ...matched, received, tenant, table, runtime, trail }
    return inside ? inside(routed, perform) : runPipeline(routed, perform)
  }

  const finish = async (
    request: Request,
    response: Response,
    runtime: Runtime,
    trail: RequestTrail,
  ): Promise<Response> => {
    const headed = {
      ...response,
      headers: {
        ...securityHeaders(runtime.settings),
        ...crossOriginHeaders(request, trail.tenant, runtime.settings, trail.sibling === true),
        ...response.headers,
        'x-request-id': request.device.requestId,
      },
    }
    const sent = await compressResponse(request, trail.row, headed)
    if (request.method !== 'HEAD') return sent
    const { isBase64Encoded: _, ...head } = sent
    return { ...head, body: '' }
  }

  const refusal = async (
    error: unknown,
    request: Request,
    runtime: Runtime,
    trail: RequestTrail,
  ): Promise<Response> => {
    const response = refuse(error, trail.row, request.device.requestId, runtime.settings)
    if (!request.device.browser?.navigates) return response
    // Most clients with errors are programs.
    const { errorPageFor } = await import('./error-page.ts')
    const page = await errorPageFor(error, request, { domain: contract.domain, runtime, trail }, response)
    return page ?? response
  }

  const respondTo = async ({ parsed = { kind: 'none' }, ...invocation }: Invocation): Promise<Response> => {
    const runtime = runtimeOf()
    const began = performance.now()
    const admitted = throughEdge(invocation, runtime.settings)
    const request = receive(admitted ?? invocation, parsed)
    const trail: RequestTrail = {}
    let response: Response
    try {
      if (!admitted) fail(NotThroughEdge)
      trail.sender = await checkSender(runtime, request.device.address)
      if (trail.sender.blocked) fail(NetworkBlocked)
      response = languageSwitch(request, runtime.settings) ?? (await handleRequest(request, runtime, trail))
    } catch (error) {
      response = redirectFor(error, request, trail.tenant) ?? (await refusal(error, request, runtime, trail))
      if (error instanceof Failure) trail.failure = error.kind
      trail.fault = faultOf(error)
      if (response.statusCode === 500) runtime.log(defectLine(request, trail, error))
    }
    const finished = await finish(request, response, runtime, trail)
    runtime.log(requestLine(request, finished, trail, performance.now() - began))
    return finished
  }

  const handlerWithBody = middy<Invocation, Response>().use(bodyParser()).handler(respondTo)
  return (invocation, lambda) => handlerWithBody({ ...invocation } as Invocation, (lambda ?? {}) as never)
}
