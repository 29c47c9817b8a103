/** One operation, as far as a request needs to know it. */
export type Row = {
  readonly method: string
  /** With `:names` for the parts that the input fills. */
  readonly path: string
  /** What travels in the address beside a body; without a body all does. */
  readonly query?: readonly string[]
  readonly body?: true
  /** Names of the fields that may hold a file. */
  readonly files?: readonly string[]
  /** What of the body is answered; absent is `data`, as in most. */
  readonly reads?: 'data' | 'flat' | 'done' | 'bare' | 'text'
  /** Comes as JSON or as a file, by `format` or as the school has it. */
  readonly formats?: true
  /** Nobody has to be signed in, so that a 401 has nothing to do with an old token. */
  readonly open?: true
  /** Answers strangers too, so that an expired token would make one of somebody who is signed in. */
  readonly optional?: true
  /** Hands out tokens, at the top of the body or within `data`. */
  readonly tokens?: 'top' | 'data'
  /** Trades the refresh token for new tokens. */
  readonly renews?: true
  /** Ends the session. */
  readonly ends?: true
  /** Takes an `Idempotency-Key`. */
  readonly keyed?: true
}

/** A refusal. `code` tells refusals apart; where the platform promises none it is undefined. */
export type Failed<S extends number, C extends string | undefined> = {
  readonly ok: false
  readonly status: S
  readonly code: C
  /** What happened, in words for people. */
  readonly message: string
  /** The first field that is not valid, and all of them. */
  readonly field?: string
  readonly details?: unknown
  readonly data?: unknown
  /** Seconds to wait before the next try. */
  readonly retryAfter?: number
  readonly requestId?: string
  /** Of the answer, where one came. */
  readonly headers?: Headers
  /** What the connection failed with, where no answer came. */
  readonly cause?: unknown
}

/** No answer came, or one that is not the platform's. */
export type Lost = Failed<0, 'NETWORK' | 'TIMEOUT' | 'ABORTED'> | Failed<number, 'UNEXPECTED'>

export type Done<T> = {
  readonly ok: true
  readonly status: number
  /** False where an operation says no without failing. */
  readonly success: boolean
  readonly message?: string
  readonly data: T
  /** Of the answer: `etag`, `x-request-id`, and `x-next-cursor` of files that go on. */
  readonly headers: Headers
}

export type Outcome<T, F> = Done<T> | F | Lost

/** What one call may bring along. `key` replaces the `Idempotency-Key` that creating calls make for themselves. */
export type Call = {
  readonly signal?: AbortSignal
  /** Milliseconds, instead of the client's own. */
  readonly timeout?: number
  /** How often it may be sent again, instead of the client's own. */
  readonly retries?: number
  readonly key?: string
}

/** One function of a client. The input is flat: what travels in path, query or body is the client's business. */
export type Operation<I, T, F> =
  Record<never, never> extends I
    ? (input?: I, call?: Call) => Promise<Outcome<T, F>>
    : (input: I, call?: Call) => Promise<Outcome<T, F>>

/** An operation that answers in one of several forms: in which, `format` says, or else the school. */
export type Formatted<I, T, F> = {
  <K extends keyof T>(input: I & { readonly format: K }, call?: Call): Promise<Outcome<T[K], F>>
  (input: I & { readonly format?: undefined }, call?: Call): Promise<Outcome<T[keyof T], F>>
}

/** What an operation takes, and what it answers when it succeeds. */
export type InputOf<O extends (input: never, call?: Call) => unknown> = NonNullable<Parameters<O>[0]>
export type DataOf<O extends (input: never, call?: Call) => unknown> = Extract<
  Awaited<ReturnType<O>>,
  { readonly ok: true; readonly data: unknown }
>['data']

/** One of several fields of a body has to be there. */
export type Has<T, K extends keyof T> = K extends keyof T
  ? { readonly [P in K]-?: Exclude<T[P], null | undefined> }
  : never

export type Tokens = { readonly accessToken: string; readonly refreshToken?: string }

/** Where a native client keeps its tokens. */
export type Keeper = {
  read(): Tokens | undefined | Promise<Tokens | undefined>
  write(tokens: Tokens | undefined): void | Promise<void>
}

export type Settings = {
  /** The address of a school: `https://rpi.example.edu`, or `http://demo.localhost:3000` on one machine. */
  readonly origin: string
  /** For clients without a cookie jar: tokens travel in headers and are kept here. */
  readonly native?: Keeper
  /** Milliseconds that one try of a call may take; 30,000 unless told. */
  readonly timeout?: number
  /** How often a call may be sent again that got lost or came at a bad moment; twice unless told, 0 for never. */
  readonly retries?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly fetch?: typeof fetch
  /** How to wait before a call is sent again (ms); tests and hosts without timers bring their own. */
  pause?(ms: number, signal?: AbortSignal): Promise<void>
  /** The session has ended: the refresh token was refused. */
  signedOut?(): void
}

/** Every operation of the platform, by domain. */
export type Rows = Readonly<Record<string, Readonly<Record<string, Row>>>>
export type Input = Readonly<Record<string, unknown>>
export type Refusal = Failed<number, string | undefined>
export type Answer = Done<unknown> | Refusal
export type Send = (row: Row, input?: Input, call?: Call) => Promise<Answer>
