import * as z from 'zod/mini'
import { days } from './contract/time.ts'
import { entity } from './table/entity.ts'

/**
 * One request of one caller for one operation, identified by its `Idempotency-Key` or its content. First it is a
 * claim; under a key it later holds the response for repetitions.
 */
export const KeyedAnswer = z.object({
  person: z.string(),
  operation: z.string(),
  key: z.string(),
  /** Hash of the request. */
  asked: z.string(),
  claim: z.string(),
  /** The request's first claim, which later claims continue, and the id from which its new ids are derived. */
  seed: z.optional(z.string()),
  firstId: z.optional(z.string()),
  flightEndsAt: z.string(),
  expiresAt: z.string(),
  status: z.optional(z.number()),
  type: z.optional(z.string()),
  body: z.optional(z.string()),
  /** Code of a refusal, for its header. */
  code: z.optional(z.string()),
})
export type KeyedAnswer = z.infer<typeof KeyedAnswer>
export const keyedAnswer = entity('KeyedAnswer', KeyedAnswer, {
  scope: 'tenant',
  pk: 'IDEM#{person}',
  sk: '{operation}#{key}',
  ttl: 'expiresAt',
})

/** Seconds after which a request is over: longer than any function may run. Then a dead request's key is free. */
export const flightSeconds = 60

/** Seconds for which repetitions get the first request's response. */
export const answerRetentionSeconds = days

/** Runs shared work once per name, such as for the change events of one batch: all callers get the first result. */
export type OncePerKey = <V>(what: string, work: () => Promise<V>) => Promise<V>

/** Failures are not cached: the next caller tries again. */
export const newOncePerKey = (): OncePerKey => {
  const done = new Map<string, Promise<unknown>>()
  return <V>(what: string, work: () => Promise<V>): Promise<V> => {
    const known = done.get(what) ?? work()
    done.set(what, known)
    known.catch(() => done.delete(what))
    return known as Promise<V>
  }
}

type BatchContext = { readonly once?: OncePerKey; readonly table: { readonly tenant: string | undefined } }

/** Runs work once for all change events of a batch; outside a batch, every time. */
export const oncePerBatch = <V>(
  { once, table }: BatchContext,
  what: string,
  work: () => Promise<V>,
): Promise<V> => (once ? once(`${table.tenant} ${what}`, work) : work())
