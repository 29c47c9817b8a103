import { bodyCodeOf, type FailureKind } from '../../../lib/contract/failure.ts'
import * as pipeline from '../../../lib/contract/failures.ts'
import { idempotencyFailures, takesIdempotencyKey } from '../../../lib/contract/idempotency.ts'
import { OrgInactive } from '../../../lib/contract/org-rules.ts'
import { refusalsOf } from '../../../lib/contract/permissions.ts'
import { type Row, requiresFactorInSession, requiresRecentFactor } from '../../../lib/contract/row.ts'
import { signInPolicyRefusals } from '../../../lib/contract/sign-in-policy.ts'
import type { Json } from './json-schemas.ts'

const isOpen = ({ access }: Row): boolean => access === 'anyone' || access === 'optional'

const accessRefusals: Readonly<Record<string, FailureKind>> = {
  member: pipeline.NotAMember,
  admin: pipeline.Forbidden,
  platformAdmin: pipeline.PlatformAdminRequired,
}

const requiresRole = ({ access }: Row): boolean =>
  typeof access === 'object' || access === 'admin' || access === 'platformAdmin'

/** Whether new tokens would be lost when an app does not send its refresh token. */
const losesTokens = ({ access, refreshToken, reply, goesOnWithout }: Row): boolean =>
  reply.tokens !== undefined && access !== 'anyone' && !refreshToken && !goesOnWithout

/** Whether the query has this field: a cursor may belong to another list, and a page may be too far away. */
const asksFor = ({ query }: Row, field: 'cursor' | 'page'): boolean => {
  const { shape = {} } = (query?._zod.def ?? {}) as { readonly shape?: object }
  return field in shape
}

/** Failures of the pipeline before the operation runs, by the facts of its row. */
const pipelineFailures = (row: Row): readonly FailureKind[] => {
  const host = row.host ?? 'tenant'
  const credential = [
    pipeline.NoToken,
    pipeline.TokenExpired,
    pipeline.InvalidToken,
    pipeline.SessionRevoked,
    pipeline.AccountSuspended,
    ...signInPolicyRefusals,
    // A token of an impersonation at another school.
    pipeline.ImpersonationForbidden,
  ]
  const demanded =
    typeof row.access === 'object' ? refusalsOf(row.access.org) : [accessRefusals[row.access] ?? []].flat()
  return [
    pipeline.MalformedJson,
    pipeline.ValidationError,
    ...(isOpen(row) ? [] : credential),
    // Two cookies of one name are always rejected, even for callers without a session.
    ...((row.access === 'optional' || (row.access === 'anyone' && row.refreshToken)) && !row.takesAnyCookies
      ? [pipeline.InvalidToken]
      : []),
    ...(row.inPerson || row.proof === 'own' ? [pipeline.ImpersonationForbidden] : []),
    ...(losesTokens(row) ? [pipeline.NoRefreshToken] : []),
    ...(asksFor(row, 'cursor') ? [pipeline.BadCursor] : []),
    ...(asksFor(row, 'page') ? [pipeline.PageTooFar] : []),
    ...(row.access === 'caller' ? [pipeline.GlobalIdentityRequired] : []),
    ...(row.path.includes('/:') ? [pipeline.NoSuchRoute] : []),
    ...demanded,
    ...(row.begins ? [OrgInactive] : []),
    ...(row.proof !== undefined || requiresRole(row) ? [pipeline.OwnProofRequired] : []),
    ...(requiresRecentFactor(row) ? [pipeline.StrongProofRequired, pipeline.SecondFactorRequired] : []),
    ...(requiresFactorInSession(row) ? [pipeline.StrongProofRequired] : []),
    ...(row.publishes ? [pipeline.AddressUnproven] : []),
    ...(host === 'both' ? [] : [pipeline.UseTenantSubdomain]),
    ...(row.method === 'GET' || row.crossSite === 'any' ? [] : [pipeline.CrossSiteRefused]),
    pipeline.TenantNotFound,
    pipeline.WrongMethod,
    pipeline.PayloadTooLarge,
    ...(row.body ? [pipeline.UnsupportedBody] : []),
    ...(takesIdempotencyKey(row) ? idempotencyFailures : []),
    ...(row.limits ? [pipeline.RateLimited] : []),
    ...(row.duringMaintenance || host === 'platform' ? [] : [pipeline.TenantUnavailable]),
    pipeline.StoreUnavailable,
  ]
}

