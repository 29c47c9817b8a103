import type { Schema } from './row.ts'

/**
 * What an operation promises to answer. The schema strips everything that was not promised.
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
  /** The operation hands out tokens: cookies for browsers, the body for apps that have shown that they are their own. */
  readonly tokens?: 'data' | 'top'
  /** Seconds a shared cache may keep the answer. */
  readonly cache?: number
  /** Clients may keep the answer, and ask each time whether it is still the same. */
  readonly revalidate?: true
  /** It holds something that opens a door for whoever has it; such answers are never compressed (rules/http 32). */
  readonly secret?: true
  /** The same in another form, where `format` asks for it or the school has it so. */
  readonly also?: AlternativeForm
  /** Headers of its own that clients go on by. */
  readonly headers?: readonly CarriedHeader[]
}

/** JSON in the place of a text has the envelope of `data`. */
export type AlternativeForm =
  | { readonly format: 'csv'; readonly type: 'text/csv' }
  | { readonly format: 'json'; readonly type: 'application/json'; readonly schema: Schema }

export type CarriedHeader =
  | 'Refresh'
  | 'Clear-Site-Data'
  | 'Content-Disposition'
  | 'Location'
  | 'X-Next-Cursor'

/** A list that is also had as a file of rows. */
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

/** The pair of tokens of one session, as a service hands it to the pipeline, which decides between cookies and body. */
export type Tokens = {
  readonly accessToken: string
  readonly accessSeconds: number
  readonly refreshToken?: string
  readonly refreshSeconds?: number
  /** Of a sign-in: what the device is known by from now on. */
  readonly deviceProof?: string
}

const answered = Symbol('answer')

/** An operation's result when it has more to say than its data: another message or status, tokens, cleared cookies. */
export type Answer<D> = {
  readonly [answered]: true
  readonly data: D
  readonly message?: string
  readonly status?: number
  readonly success?: boolean
  readonly tokens?: Tokens
  readonly clearCookies?: boolean
  /** The device is nobody's any more. */
  readonly forgetsDevice?: boolean
  /** What the device is known by from now on, without a sign-in. */
  readonly deviceProof?: string
  readonly headers?: Readonly<Record<string, string>>
  /** A page for a person, in the place of the data. `headers` may loosen what it is allowed to do. */
  readonly page?: string
  /** Binds the sign-in that begins here to the browser. */
  readonly mark?: string
  /** The token of a second step that the sign-in waits for; null when the step is over. */
  readonly secondStep?: string | null
}

export const answer = <D>(value: D, more: Omit<Answer<D>, 'data' | typeof answered> = {}): Answer<D> => ({
  [answered]: true,
  data: value,
  ...more,
})

export const isAnswer = (value: unknown): value is Answer<unknown> =>
  typeof value === 'object' && value !== null && answered in value

/** The tag of something that is kept under a version, or of several such things (RFC 9110, 8.8.3). */
export const versionTag = (...versions: readonly number[]): string => `"v${versions.join('.')}"`

/**
 * Whether a list of tags, as `If-Match` and `If-None-Match` carry it, names one. A cache on the way may have made the tag
 * a weak one; for a whole document that says the same.
 */
export const matchesTag = (list: string, tag: string): boolean =>
  list.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag)

/** Whether a change was made from what is there now. Who shows no tag does not ask. */
export const matchesVersion = (ifMatch: string | undefined, tag: string): boolean =>
  ifMatch === undefined || matchesTag(ifMatch, tag)
