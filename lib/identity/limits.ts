import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { fail } from '../contract/failure.ts'
import { RateLimited } from '../contract/failures.ts'
import type { Limit } from '../contract/limit.ts'
import type { Settings } from '../settings.ts'
import { entity } from '../table/entity.ts'
import type { Table } from '../table/table.ts'
import { update, type Write } from '../table/write.ts'

/**
 * One window of one limit of one subject. Global: an account, and an address, is the same one at every school.
 * Subjects are stored as hashes.
 */
const RateWindow = z.object({
  limit: z.string(),
  subject: z.string(),
  window: z.string(),
  count: z.number(),
  expiresAt: z.string(),
})
export const rateWindow = entity('RateWindow', RateWindow, {
  scope: 'global',
  pk: 'RL#{limit}#{subject}',
  sk: '{window}',
  ttl: 'expiresAt',
})

type World = { readonly table: Table; readonly settings: Settings; now(): Date }

const windowOf = (name: string, limit: Limit, subject: string, now: Date) => {
  const start = Math.floor(now.getTime() / 1000 / limit.seconds) * limit.seconds
  return {
    limit: name,
    subject: createHash('sha256').update(subject).digest('base64url').slice(0, 22),
    window: String(start),
    count: 0,
    expiresAt: new Date((start + limit.seconds) * 1000).toISOString(),
  }
}

/** What a limit allows on this stage. */
export const mostOf = (limit: Limit, settings: Settings): number =>
  Math.max(1, Math.floor(limit.max * settings.RATE_LIMIT_SCALE))

/** 429 with when to come back: when the window ends. */
export const refuseUntil = (max: number, window: { expiresAt: string }, now: Date): never => {
  const wait = Math.max(1, Math.ceil((Date.parse(window.expiresAt) - now.getTime()) / 1000))
  return fail(RateLimited, {
    headers: {
      'retry-after': String(wait),
      'x-ratelimit-limit': String(max),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(Math.floor(Date.parse(window.expiresAt) / 1000)),
    },
  })
}

/** Takes one of the tries of `subject`, or answers 429 with when to come back. Parallel tries cannot outrun it. */
export const spend = async (world: World, name: string, limit: Limit, subject: string): Promise<void> => {
  const window = windowOf(name, limit, subject, world.now())
  const max = mostOf(limit, world.settings)
  const { ok } = await world.table.bump(rateWindow, window, 'count', max)
  if (!ok) refuseUntil(max, window, world.now())
}

/**
 * The same try as a write for the transaction that it permits, one round trip less. When that write is what refused the
 * transaction, `refuse` answers 429.
 */
export const spending = (
  world: Omit<World, 'table'>,
  name: string,
  limit: Limit,
  subject: string,
): { readonly write: Write; refuse(): never } => {
  const { count: _, ...window } = windowOf(name, limit, subject, world.now())
  const max = mostOf(limit, world.settings)
  return {
    write: update(
      rateWindow,
      window,
      { set: window, add: { count: 1 } },
      { orAbsent: true, below: { count: max } },
    ),
    refuse: () => refuseUntil(max, window, world.now()),
  }
}

/** For a limit that counts failures: answers 429 when `subject` has used its failures up. Costs half a read unit. */
export const refuseSpent = async (
  world: World,
  name: string,
  limit: Limit,
  subject: string,
): Promise<void> => {
  const window = windowOf(name, limit, subject, world.now())
  const max = mostOf(limit, world.settings)
  const spent = await world.table.get(rateWindow, window)
  if (spent && spent.count >= max) refuseUntil(max, window, world.now())
}
