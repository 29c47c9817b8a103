import { failureResponses } from '../../../infra/derive/openapi/failure-responses.ts'
import { carriedHeaders } from '../../../infra/derive/openapi/responses.ts'
import { NotThroughEdge } from '../../../lib/contract/failures.ts'
import { matcher } from '../../../lib/contract/route-match.ts'
import type { Contract, DescribedRow } from '../../../lib/contract/row.ts'

type Body = { readonly code?: unknown; readonly message?: unknown }
type Content = {
  readonly 'application/json': { readonly examples: Readonly<Record<string, { value: Body }>> }
}

const word = (status: number | string, { code, message }: Body): string =>
  `${status} ${typeof code === 'string' ? code : message}`

const known = new WeakMap<DescribedRow, ReadonlySet<string>>()

/** How an operation fails after the document: statuses with their code, or their message where there is none. */
const declaredBy = (row: DescribedRow): ReadonlySet<string> => {
  const found =
    known.get(row) ??
    new Set(
      Object.entries(failureResponses(row)).flatMap(([status, { content }]) =>
        Object.values((content as Content)['application/json'].examples).map(({ value }) =>
          word(status, value),
        ),
      ),
    )
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
type Answered = { readonly status: number; readonly headers: object; readonly body: unknown }

/**
 * Clients are written after the document: a refusal or a header that a test meets and the document does not name is a
 * defect of the contract, whatever the test is about.
 */
export const requireDeclared = (
  contract: Contract,
  asked: Asked,
  { status, headers, body }: Answered,
): void => {
  const found = matcherOf(contract)(asked.requestContext.http.method, asked.rawPath)
  if (found.found !== 'operation' || status === 304) return
  const { operation, domain } = found.route
  const row = found.route.row as DescribedRow
  // The report on health answers with its own body whatever its status; and who goes round the edge is no client.
  const said = Object(body) as Body
  const refusal = status >= 400 && said.message !== undefined && said.code !== NotThroughEdge.code
  if (refusal && !declaredBy(row).has(word(status, said)))
    throw new Error(`${domain}.${operation} does not declare ${word(status, said)}`)
  // A redirect says where to by a header of its own.
  if (status >= 300) return
  const carried = new Set(carriedHeaders(row).map((name) => name.toLowerCase()))
  const strange = Object.keys(headers).filter((name) => !everywhere.has(name) && !carried.has(name))
  if (strange.length > 0) throw new Error(`${domain}.${operation} does not declare the header ${strange}`)
}
