/** One operation, with the facts that a request needs. */
export type Row = {
  readonly method: string
  /** With `:names` for the parts that the input fills. */
  readonly path: string
  /** Names of fields sent in the query beside a body. Without a body all fields are. */
  readonly query?: readonly string[]
  readonly body?: true
  /** Names of the fields that may hold a file. */
  readonly files?: readonly string[]
  /** The part of the body that is returned. Absent means `data`, the usual case. */
  readonly reads?: 'data' | 'flat' | 'done' | 'bare' | 'text'
  /** Returns JSON or a file, by `format` or by the school's setting. */
  readonly formats?: true
  /** Requires no sign-in, so a 401 is not about an old token. */
  readonly open?: true
  /** Answers callers without a session too, so an expired token would treat a signed-in person as a stranger. */
  readonly optional?: true
  /** Returns tokens, at the top of the body or within `data`. */
  readonly tokens?: 'top' | 'data'
  /** Exchanges the refresh token for new tokens. */
  readonly renews?: true
  /** Ends the session. */
  readonly ends?: true
  /** Takes an `Idempotency-Key`. */
  readonly keyed?: true
}

/** A failure. `code` tells failures apart; only a platform older than this client leaves it undefined. */
export type Failed<S extends number, C extends string | undefined> = {
  readonly ok: false
  readonly status: S
  readonly code: C
  /** Description of the failure for people. */
  readonly message: string
  /** The first invalid field, and all of them. */
  readonly field?: string
  readonly details?: unknown
  readonly data?: unknown
  /** Seconds to wait before the next attempt. */
  readonly retryAfter?: number
  readonly requestId?: string
  /** Headers of the response, if one arrived. */
  readonly headers?: Headers
  /** The connection's error, if no response arrived. */
  readonly cause?: unknown
}

/** No response arrived, or one that is not the platform's. */
export type Lost = Failed<0, 'NETWORK' | 'TIMEOUT' | 'ABORTED'> | Failed<number, 'UNEXPECTED'>

export type Done<T> = {
  readonly ok: true
  readonly status: number
  /** False where an operation reports a negative result without failing. */
  readonly success: boolean
  readonly message?: string
  readonly data: T
  /** Headers of the response: `etag`, `x-request-id`, and `x-next-cursor` of files that continue. */
  readonly headers: Headers
}

export type Outcome<T, F> = Done<T> | F | Lost

/** Options of one call. `key` replaces the `Idempotency-Key` that creating calls generate. */
export type Call = {
  readonly signal?: AbortSignal
  /** Milliseconds; overrides the client's timeout. */
  readonly timeout?: number
  /** Limit of retries; overrides the client's. */
  readonly retries?: number
  readonly key?: string
}

/** One function of a client. The input is flat: the client sends each field in the path, query or body. */
export type Operation<I, T, F> =
  Record<never, never> extends I
    ? (input?: I, call?: Call) => Promise<Outcome<T, F>>
    : (input: I, call?: Call) => Promise<Outcome<T, F>>

/** An operation that returns one of several forms. `format` chooses the form, else the school's setting. */
export type Formatted<I, T, F> = {
  <K extends keyof T>(input: I & { readonly format: K }, call?: Call): Promise<Outcome<T[K], F>>
  (input: I & { readonly format?: undefined }, call?: Call): Promise<Outcome<T[keyof T], F>>
}

/** An operation's input, and its result when it succeeds. */
export type InputOf<O extends (input: never, call?: Call) => unknown> = NonNullable<Parameters<O>[0]>
export type DataOf<O extends (input: never, call?: Call) => unknown> = Extract<
  Awaited<ReturnType<O>>,
  { readonly ok: true; readonly data: unknown }
>['data']

/** At least one of several fields of a body is required. */
export type Has<T, K extends keyof T> = K extends keyof T
  ? { readonly [P in K]-?: Exclude<T[P], null | undefined> }
  : never

export type Tokens = { readonly accessToken: string; readonly refreshToken?: string }

/** Storage for a native client's tokens. */
export type Keeper = {
  read(): Tokens | undefined | Promise<Tokens | undefined>
  write(tokens: Tokens | undefined): void | Promise<void>
}

export type Settings = {
  /** A school's address: `https://rpi.example.edu`, or `http://demo.localhost:3000` for local development. */
  readonly origin: string
  /** For clients without a cookie jar: tokens are sent in headers and stored here. */
  readonly native?: Keeper
  /** Milliseconds for one attempt of a call; default 30,000. */
  readonly timeout?: number
  /** Retries of a call that was lost or found the platform busy; default 2, 0 for none. */
  readonly retries?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly fetch?: typeof fetch
  /** Waits before a retry (ms). Tests and hosts without timers pass their own. */
  pause?(ms: number, signal?: AbortSignal): Promise<void>
  /** Called when the session has ended because the refresh token was rejected. */
  signedOut?(): void
}

declare const operations: unique symbol

/** The operations of one domain, for `client`. */
export type Group<T> = { readonly [operations]?: T }

/** A client's functions, by group. */
export type GroupsOf<G> = { readonly [K in keyof G]: G[K] extends Group<infer T> ? T : never }

/** Every operation of the platform, by domain. */
export type Rows = Readonly<Record<string, Readonly<Record<string, Row>>>>
export type Input = Readonly<Record<string, unknown>>
export type Refusal = Failed<number, string | undefined>
export type Answer = Done<unknown> | Refusal
export type Send = (row: Row, input?: Input, call?: Call) => Promise<Answer>
