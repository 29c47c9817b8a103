import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import * as z from 'zod/mini'
import { type FailureKind, fail } from '../../contract/failure.ts'
import { RateLimited } from '../../contract/failures.ts'
import { guesses, type Limit } from '../../contract/limit.ts'
import type { Settings } from '../../settings.ts'
import { entity, key } from '../../table/entity.ts'
import type { ReadOptions, Table } from '../../table/table.ts'
import { otherwise, update, type Write } from '../../table/write.ts'

/** The eight groups of an IPv6 address. The URL parser normalizes every spelling of an address. */
const groupsOf = (address: string): readonly number[] => {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const numbers = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const [left, right] = [numbers(head), numbers(tail ?? '')]
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right]
}

/**
 * The sender behind an address: an IPv4 address, or the /64 network of an IPv6 address. One subscriber owns a whole
 * /64 and could otherwise use 2^64 addresses. Any other text stays unchanged.
 */
export const sourceOf = (address: string): string => {
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return bare
  const groups = groupsOf(bare)
  const [high = 0, low = 0] = groups.slice(6)
  const mapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)
  if (mapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

/**
 * One window of a subject's limit. Global: an account or address is the same at every school. Subjects are stored as
 * hashes; network addresses count by their source.
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

type LimitsContext = { readonly table: Table; readonly settings: Settings; now(): Date }

/** One limit of one subject. */
export type SubjectLimit = readonly [name: string, limit: Limit, subject: string]

/** A limit's maximum on this stage. */
export const maxOf = (limit: Limit, settings: Settings): number =>
  Math.max(1, Math.floor(limit.max * settings.RATE_LIMIT_SCALE))

const windowOf = ([name, limit, subject]: SubjectLimit, { settings, now }: Omit<LimitsContext, 'table'>) => {
  const start = Math.floor(now().getTime() / 1000 / limit.seconds) * limit.seconds
  const row = {
    limit: name,
    subject: createHash('sha256').update(sourceOf(subject)).digest('base64url').slice(0, 22),
    window: String(start),
    expiresAt: new Date((start + limit.seconds) * 1000).toISOString(),
  }
  return { row, max: maxOf(limit, settings) }
}

/** 429 with the end of the window as retry time. */
export const failRateLimited = (
  max: number,
  window: { expiresAt: string },
  now: Date,
  kind: FailureKind = RateLimited,
): never => {
  const wait = Math.max(1, Math.ceil((Date.parse(window.expiresAt) - now.getTime()) / 1000))
  return fail(kind, {
    headers: {
      'retry-after': String(wait),
      'x-ratelimit-limit': String(max),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(Math.floor(Date.parse(window.expiresAt) / 1000)),
    },
  })
}

/** One try as a write, which only refuses its transaction: for callers that must not respond with 429. */
export const silentSpendWrite = (context: Omit<LimitsContext, 'table'>, ...bound: SubjectLimit): Write => {
  const { row, max } = windowOf(bound, context)
  return update(rateWindow, row, { set: row, add: { count: 1 } }, { orAbsent: true, below: { count: max } })
}

/** One try as a write in the transaction that it permits, which saves a round trip. It refuses with 429. */
export const spendWrite = (context: Omit<LimitsContext, 'table'>, ...bound: SubjectLimit): Write => {
  const { row, max } = windowOf(bound, context)
  return otherwise(silentSpendWrite(context, ...bound), () => failRateLimited(max, row, context.now()))
}

/**
 * Counts `by` in several limits in order, up to the first one without room; then it returns false. So tries beyond a
 * sender's own limit do not use up the later ones. Parallel counts cannot exceed a limit.
 */
export const countAll = async (
  context: LimitsContext,
  bounds: readonly SubjectLimit[],
  by = 1,
): Promise<boolean> => {
  for (const bound of bounds) {
    const { row, max } = windowOf(bound, context)
    const room = { orAbsent: true, below: { count: max } } as const
    const { ok } = await context.table.update(rateWindow, row, { set: row, add: { count: by } }, room)
    if (!ok) return false
  }
  return true
}

/**
 * Takes one of the tries of `subject`, or `amount` of them, or fails with 429 and the retry time. Parallel tries
 * cannot exceed the limit. An amount larger than a whole window takes all of an unused window.
 */
export const spend = async (
  context: LimitsContext,
  name: string,
  limit: Limit,
  subject: string,
  amount = 1,
): Promise<void> => {
  const { row, max } = windowOf([name, limit, subject], context)
  const window = { ...row, count: 0 }
  const { ok } = await context.table.bump(rateWindow, window, 'count', max, Math.min(amount, max))
  if (!ok) failRateLimited(max, row, context.now())
}

/** Takes one try and returns the number taken in its window; fails with 429 when none is left. */
export const spendAndCount = async (
  context: LimitsContext,
  bound: SubjectLimit,
  kind?: FailureKind,
): Promise<number> => {
  const { row, max } = windowOf(bound, context)
  const room = { orAbsent: true, below: { count: max } } as const
  const taken = await context.table.update(rateWindow, row, { set: row, add: { count: 1 } }, room)
  return taken.ok ? (taken.after?.count ?? 1) : failRateLimited(max, row, context.now(), kind)
}

/** Returns a try that was counted before it turned out to be correct. */
export const refund = async (context: LimitsContext, bound: SubjectLimit): Promise<void> => {
  const { row } = windowOf(bound, context)
  await context.table.update(rateWindow, row, { add: { count: -1 } }, { exists: true, atLeast: { count: 1 } })
}

/**
 * The first exhausted limit, as a function that fails with its 429. Costs half a read unit per limit, or a whole one.
 */
export const findExhausted = async (
  context: LimitsContext,
  bounds: readonly SubjectLimit[],
  options?: ReadOptions,
): Promise<((kind?: FailureKind) => never) | undefined> => {
  const windows = bounds.map((bound) => windowOf(bound, context))
  const refs = windows.map(({ row }) => key(rateWindow, row))
  const found = await context.table.batchGet(refs, options)
  const at = windows.findIndex(({ max }, index) => (found[index]?.count ?? 0) >= max)
  const window = windows[at]
  return window && ((kind) => failRateLimited(window.max, window.row, context.now(), kind))
}

/** For a limit that counts failures: fails with 429 when `subject` has used them up. */
export const refuseExhausted = async (context: LimitsContext, ...bound: SubjectLimit): Promise<void> =>
  (await findExhausted(context, [bound]))?.()

/** The shared counter of wrong guesses for an account. */
export const sharedLimit = (kind: keyof typeof guesses, account: string): SubjectLimit => {
  const { parts, limit } = guesses[kind]
  const part = createHash('sha256').update(account).digest().readUInt32BE(0) % parts
  return [`all-${kind}`, limit, String(part)]
}
