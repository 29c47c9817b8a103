import type * as z from 'zod/mini'
import { type Consequence, freshProofOf } from './consequence.ts'
import type { FailureKind } from './failure.ts'
import type { Limit } from './limit.ts'
import type { OrgAccess } from './permissions.ts'
import type { Reply } from './reply.ts'

export type Schema = z.ZodMiniType
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Required caller.
 * - `anyone`: no credential is read
 * - `optional`: the optional-verification variant (rules/auth 24)
 * - `caller`: any authenticated person, guests of this tenant included
 * - `member`: a person with a membership on this tenant
 * - `admin`: administrators of the school or of the platform
 * - `platformAdmin`: the first two steps of requireAdmin only
 * - `{ org }`: rights in the organization that the path's `:orgId` names, see `OrgDemand`
 */
export type Access = 'anyone' | 'optional' | 'caller' | 'member' | 'admin' | 'platformAdmin' | OrgAccess

/** A form with files beside its fields, sent as multipart/form-data. `form` also describes the JSON variant. */
export type Form<F extends Schema = Schema, N extends string = string> = {
  readonly form: F
  /** Names of the file fields, which reach the operation as `files.<name>: { bytes, filename, type }`. */
  readonly files: readonly N[]
  /** Limit for each file. All files together have to fit into one invocation. */
  readonly maxBytes: number
  /** Limit for each field, in bytes, if other than 64 KB. */
  readonly mostField?: number | undefined
}

/**
 * How a repeated create is recognized, so that nothing is created twice after a lost response. An `Idempotency-Key`
 * works everywhere. Without one:
 * - a number: the same request by the same caller within so many seconds gets the first result
 * - `once`: the new item has a unique place, name or person, so a second one is refused or is the first
 * - `each`: every request creates another item
 */
export type Creates = number | 'once' | 'each'

/** One operation of the API as data: everything that is needed to answer requests. */
export type Row = {
  readonly method: Method
  readonly path: string
  /** Further paths of the same operation, kept for existing clients. */
  readonly aliases?: readonly string[]
  readonly access: Access
  readonly query?: Schema
  readonly body?: Schema | Form
  readonly reply: Reply
  readonly fails?: readonly FailureKind[]
  readonly limits?: Readonly<Record<string, Limit>>
  /** Creates something. The value says how a repetition is recognized (rules/http 24, 34). */
  readonly creates?: Creates
  /** With rights in an organization: refused while the organization is inactive, since it begins something. */
  readonly begins?: true
  /**
   * Publishes text, pictures or events to other people. A school may reserve it for proven addresses (rules/auth 43).
   * A list names the fields that publish: requests without them do not.
   */
  readonly publishes?: true | readonly string[]
  /**
   * Takes pictures, in its form or from an upload address. They are encoded again before they are stored (rules/http 47),
   * for which its function contains a decoder.
   */
  readonly takesPictures?: true
  /** Hosts that serve the operation: a school's (default), the platform host, or both (rules/http 4). */
  readonly host?: 'tenant' | 'platform' | 'both'
  /** Kept only for existing clients: the typed client has no function for it. */
  readonly legacy?: true
  /** Answers without reading anything, so it proves only that the process is alive. */
  readonly standalone?: boolean
  /** Available while the school is closed for maintenance (rules/http 6). */
  readonly duringMaintenance?: boolean
  /**
   * Shows counts from the stream. While the stream is behind, responses say how current the counts are (rules/http
   * 39).
   */
  readonly counted?: true
  /**
   * Responses carry a version tag (`ETag`). A change sends it back as `If-Match` and fails with 409 if it is outdated.
   */
  readonly versioned?: true
  /** Only for the person in person: an administrator during impersonation is refused (rules/admins 15). */
  readonly inPerson?: boolean
  /**
   * The proof that the session needs.
   * - `own`: the person's own proof (password, Google, Apple, a code by mail), because the operation reaches beyond
   *   one school; impersonation is refused too
   * - `here`: an own proof, or the identity provider of this school
   */
  readonly proof?: 'own' | 'here'
  /** Harm that the operation can do in the wrong hands. The required second factor follows from it (rules/mfa 30). */
  readonly consequence?: Consequence
  /**
   * Access for a session without a second factor, of an account that has one. Such a session may have begun before the
   * account's first factor.
   * - `shown`: refused, as in every row that requires an own proof
   * - `shows`: allowed, because the operation leads to showing a factor
   */
  readonly factor?: 'shown' | 'shows'
  /** Reads the refresh token (cookie or mobile headers) instead of an access token. */
  readonly refreshToken?: boolean
  /** Signs out any mix of cookies in a browser: two access cookies mean no caller here, instead of a refusal. */
  readonly takesAnyCookies?: true
  /**
   * Issues tokens that an app can do without. Elsewhere an app that does not show its refresh token is refused first,
   * since its new tokens could not be delivered.
   */
  readonly goesOnWithout?: 'tokens'
  /** Receives the response of a school's identity provider, or of Google or Apple. Refused responses are counted. */
  readonly signsInBy?: 'Saml' | 'OpenId'
  /** Also open to members whose session does not satisfy the sign-in policy: it leads to a session that does. */
  readonly atAnyDoor?: true
  /** Also reads application/x-www-form-urlencoded, the form in which identity providers post. */
  readonly urlencoded?: boolean
  /** Limit for a JSON or urlencoded body, in bytes, if other than 256 KB. */
  readonly mostBody?: number
  /** Writes that another site may send: pages of the platform host, or any site (responses of identity providers). */
  readonly crossSite?: 'platform' | 'any'
  /**
   * Pages of sister schools may read the response with credentials, as clients that link schools need it. All other
   * responses are readable only by pages of the school itself and of the platform host.
   */
  readonly siblings?: true
  /** `plants` answers errors as `{error, message}`. */
  readonly errors?: 'plants'
}

