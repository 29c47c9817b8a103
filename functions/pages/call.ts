import type * as z from 'zod/mini'
import type { Context, FailureTexts, OtherOperations } from '../../lib/context.ts'
import type { Reply } from '../../lib/contract/reply.ts'
import type { Row, Schema } from '../../lib/contract/row.ts'
import type { Input, UploadedFile } from '../../lib/operation.ts'
import type { PreparedText } from '../../lib/prepared-text.ts'
import type { contract } from './contract.ts'
import type { domains } from './domains.ts'
import type { FailureMessage } from './locale.ts'
import { loadCatalogue } from './locale.ts'

type Domains = typeof domains
type Domain = keyof Domains
type RowsOf<D extends Domain> = Awaited<ReturnType<Domains[D]>>['contract']['rows']
type RowOf<D extends Domain, O extends keyof RowsOf<D>> = RowsOf<D>[O] extends infer R extends Row ? R : never

/** Files of a form by the names of their fields. */
export type Files = Readonly<Record<string, UploadedFile>>

type ValueOf<P extends Reply> = P extends { kind: 'flat' | 'data' | 'bare'; schema: infer S extends Schema }
  ? z.output<S>
  : P extends { kind: 'text' }
    ? string
    : undefined

/** An operation without a body still takes the parameters of its path. Files are optional. */
type OperationInput<R extends Row> = R extends { readonly body: { readonly form: infer F extends Schema } }
  ? z.output<F> extends Record<string, never>
    ? { readonly files?: Files }
    : Omit<Input<R>, 'files'> & { readonly files?: Files }
  : R extends { readonly body: infer B extends Schema }
    ? z.output<B> extends Record<string, never> | undefined
      ? Readonly<Record<string, string>>
      : Input<R>
    : Input<R>

/** What a page or a form of ours is given, as its row says. */
export type PageInput<O extends keyof (typeof contract)['rows']> = Input<(typeof contract)['rows'][O]>

/** What an operation answers, as its row says, without its envelope. */
export type Answer<D extends Domain, O extends keyof RowsOf<D>> = ValueOf<RowOf<D, O>['reply']>

type FieldMessage = FailureMessage & { readonly field: string }

const textOf = (message: string, prepared: PreparedText | undefined): FailureMessage['text'] =>
  prepared && { message, prepared }

/** Why an operation refused, in its own words. */
export type Refusal = {
  readonly status: number
  readonly message: string
  readonly text?: FailureMessage['text']
  readonly code: string | undefined
  readonly field: string | undefined
  readonly details: readonly FieldMessage[]
  /** Ways by which the reader may show that it is them. */
  readonly methods: readonly string[]
  /** What existing clients read beside the words. */
  readonly data: unknown
}

export type CallResult<V> =
  | { readonly ok: true; readonly value: V; readonly message: string; readonly status: number }
  | { readonly ok: false; readonly refusal: Refusal }

export type PageContext = Pick<Context<'anyone'>, 'tenant' | 'settings' | 'within' | 'now'>

/** What carries the operations of a page; a function that serves pages always has it. */
export const pageScope = ({ within }: PageContext): OtherOperations => {
  if (within === undefined) throw new Error('Pages are served with doors to other domains.')
  return within
}

/** Whether the reader is signed in, as the operations that were asked for found out. */
export const isSignedIn = (context: PageContext): boolean => pageScope(context).visit.caller !== undefined

/** Whether the reader has a second factor, as the operations that were asked for found out. */
export const hasFactor = (context: PageContext): boolean =>
  (pageScope(context).visit.caller?.factors ?? []).length > 0

/** Whether the reader is signed in and belongs to another school. */
export const isGuest = (context: PageContext): boolean =>
  pageScope(context).visit.caller?.tenantUserId === null

/** So that a page that asks for nothing else knows the school, and who is here. */
export const identifyReader = (context: PageContext) => call(context, 'auth', 'validateToken', {})

/** The school's time zone, for a form that needs it before its operation: only a call before it finds the zone. */
export const readZone = async (context: PageContext): Promise<string> => {
  await identifyReader(context)
  return pageScope(context).visit.timezone
}

/** Who reads the page, by the name that a door knows them by; empty for anybody. */
export const readerOf = (context: PageContext): string => {
  const { caller } = pageScope(context).visit
  return caller?.tenantUserId ?? caller?.globalUserId ?? ''
}

/** A refusal as an operation tells it, from its status and words. */
export const refusalOf = (status: number, body: unknown, texts?: FailureTexts): Refusal => {
  const reply = (typeof body === 'object' ? body : {}) as Partial<Refusal>
  const { methods } = (reply.details ?? {}) as { readonly methods?: readonly string[] }
  return {
    status,
    message: reply.message ?? '',
    text: textOf(reply.message ?? '', texts?.message),
    code: reply.code,
    field: reply.field,
    details: (Array.isArray(reply.details) ? (reply.details as FieldMessage[]) : []).map((detail, at) => ({
      ...detail,
      text: textOf(detail.message, texts?.details[at]),
    })),
    methods: methods ?? [],
    data: reply.data,
  }
}

/** What there is to say where nothing is. */
export const notFoundRefusal: Refusal = refusalOf(404, {})

/**
 * Asks for one operation as the reader of the page would: what it answers, or why it refused. The value is what the row
 * promises, without its envelope. What is given as undefined is not said at all.
 */
export const call = async <D extends Domain, O extends keyof RowsOf<D> & string>(
  context: PageContext,
  domain: D,
  operation: O,
  input: OperationInput<RowOf<D, O>>,
): Promise<CallResult<Answer<D, O>>> => {
  const given = Object.entries(input as object).filter(([, value]) => value !== undefined)
  const { status, body, kind, texts } = await pageScope(context).call(
    domain,
    operation,
    Object.fromEntries(given),
  )
  await loadCatalogue(context)
  if (status >= 400) return { ok: false, refusal: refusalOf(status, body, texts) }
  const reply = (typeof body === 'object' ? body : {}) as {
    readonly data?: unknown
    readonly message?: string
  }
  const value = kind === 'data' ? reply.data : body
  return { ok: true, value: value as never, message: reply.message ?? '', status }
}

/** What a form that does one of several things sends. */
export type FormInput = { readonly do: string } & Readonly<Record<string, string | undefined>>
export type FormAction<S = FormInput> = (input: S, context: PageContext) => Promise<CallResult<unknown>>

/** What a form does by one operation, and what of it the operation is given. */
export const operation =
  <D extends Domain, O extends keyof RowsOf<D> & string, S = FormInput>(
    domain: D,
    operation: O,
    given: (input: S) => OperationInput<RowOf<D, O>>,
  ): FormAction<S> =>
  (input, context) =>
    call(context, domain, operation, given(input))