const headersOf: Readonly<Record<number, readonly string[]>> = {
  405: ['Allow'],
  429: ['Retry-After', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
  503: ['Retry-After'],
}

const bodyOf = (row: Row, kind: FailureKind): Json => {
  const { status, message } = kind
  const code = bodyCodeOf(kind)
  return row.errors === 'plants'
    ? { error: status, message }
    : {
        success: false,
        message,
        ...(code === undefined ? {} : { code }),
        ...(status === 500 || code === pipeline.StoreUnavailable.code
          ? { error: `${message}. Request <id>` }
          : {}),
      }
}

const schemaOf = (row: Row, kinds: readonly FailureKind[]): Json => {
  if (row.errors === 'plants') return { $ref: '#/components/schemas/PlantError' }
  const codes = [...new Set(kinds.flatMap((kind) => bodyCodeOf(kind) ?? []))]
  const base = { $ref: '#/components/schemas/Error' }
  return codes.length === 0
    ? base
    : { allOf: [base, { type: 'object', properties: { code: { enum: codes } } }] }
}

/** Every refusal has its code in this header, also where the body has none. */
const codeHeader = (kinds: readonly FailureKind[]): Json => ({
  description: 'Error code for programs',
  schema: { type: 'string', enum: [...new Set(kinds.map(({ code }) => code))] },
})

const responseOf = (row: Row, kinds: readonly FailureKind[]): Json => {
  const lines = kinds.map(({ message, code }) => `\`${code}\` ${message}`)
  const headers = ['X-Request-Id', ...(headersOf[kinds[0]?.status ?? 0] ?? [])]
  const examples = kinds.map((kind) => [kind.code, { value: bodyOf(row, kind) }] as const)
  // Two failures may share a code; each keeps its own example.
  const named = examples.map(([name, example], at) => [
    examples.findIndex(([other]) => other === name) === at ? name : `${name}_${at + 1}`,
    example,
  ])
  return {
    description: lines.join('\n\n'),
    headers: {
      'X-Error-Code': codeHeader(kinds),
      ...Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    },
    content: { 'application/json': { schema: schemaOf(row, kinds), examples: Object.fromEntries(named) } },
  }
}

const unlike = (kinds: readonly FailureKind[]): readonly FailureKind[] =>
  kinds.filter(
    (kind, at) =>
      kinds.findIndex(
        ({ status, message, code }) =>
          status === kind.status && message === kind.message && code === kind.code,
      ) === at,
  )

/** All failures of an operation, from the pipeline and its own. */
export const failuresOf = (row: Row): readonly FailureKind[] =>
  unlike([...pipelineFailures(row), ...(row.fails ?? []), pipeline.InternalError])

/** The same as responses by status. */
export const failureResponses = (row: Row): Readonly<Record<string, Json>> => {
  const kinds = failuresOf(row)
  const statuses = [...new Set(kinds.map(({ status }) => status))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      responseOf(
        row,
        kinds.filter((kind) => kind.status === status),
      ),
    ]),
  )
}

/** Bodies of errors; the plant store has its own. */
export const errorSchemas: Readonly<Record<string, Json>> = {
  Error: {
    type: 'object',
    properties: {
      success: { const: false },
      message: { type: 'string', description: 'Human-readable explanation of the result' },
      code: {
        type: 'string',
        description: 'Error code for programs. The header `X-Error-Code` has it with every error',
      },
      field: { type: 'string', description: 'Name of the first invalid field' },
      details: {
        type: 'array',
        items: {
          type: 'object',
          properties: { field: { type: 'string' }, message: { type: 'string' } },
          required: ['field', 'message'],
        },
      },
      data: {},
      error: { type: 'string', description: 'Explanation that ends with the request id, for support' },
    },
    required: ['success', 'message'],
  },
  PlantError: {
    type: 'object',
    properties: { error: { type: 'integer', format: 'int32' }, message: { type: 'string' } },
    required: ['error', 'message'],
  },
}

const seconds = (description: string): Json => ({ description, schema: { type: 'integer' } })

export const errorHeaders: Readonly<Record<string, Json>> = {
  Allow: { description: 'Methods that the path supports', schema: { type: 'string' } },
  'Retry-After': seconds('Seconds to wait before the next attempt'),
  'X-RateLimit-Limit': seconds('Number of attempts that the window allows'),
  'X-RateLimit-Remaining': seconds('Number of attempts left in the window'),
  'X-RateLimit-Reset': seconds('End of the window, in seconds since 1970'),
}
