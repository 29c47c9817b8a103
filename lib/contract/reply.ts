import type { Schema } from './row.ts'

/**
 * The response that an operation promises. The schema strips all other fields.
 * - `data`: `{success, message?, data}`
 * - `flat`: `{success, message?, ...fields}`, as some existing clients read it
 * - `done`: `{success, message}`
 * - `bare`: the value itself
 * - `text`: a document of another media type
 */
export type Reply = {
  readonly kind: 'data' | 'flat' | 'done' | 'bare' | 'text'
  readonly status: number
  readonly schema?: Schema
  readonly message?: string
  readonly type?: string
  /**
   * Returns tokens: cookies for browsers, the body for apps that have shown their refresh token or sign-in credential.
   */
  readonly tokens?: 'data' | 'top'
  /** Seconds for which a shared cache may store the response. */
  readonly cache?: number
  /** Clients may store the response but have to revalidate it each time. */
  readonly revalidate?: true
  /** Contains a secret that grants access to its holder. Such responses are never compressed (rules/http 32). */
  readonly secret?: true
  /** An alternative form, chosen by `format` or by the school. */
  readonly also?: AlternativeForm
  /** Additional headers that clients rely on. */
  readonly headers?: readonly CarriedHeader[]
}

/** JSON in place of a text has the envelope of `data`. */
export type AlternativeForm =
  | { readonly format: 'csv'; readonly type: 'text/csv' }
  | { readonly format: 'json'; readonly type: 'application/json'; readonly schema: Schema }

export type CarriedHeader =
  | 'Refresh'
  | 'Clear-Site-Data'
  | 'Content-Disposition'
  | 'Location'
  | 'X-Next-Cursor'

/** A list that is also available as a CSV file. */
export const asFile: Partial<Options> = {
  also: { format: 'csv', type: 'text/csv' },
  headers: ['Content-Disposition'],
}

type Options = Pick<Reply, 'status' | 'tokens' | 'cache' | 'revalidate' | 'secret' | 'also' | 'headers'>

export const data = <S extends Schema>(schema: S, message?: string, options: Partial<Options> = {}) => ({
  kind: 'data' as const,
  status: 200,
  schema,
  ...(message === undefined ? {} : { message }),
  ...options,
})

export const flat = <S extends Schema>(schema: S, message?: string, options: Partial<Options> = {}) => ({
  kind: 'flat' as const,
  status: 200,
  schema,
  ...(message === undefined ? {} : { message }),
  ...options,
})

export const done = (message: string, options: Partial<Options> = {}) => ({
  kind: 'done' as const,
  status: 200,
  message,
  ...options,
})

export const bare = <S extends Schema>(schema: S, options: Partial<Options> = {}) => ({
  kind: 'bare' as const,
  status: 200,
  schema,
  ...options,
})

export const text = (type: string, options: Partial<Options> = {}) => ({
  kind: 'text' as const,
  status: 200,
  type,
  ...options,
})

/** A session's pair of tokens. The pipeline decides between cookies and body. */
export type Tokens = {
  readonly accessToken: string
  readonly accessSeconds: number
  readonly refreshToken?: string
  readonly refreshSeconds?: number
  /** Of a sign-in: the new proof that makes the device known. */
  readonly deviceProof?: string
}

/** A desk credential for the browser of a helper (rules/checkins 43). An empty secret removes it. */
export type HelperLink = { readonly eventId: string; readonly secret: string }

const answered = Symbol('answer')

/** An operation's result with more than data: another message or status, tokens, cleared cookies. */
export type Answer<D> = {
  readonly [answered]: true
  readonly data: D
  readonly message?: string
  readonly status?: number
  readonly success?: boolean
  readonly tokens?: Tokens
  readonly clearCookies?: boolean
  /** Forgets the device. */
  readonly forgetsDevice?: boolean
  /** A new proof that makes the device known, without a sign-in. */
  readonly deviceProof?: string
  readonly headers?: Readonly<Record<string, string>>
  /** A page for a person, instead of the data. `headers` may relax its security headers. */
  readonly page?: string
  /** Binds the sign-in that starts here to the browser. */
  readonly mark?: string
  /** The token of a pending second step; null when the step is over. */
  readonly secondStep?: string | null
  /** Makes the browser a helper's at one event's check-in desk. */
  readonly helperLink?: HelperLink
  /** The confirmation message that the next page shows; empty: this page has shown it. */
  readonly confirmation?: string
}

export const answer = <D>(value: D, more: Omit<Answer<D>, 'data' | typeof answered> = {}): Answer<D> => ({
  [answered]: true,
  data: value,
  ...more,
})

export const isAnswer = (value: unknown): value is Answer<unknown> =>
  typeof value === 'object' && value !== null && answered in value

/** The entity tag of one or several versions (RFC 9110, 8.8.3). */
export const versionTag = (...versions: readonly number[]): string => `"v${versions.join('.')}"`

/**
 * Whether a list of tags in `If-Match` or `If-None-Match` contains one. A cache may have made the tag weak; for a
 * whole document both are equivalent.
 */
export const matchesTag = (list: string, tag: string): boolean =>
  list.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag)

/** Whether a change is based on the current version. Without a tag it is not checked. */
export const matchesVersion = (ifMatch: string | undefined, tag: string): boolean =>
  ifMatch === undefined || matchesTag(ifMatch, tag)