/** A sample request: `as` names a person of the demo campus. */
export type Example = {
  readonly as?: 'ada' | 'ben' | 'root'
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly string[]
}

/**
 * Upper limit for the cost of the row's example on an almost empty campus: sequential round trips to the table
 * (`depth`), read units and write units. A test fails above it.
 */
export type Costs = { readonly depth: number; readonly read: number; readonly write: number }

/**
 * A row as contracts write it. Its documentation fields are not deployed, so no code that handles requests sees them.
 */
export type DescribedRow = Row & {
  readonly summary: string
  readonly costs: Costs
  readonly example: Example
  /** Required body fields, each with its other names, that the schema alone treats as optional. */
  readonly needs?: readonly (readonly string[])[]
  /** Kept for existing clients: the operation that new clients call instead, or `nothing` if they need none. */
  readonly replacedBy?: string
}

export type Rows = { readonly [operation: string]: DescribedRow }

/** The contract of one domain: one folder, one Lambda function, one OpenAPI tag. */
export type Contract<R extends Rows = Rows> = {
  readonly domain: string
  readonly about: string
  readonly rows: R
}

export const declare = <const R extends Rows>(domain: string, about: string, rows: R): Contract<R> => ({
  domain,
  about,
  rows,
})

export const form = <F extends Schema, const N extends string>(
  fields: F,
  files: N | readonly N[],
  maxBytes: number,
  mostField?: number,
): Form<F, N> => ({
  form: fields,
  files: typeof files === 'string' ? [files] : files,
  maxBytes,
  mostField,
})

export const isForm = (body: Schema | Form): body is Form => 'form' in body

/** Whether a row requires a session with the person's own proof. */
export const requiresOwnProof = ({ proof }: Pick<Row, 'proof'>): boolean => proof === 'own'

/** Whether a row refuses a session without a second factor, of an account that has one (rules/mfa 26). */
export const requiresFactorInSession = (row: Pick<Row, 'proof' | 'factor'>): boolean =>
  row.factor === 'shown' || (row.proof === 'own' && row.factor !== 'shows')

/** Whether a row requires a recently shown second factor. */
export const requiresRecentFactor = (row: Pick<Row, 'consequence'>): boolean => freshProofOf(row) !== 'none'
