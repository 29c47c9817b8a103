/** A named way in which an operation may fail: the status, the exact words, and a stable code where the contract promises one. */
export type FailureKind = {
  readonly status: number
  readonly message: string
  readonly code?: string
}

/** What may ride along with one occurrence of a failure: fields of the body and headers of the response. */
export type FailureExtras = {
  readonly details?: unknown
  readonly field?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Both cookies are cleared with the answer. */
  readonly clearCookies?: boolean
  /** Fields that existing clients read beside `message`. */
  readonly data?: unknown
  /** Fields that existing clients read at the top of the body, beside `data`. */
  readonly top?: Readonly<Record<string, unknown>>
}

/** The one exception that is thrown on purpose. Everything else that is thrown is a defect and answers 500. */
export class Failure extends Error {
  readonly kind: FailureKind
  readonly extras: FailureExtras

  constructor(kind: FailureKind, extras: FailureExtras = {}) {
    super(kind.message)
    this.name = 'Failure'
    this.kind = kind
    this.extras = extras
  }
}

/** Ends the operation with `kind`. Fits behind `??`: `(await find()) ?? fail(NotFound)`. */
export function fail(kind: FailureKind, extras?: FailureExtras): never {
  throw new Failure(kind, extras)
}

type Results<T extends readonly unknown[]> = { -readonly [At in keyof T]: Awaited<T[At]> }

/**
 * What several pieces of work come to that were begun at once. Of several failures it throws the first of the list, not the
 * first in time: the same request is told the same thing each time. Waits for all of them.
 */
export const settleInOrder = async <const T extends readonly unknown[]>(work: T): Promise<Results<T>> => {
  const settled = await Promise.allSettled(work)
  for (const one of settled) if (one.status === 'rejected') throw one.reason
  return settled.map((one) => ('value' in one ? one.value : undefined)) as Results<T>
}

const kindOf =
  (status: number) =>
  (message: string, code?: string): FailureKind =>
    code === undefined ? { status, message } : { status, message, code }

export const invalid = kindOf(400)
export const unauthenticated = kindOf(401)
export const forbidden = kindOf(403)
export const notFound = kindOf(404)
export const conflict = kindOf(409)
export const tooLarge = kindOf(413)
export const unsupported = kindOf(415)
export const limited = kindOf(429)
export const unavailable = kindOf(503)
