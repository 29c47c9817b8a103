import type { Context, OtherOperations, Tenant } from '../context.ts'
import { type Failure, fail } from '../contract/failure.ts'
import { NoRefreshToken } from '../contract/failures.ts'
import type { Route } from '../contract/route-match.ts'
import type { Row } from '../contract/row.ts'
import type { Caller } from '../identity/person/caller.ts'
import { webClientOf } from '../identity/school/addresses.ts'
import { hasPublishingField, refuseUnprovenPublisher } from '../identity/school/publishers.ts'
import { zoneOfSchool } from '../identity/school/zone.ts'
import { recordRotationSeen } from '../identity/token/refresh-reuse.ts'
import type { Prefetch } from '../operation.ts'
import { type OwnCounts, ownCountsFrom } from '../own-counts.ts'
import type { Runtime } from '../runtime.ts'
import { findCountedUntil } from '../stream-lag.ts'
import type { Table } from '../table/table.ts'
import { admit, refuseWrongHost } from './access/access.ts'
import { type RequestFacts, readRequestFacts } from './access/facts.ts'
import { refuseCrossSite } from './access/origin.ts'
import { readInput } from './body.ts'
import { deliveryOf } from './delivery.ts'
import { runOnce } from './idempotency.ts'
import { countChangesOf, hasRecentWrite, withRecentWriteMarker } from './recent-write.ts'
import type { RunContext } from './repeatable-run.ts'
import { cookieOf, type Request } from './request.ts'
import type { RequestTrail } from './request-log.ts'
import { type Response, refuse, respond, withEntityTag } from './respond.ts'

/** The operations of one domain, as the steps call them. */
export type DomainOperations = Readonly<
  Record<string, ((input: unknown, context: Context) => Promise<unknown>) & { readonly prefetch?: Prefetch }>
>

/** One request, matched to its operation. */
export type RoutedRequest = {
  readonly received: Request
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
  readonly tenant: Tenant
  readonly table: Table
  readonly runtime: Runtime
  readonly trail: RequestTrail
  /** Set where a page calls the operation. */
  readonly isForPage?: true
  /** Access to other operations, for pages. */
  within?(request: Request): OtherOperations
}

/**
 * Whether another site could make a browser send the request: requests that a cookie authenticates, and requests that
 * set one. Headers cannot disprove it, since pages of sister schools may send them. A native client without cookies is
 * also sent none.
 */
const fromBrowser = ({ device }: Request, row: Row, caller: Caller | undefined): boolean => {
  if (caller?.via === 'cookie') return true
  if (caller) return row.reply.tokens !== undefined && device.delivery === 'cookies'
  return !device.native
}

/** Records session use in parallel with the operation, which does not fail with it. */
const recordSessionUse = async (facts: RequestFacts, table: Table, { now }: Runtime): Promise<void> => {
  const own = facts.own()
  if (own) await recordRotationSeen(table, own.session, own.claims, now()).catch(() => undefined)
}

/** No valid id is this long or contains half a surrogate pair, and table keys must not. */
export const isInvalidKeyPart = (param: string): boolean =>
  !param.isWellFormed() || encodeURIComponent(param).length > 900

const contextOf = (
  { runtime, within }: RoutedRequest,
  { table, now, newId }: RunContext,
  request: Request,
  tenant: Tenant,
  { school }: RequestFacts,
  caller: Caller | undefined,
  counts: OwnCounts,
) => ({
  tenant,
  school,
  caller: caller as Caller,
  device: request.device,
  table,
  issuer: runtime.issuer,
  gateways: runtime.gateways,
  settings: runtime.settings,
  counts,
  now,
  newId,
  ...(within ? { within: within(request) } : {}),
})

/** All steps between a request and its operation's response, in this order. Refusals are thrown. */
export const runPipeline = async (routed: RoutedRequest, perform: DomainOperations): Promise<Response> => {
  const { received, route, params, tenant: named, table, runtime, trail } = routed
  const { settings } = runtime
  const { row } = route
  refuseWrongHost(row, named)
  if (row.refreshToken && row.reply.tokens) cookieOf(received, 'refreshToken')
  const { prefetch } = perform[route.operation] ?? {}
  const facts = await readRequestFacts({
    request: received,
    row,
    tenant: named,
    runtime,
    table,
    params,
    prefetch,
    isForPage: routed.isForPage ?? false,
  })
  const web = webClientOf(facts.school)
  const locale = facts.school?.locale
  const tenant = {
    ...named,
    timezone: zoneOfSchool(facts.school, settings),
    ...(web ? { web } : {}),
    ...(locale ? { locale } : {}),
  }
  trail.sibling = row.siblings === true && facts.originRegistered
  trail.school = facts.school
  const caller = await facts.caller()
  trail.caller = caller
  const delivery = await deliveryOf(received, row, caller, facts.own()?.session, runtime)
  if (delivery === 'nowhere' && !row.goesOnWithout) fail(NoRefreshToken)
  const request = { ...received, device: { ...received.device, delivery } }
  if (fromBrowser(request, row, caller) && row.crossSite !== 'any')
    refuseCrossSite(request, row, tenant, settings)
  admit(row, facts.school, caller, settings)
  if (row.publishes === true) await refuseUnprovenPublisher(facts.school, caller, table)
  const input = await readInput(request, row, params)
  if (hasPublishingField(row, input)) await refuseUnprovenPublisher(facts.school, caller, table)
  const responseContext = { device: request.device, settings }
  const changes = countChangesOf(request)
  // The lag is read only for counts: most functions never need it.
  const counted = row.counted || changes !== '' ? findCountedUntil(runtime) : undefined
  const counts = ownCountsFrom(changes, runtime.now(), changes === '' ? undefined : await counted)
  const carryOut = async (run: RunContext) => {
    const context = contextOf(routed, run, request, tenant, facts, caller, counts)
    const value = await perform[route.operation]?.(input, context)
    const until = row.counted ? await counted : undefined
    return respond(row, value, { ...responseContext, countedUntil: until })
  }
  const refusal = (failure: Failure) => refuse(failure, row, request.device.requestId, settings)
  const { now, newId } = runtime
  const repeatSeconds = settings.REPEAT_SECONDS
  const call = { request, route, caller, table, input, now, newId, repeatSeconds }
  const [response] = await Promise.all([
    runOnce(call, carryOut, refusal),
    recordSessionUse(facts, table, runtime),
  ])
  const changed = hasRecentWrite(request, runtime.now())
  return withEntityTag(
    request,
    row,
    withRecentWriteMarker(request, caller, response, counts.encoded(), runtime),
    changed,
  )
}
