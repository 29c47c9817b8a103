import type * as z from 'zod/mini'
import type { Context } from './context.ts'
import type { Answer, Reply } from './contract/reply.ts'
import type { Contract, Form, Row, Rows, Schema } from './contract/row.ts'
import type { Ref } from './table/entity.ts'

type PathNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never

export type UploadedFile = { readonly bytes: Uint8Array; readonly filename: string; readonly type: string }

type BodyOf<B> =
  B extends Form<infer F, infer N>
    ? z.infer<F> & { readonly files: Readonly<Partial<Record<N, UploadedFile>>> }
    : B extends Schema
      ? z.infer<B>
      : unknown
type QueryOf<Q> = Q extends Schema ? z.infer<Q> : unknown

/** One flat value: a rule never knows which fields came from the path, the query or the body. */
export type Input<R extends Row> = Readonly<
  { [K in PathNames<R['path']>]: string } & QueryOf<R['query']> & BodyOf<R['body']>
>

type DataOf<P extends Reply> = P extends { kind: 'done' }
  ? undefined
  : P extends { kind: 'text' }
    ? string
    : P extends { schema: infer S extends Schema }
      ? z.input<S>
      : never

export type Result<R extends Row> = DataOf<R['reply']> | Answer<DataOf<R['reply']>>

/**
 * A request before anything is read: its path parameters, and the user ids that its token names but does not yet
 * prove.
 */
export type PrefetchRequest = {
  readonly params: Readonly<Record<string, string>>
  readonly userId: string | undefined
  readonly globalUserId: string | undefined
}

/** Items that an operation needs first. Items in `strong` are read with strong consistency. */
export type Prefetch = (request: PrefetchRequest) => FirstReads | Promise<FirstReads>
export type FirstReads = { readonly strong?: readonly Ref[]; readonly late?: readonly Ref[] }

export type Operation<R extends Row> = ((
  input: Input<R>,
  context: Context<R['access']>,
) => Promise<Result<R>>) & { readonly prefetch?: Prefetch }

/**
 * An operation whose first items are read in the same call as the caller's record. The operation itself does not
 * change: it reads the table as usual, and prefetched items cost no further round trip.
 */
export const prefetching = <O extends (...given: never) => unknown>(
  prefetch: Prefetch,
  operation: O,
): O & { readonly prefetch: Prefetch } => Object.assign(operation, { prefetch })

/**
 * One function per row, under the row's name: the compiler requires each. `operations.ts` of a domain lists functions
 * that its other files define as `Operation<Rows['createRoom']>`.
 */
export type Operations<C extends Contract<Rows>> = {
  readonly [K in keyof C['rows']]: Operation<C['rows'][K]>
}
