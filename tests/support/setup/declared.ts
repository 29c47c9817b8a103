import { failuresOf } from '../../../infra/derive/openapi/failure-responses.ts'
import { carriedHeaders } from '../../../infra/derive/openapi/responses.ts'
import { NetworkBlocked, NotThroughEdge } from '../../../lib/contract/failures.ts'
import { matcher } from '../../../lib/contract/route-match.ts'
import type { Contract, DescribedRow } from '../../../lib/contract/row.ts'
import { errorCodeHeader } from '../../../lib/http/respond.ts'

const known = new WeakMap<DescribedRow, ReadonlySet<string>>()

/** The failures that the document declares for an operation, each as its status and its code. */
const declaredBy = (row: DescribedRow): ReadonlySet<string> => {
  const found = known.get(row) ?? new Set(failuresOf(row).map(({ status, code }) => `${status} ${code}`))
  known.set(row, found)
  return found
}

/** What every answer has, whatever it answers. */
const everywhere = new Set([
  'access-control-allow-credentials',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'cache-control',
  'content-encoding',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'vary',
  'x-content-type-options',
  'x-frame-options',
])

const matchers = new WeakMap<Contract, ReturnType<typeof matcher>>()
const matcherOf = (contract: Contract): ReturnType<typeof matcher> => {
  const match = matchers.get(contract) ?? matcher([contract])
  matchers.set(contract, match)
  return match
}

type Asked = {
  readonly rawPath: string
  readonly requestContext: { readonly http: { readonly method: string } }
}
type Answered = { readonly status: number; readonly headers: Readonly<Record<string, string>> }

/** Refusals before any operation: requests that bypass the edge, and those of blocked networks. */
const atTheDoor = new Set([NotThroughEdge.code, NetworkBlocked.code])

/**
 * Clients are written after the document: a refusal or a header that a test meets and the document does not name is a
 * defect of the contract, whatever the test is about.
 */
export const requireDeclared = (contract: Contract, asked: Asked, { status, headers }: Answered): void => {
  const code = headers[errorCodeHeader]
  // Pages are for people.
  const isPage = headers['content-type']?.startsWith('text/html')
  if (status >= 400 && !isPage && !/^[A-Za-z][A-Za-z0-9_]+$/.test(code ?? ''))
    throw new Error(`${asked.requestContext.http.method} ${asked.rawPath}: ${status} without an error code`)
  const found = matcherOf(contract)(asked.requestContext.http.method, asked.rawPath)
  if (found.found !== 'operation' || status === 304) return
  const { operation, domain } = found.route
  const row = found.route.row as DescribedRow
  const refusal = `${status} ${code}`
  if (status >= 400 && !isPage && !atTheDoor.has(code ?? '') && !declaredBy(row).has(refusal))
    throw new Error(`${domain}.${operation} does not declare ${refusal}`)
  // A redirect says where to by a header of its own.
  if (status >= 300) return
  const carried = new Set(carriedHeaders(row).map((name) => name.toLowerCase()))
  const strange = Object.keys(headers).filter((name) => !everywhere.has(name) && !carried.has(name))
  if (strange.length > 0) throw new Error(`${domain}.${operation} does not declare the header ${strange}`)
}
