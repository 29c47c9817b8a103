import * as z from 'zod/mini'
import { days } from './contract/time.ts'
import { entity } from './table/entity.ts'

/**
 * One request of one caller for one operation, by its `Idempotency-Key` or by its content: first a claim, then, under a key,
 * the answer that repetitions get.
 */
export const KeyedAnswer = z.object({
  person: z.string(),
  operation: z.string(),
  key: z.string(),
  /** Hash of what was asked for. */
  asked: z.string(),
  claim: z.string(),
  /** The first claim of the request, which whoever takes over goes on with, and the id before those of what it makes. */
  seed: z.optional(z.string()),
  firstId: z.optional(z.string()),
  flightEndsAt: z.string(),
  expiresAt: z.string(),
  status: z.optional(z.number()),
  type: z.optional(z.string()),
  body: z.optional(z.string()),
})
export type KeyedAnswer = z.infer<typeof KeyedAnswer>
export const keyedAnswer = entity('KeyedAnswer', KeyedAnswer, {
  scope: 'tenant',
  pk: 'IDEM#{person}',
  sk: '{operation}#{key}',
  ttl: 'expiresAt',
})

/** Seconds within which a request is over: longer than any function may run. A dead one's key is free after that. */
export const flightSeconds = 60

/** How long repetitions get the answer of the first request. */
export const answerRetentionSeconds = days

/** Does under one name what several ask for together, such as the notices of one batch: all get what the first one gets. */
export type OncePerKey = <V>(what: string, work: () => Promise<V>) => Promise<V>

/** A failure is not kept: whoever asks next tries again. */
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

/** Does something once for all the notices of a batch; for who asks alone, each time. */
export const oncePerBatch = <V>(
  { once, table }: BatchContext,
  what: string,
  work: () => Promise<V>,
): Promise<V> => (once ? once(`${table.tenant} ${what}`, work) : work())
