import type * as z from 'zod/mini'
import { type Consequence, freshProofOf } from './consequence.ts'
import type { FailureKind } from './failure.ts'
import type { Limit } from './limit.ts'
import type { OrgAccess } from './permissions.ts'
import type { Reply } from './reply.ts'

export type Schema = z.ZodMiniType
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call.
 * - `anyone`: no credential is read
 * - `optional`: the optional-verification variant (rules/auth 24)
 * - `caller`: any authenticated person, guests of this tenant included
 * - `member`: a person with a membership on this tenant
 * - `admin`: administrators of the school or of the platform
 * - `platformAdmin`: the first two steps of requireAdmin only
 * - `{ org }`: rights in the organization that the path's `:orgId` names, see `OrgDemand`
 */
export type Access = 'anyone' | 'optional' | 'caller' | 'member' | 'admin' | 'platformAdmin' | OrgAccess

/** A form with files beside its fields, sent as multipart/form-data; `form` also describes the JSON variant. */
export type Form<F extends Schema = Schema, N extends string = string> = {
  readonly form: F
  /** Names of the file fields, which reach the operation as `files.<name>: { bytes, filename, type }`. */
  readonly files: readonly N[]
  /** Of each file; all of them together have to fit through an invocation. */
  readonly maxBytes: number
  /** Of each field, where that is not 64 KB. */
  readonly mostField?: number | undefined
}

/**
 * What is made may be asked for again after a lost answer, and must not be there twice. An `Idempotency-Key` says so
 * everywhere; without one:
 * - a number: whoever sends the same to the same place within so many seconds gets what the first request made
 * - `once`: what is made has one place, a name or a person, so a second one is refused, or is the first
 * - `each`: sent twice it is meant twice
 */
export type Creates = number | 'once' | 'each'

/** One operation of the interface, as data: all of it that requests are answered by. */
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
  /** Makes something new. How it is known that the same is only sent again (rules/http 24, 34). */
  readonly creates?: Creates
  /** With rights in an organization: refused while the organization is inactive, since it begins something. */
  readonly begins?: true
  /** Puts words, pictures or events before other people: a school may keep it for proven addresses (rules/auth 43). */
  readonly publishes?: true
  /** Hosts that answer: a school's (default), the platform host, or both (rules/http 4). */
  readonly host?: 'tenant' | 'platform' | 'both'
  /** Kept for existing clients alone: the typed client has no function for it. */
  readonly legacy?: true
  /** Answers without reading anything, so that it tells nothing but that the process lives. */
  readonly standalone?: boolean
  /** Answers also while the school is closed (rules/http 6). */
  readonly duringMaintenance?: boolean
  /** Shows numbers that the stream counts; while it is behind, answers say up to when they are true (rules/http 39). */
  readonly counted?: true
  /** Answers carry a tag of the version (`ETag`); a change takes it back as `If-Match`, and fails with 409 when it is old. */
  readonly versioned?: true
  /** Only for the person in person: an administrator who acts for somebody is refused (rules/admins 15). */
  readonly inPerson?: boolean
  /**
   * What has to have opened the session. `own`: a proof of the person's own (password, Google, Apple, a code by mail),
   * because the operation reaches beyond one school; an administrator who acts for somebody is refused too. `here`: that,
   * or the identity provider of this very school.
   */
  readonly proof?: 'own' | 'here'
  /** What the operation can do to people in the wrong hands; the second factor it requires follows (rules/mfa 30). */
  readonly consequence?: Consequence
  /**
   * What a session that has shown no second factor, of an account that has one, may do: it may have begun before the first
   * factor. `shown`: nothing, as with every row that wants an own proof. `shows`: it leads to showing one, so it answers.
   */
  readonly factor?: 'shown' | 'shows'
  /** An operation that reads the refresh token (cookie or mobile headers) instead of an access token. */
  readonly refreshToken?: boolean
  /** Signs out whatever cookies a browser has collected: two access cookies are no caller here, instead of a refusal. */
  readonly takesAnyCookies?: true
  /**
   * Hands out tokens that an app can do without. Elsewhere an app that does not show its refresh token is refused before
   * anything is done, since its new tokens would reach nobody.
   */
  readonly goesOnWithout?: 'tokens'
  /** Takes the answer of a school's identity provider, or of Google or Apple: what it refuses is counted. */
  readonly signsInBy?: 'Saml' | 'OpenId'
  /** Answers members also in a session whose way in the school does not take: what leads to one that it takes. */
  readonly atAnyDoor?: true
  /** Also reads application/x-www-form-urlencoded, as identity providers post it. */
  readonly urlencoded?: boolean
  /** Bytes of a JSON or urlencoded body, where 256 KB are too few. */
  readonly mostBody?: number
  /** Writes that another site may send: pages of the platform host, or anybody (answers of identity providers). */
  readonly crossSite?: 'platform' | 'any'
  /**
   * Pages of sibling schools may read the answer with credentials: what clients need that lead from one school to another.
   * Everything else is read by pages of the school itself and of the platform host alone.
   */
  readonly siblings?: true
  /** `plants` answers errors as `{error, message}`. */
  readonly errors?: 'plants'
}

/** A sample invocation: `as` names a person of the demo campus. */
export type Example = {
  readonly as?: 'ada' | 'ben' | 'root'
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly string[]
}

/**
 * The most that the row's example may cost on an almost empty campus: sequential round trips to the table (`depth`),
 * and read and write units. A test fails when it costs more.
 */
export type Costs = { readonly depth: number; readonly read: number; readonly write: number }

/** A row as contracts write it. What is documentation is left out of what is deployed, so nothing that answers sees it. */
export type DescribedRow = Row & {
  readonly summary: string
  readonly costs: Costs
  readonly example: Example
  /** Fields of the body, each with its other names, of which one has to be there, although the schema alone lets it be absent. */
  readonly needs?: readonly (readonly string[])[]
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

/** Whether a row wants a session that the person's own proof opened. */
export const requiresOwnProof = ({ proof }: Pick<Row, 'proof'>): boolean => proof === 'own'

/** Whether a row refuses a session that has shown no second factor of an account that has one (rules/mfa 26). */
export const requiresFactorInSession = (row: Pick<Row, 'proof' | 'factor'>): boolean =>
  row.factor === 'shown' || (row.proof === 'own' && row.factor !== 'shows')

/** Whether a row requires a second factor that was shown lately. */
export const requiresRecentFactor = (row: Pick<Row, 'consequence'>): boolean => freshProofOf(row) !== 'none'
