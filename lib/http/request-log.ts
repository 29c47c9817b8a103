import type { Tenant } from '../context.ts'
import type { FailureKind } from '../contract/failure.ts'
import { TenantUnavailable } from '../contract/failures.ts'
import type { Route } from '../contract/route-match.ts'
import type { Row } from '../contract/row.ts'
import { faultFacts, rootOf } from '../fault-facts.ts'
import type { SenderCheck } from '../identity/limit/networks.ts'
import type { Caller } from '../identity/person/caller.ts'
import type { TenantRecord } from '../identity/person/records.ts'
import { type LogLine, localDetails } from '../log.ts'
import type { Measured } from '../metrics.ts'
import type { TableFault } from '../table/fault.ts'
import type { Table } from '../table/table.ts'
import type { Request } from './request.ts'
import type { Response } from './respond.ts'

/** Facts that the steps collect about one request. The log line and the response are built from them. */
export type RequestTrail = {
  route?: Route | undefined
  /** The row whose error format applies, even if only the method was wrong. */
  row?: Row | undefined
  tenant?: Tenant
  table?: Table
  caller?: Caller | undefined
  /** The request's Origin is the address of a registered school. */
  sibling?: boolean
  school?: TenantRecord | undefined
  sender?: SenderCheck
  failure?: FailureKind
  /** The table's part in the failure. */
  fault?: TableFault | undefined
}

/** Whether the failure is unexpected. A closed school answers 503 to everybody, which must not raise an alarm. */
const isFault = (status: number, { failure }: RequestTrail): boolean =>
  status >= 500 && failure?.code !== TenantUnavailable.code

/**
 * Whether an identity provider's response signed the person in. A refused response from Apple redirects to a page with
 * the reason; a sign-in cancelled there is not counted as refused.
 */
const signInOf = ({ statusCode: status, headers }: Response, { row, failure }: RequestTrail): Measured => {
  if (row?.signsInBy === undefined || status >= 500) return {}
  const word = status === 302 ? /[?&]error=(\w+)/.exec(headers.location ?? '')?.[1] : undefined
  if (word === 'cancelled') return {}
  const counted = status >= 400 || failure || word ? 'Refusals' : 'SignIns'
  return { [`${row.signsInBy}${counted}`]: 1 }
}

const measuredOf = (status: number, ms: number, trail: RequestTrail): Measured => ({
  Requests: 1,
  Latency: ms,
  Faults: isFault(status, trail) ? 1 : 0,
  Refusals: status >= 400 && !isFault(status, trail) ? 1 : 0,
  Limited: status === 429 ? 1 : 0,
  ReadUnits: trail.table?.cost.readUnits ?? 0,
  WriteUnits: trail.table?.cost.writeUnits ?? 0,
  Throttles: trail.table?.cost.throttles ?? 0,
  Conflicts: trail.table?.cost.conflicts ?? 0,
})

const operationOf = ({ route }: RequestTrail): string | undefined =>
  route && `${route.domain}.${route.operation}`

/** The log line of a request that took `ms` milliseconds. */
export const requestLine = (
  { method, path, device: { requestId } }: Request,
  response: Response,
  trail: RequestTrail,
  ms: number,
): LogLine => ({
  [localDetails]: { asked: `${method} ${path}` },
  tenant: trail.tenant?.key,
  operation: operationOf(trail),
  caller: trail.caller?.globalUserId ?? trail.caller?.tenantUserId ?? undefined,
  actor: trail.caller?.actor,
  client: trail.sender?.client,
  network: trail.sender?.network,
  status: response.statusCode,
  code: trail.failure?.code,
  fault: trail.fault,
  ms: Math.round(ms),
  requestId,
  table: trail.table?.cost,
  measured: {
    ...measuredOf(response.statusCode, Math.round(ms * 10) / 10, trail),
    ...signInOf(response, trail),
  },
})

/** The location of a defect for the operator: name and stack. The message is left out, since it may quote user data. */
export const defectLine = (request: Request, trail: RequestTrail, error: unknown): LogLine => {
  const { method, path, device } = request
  return {
    level: 'error',
    operation: operationOf(trail),
    tenant: trail.tenant?.key,
    requestId: device.requestId,
    ...faultFacts(error),
    [localDetails]: { asked: `${method} ${path}`, thrown: rootOf(error) },
  }
}
