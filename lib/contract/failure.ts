import { englishText, type PreparedText, preparedText } from './text/prepared.ts'

/**
 * A named way in which an operation may fail: status, exact message, and a stable code. The header `X-Error-Code`
 * carries every code. The body carries it too, unless the specification fixes a body without one (`codeIn: 'header'`).
 */
export type FailureKind = {
  readonly status: number
  readonly message: string
  readonly code: string
  readonly codeIn?: 'header'
  /** `message` with its values apart, which pages show in the reader's language. */
  readonly text?: PreparedText
}

/** Marks a message of a failure with values: `failureText('At most {most} characters', { most })`. Pages translate it. */
export const failureText = preparedText

/** The same failure with another message. Programs read it in English. */
export const withText = (kind: FailureKind, text: string | PreparedText): FailureKind => {
  const prepared = typeof text === 'string' ? preparedText(text) : text
  return { ...kind, message: englishText(prepared), text: prepared }
}

/** A failure's code in the body of its response; undefined when only the header carries it. */
export const bodyCodeOf = ({ code, codeIn }: FailureKind): string | undefined =>
  codeIn === 'header' ? undefined : code

/** Additional data of one failure: fields of the body and headers of the response. */
export type FailureExtras = {
  readonly details?: unknown
  /** Messages of `details` with their values apart, in the same order. They are not sent. */
  readonly texts?: readonly (PreparedText | undefined)[]
  readonly field?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The response clears both cookies. */
  readonly clearCookies?: boolean
  /** Fields that existing clients read beside `message`. */
  readonly data?: unknown
  /** Fields that existing clients read at the top of the body, beside `data`. */
  readonly top?: Readonly<Record<string, unknown>>
}

/** The one exception thrown on purpose. Any other thrown error is a defect and results in 500. */
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

/** A failure that is about one field. */
export type Mistake = { readonly kind: FailureKind; readonly field: string }

/** Ends the operation with the first of these mistakes, if any. If there are several, `details` has all of them. */
export const failWithMistakes = (mistakes: readonly Mistake[]): void => {
  const [first] = mistakes
  if (first === undefined) return
  const all = {
    details: mistakes.map(({ kind, field }) => ({ field, message: kind.message })),
    texts: mistakes.map(({ kind }) => kind.text),
  }
  fail(first.kind, { field: first.field, ...(mistakes.length > 1 ? all : {}) })
}

type Results<T extends readonly unknown[]> = { -readonly [At in keyof T]: Awaited<T[At]> }

/**
 * Results of work that runs in parallel; waits for all of it. If several fail, it throws the first failure in list
 * order, not in time. So the same request always gets the same failure.
 */
export const settleInOrder = async <const T extends readonly unknown[]>(work: T): Promise<Results<T>> => {
  const settled = await Promise.allSettled(work)
  for (const one of settled) if (one.status === 'rejected') throw one.reason
  return settled.map((one) => ('value' in one ? one.value : undefined)) as Results<T>
}

const kindOf =
  (status: number) =>
  (message: string, code: string, codeIn?: 'header'): FailureKind =>
    codeIn === undefined ? { status, message, code } : { status, message, code, codeIn }

export const invalid = kindOf(400)
export const unauthenticated = kindOf(401)
export const forbidden = kindOf(403)
export const notFound = kindOf(404)
export const conflict = kindOf(409)
export const tooLarge = kindOf(413)
export const unsupported = kindOf(415)
export const limited = kindOf(429)
export const unavailable = kindOf(503)
