import * as z from 'zod/mini'
import { entity } from './table/entity.ts'

/** One `Idempotency-Key` of one caller for one operation: first a claim, then the answer that repetitions get. */
export const KeyedAnswer = z.object({
  person: z.string(),
  operation: z.string(),
  key: z.string(),
  /** Hash of what was asked for. */
  asked: z.string(),
  claim: z.string(),
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

/** How long repetitions get the answer of the first request. */
export const answerKeptSeconds = 24 * 3600
