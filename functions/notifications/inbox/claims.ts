import { randomBytes } from 'node:crypto'
import type { ChangeContext } from '../../../lib/consumer.ts'
import type { NotificationType } from '../../../lib/contract/notification.ts'
import { dayMs } from '../../../lib/contract/time.ts'
import { timeOf } from '../../../lib/id.ts'
import type { Condition } from '../../../lib/table/condition.ts'
import { key } from '../../../lib/table/entity.ts'
import { conflicted } from '../../../lib/table/retry.ts'
import type { Table } from '../../../lib/table/table.ts'
import { findInbox, type Inbox, inbox, type Notification, notification } from '../repository.ts'
import { eraOf, sameEra, unreadField } from './counters.ts'

export type PlacementContext = Pick<ChangeContext, 'table' | 'now'>

/** Signs the links of mails that unsubscribe one person. */
export const newUnsubscribeKey = (): string => randomBytes(32).toString('base64url')

/** A claim is the era in which a notification was counted, and a sign of its own: `<era>.<sign>`. */
const newClaim = (era: number): string => `${era}.${randomBytes(6).toString('base64url')}`
export const eraIn = (claim: string): number => Number.parseInt(claim, 10)

/** Claims that stand in an inbox before it is looked which of them have nothing left to do. */
const maxClaims = 8
/** After so long nobody places a notification any more, in milliseconds: notices that failed are kept for two weeks. */
const overMs = 15 * dayMs

/** Whether a notification that stands is counted once: no other claim for it is left. */
export const isCountedAs = ({ id, claim }: Notification, box: Inbox | undefined): boolean =>
  [undefined, claim].includes(box?.claims?.[id])

type Claims = Readonly<Record<string, string>>
type Counters = Partial<Record<keyof Inbox & string, number>>

/** Claims that have nothing left to do, and what those among them have counted that other claims have too. */
type FinishedClaims = {
  readonly claims: Claims
  readonly add: Counters
  readonly held: readonly Condition<Inbox>[]
}

/** What a claim has counted, negative. Where everything was read since, it is among the unread no more. */
const reversedCounters = (box: Inbox, type: NotificationType, claim: string): Counters => ({
  total: -1,
  ...(eraOf(box, type) === eraIn(claim) ? { [unreadField(type)]: -1 } : {}),
})

const sumOf = (counters: readonly Counters[]): Counters => {
  const sum: Record<string, number> = {}
  for (const [name, by] of counters.flatMap((one) => Object.entries(one)))
    sum[name] = (sum[name] ?? 0) + (by ?? 0)
  return sum as Counters
}

/** Looks at the rows of claims once there are many. A row that names another claim is counted by that one. */
const findFinished = async (table: Table, box: Inbox | undefined, now: Date): Promise<FinishedClaims> => {
  const claims = Object.entries(box?.claims ?? {})
  if (box === undefined || claims.length < maxClaims) return { claims: {}, add: {}, held: [] }
  const refs = claims.map(([id]) => key(notification, { to: box.owner, id }))
  const rows = await table.batchGet(refs, { strong: true })
  const isOver = (id: string) => now.getTime() - timeOf(id) > overMs
  const others = claims.flatMap(([, claim], at) => {
    const row = rows[at]
    return row && row.claim !== claim ? [{ claim, type: row.type }] : []
  })
  return {
    claims: Object.fromEntries(claims.filter(([id], at) => rows[at] !== undefined || isOver(id))),
    add: sumOf(others.map(({ claim, type }) => reversedCounters(box, type, claim))),
    held: others.map(({ type }) => sameEra(box, type)),
  }
}

type ClaimRequest = {
  readonly owner: string
  readonly id: string
  readonly type: NotificationType
  readonly box: Inbox | undefined
  /** A mail is to follow, whose link needs the key of its reader. */
  readonly isMailed: boolean
}

type ClaimResult = { readonly claim: string; readonly box: Inbox | undefined }

/**
 * Counts a notification in one update of the inbox alone, before it is put, and leaves a claim that its row is going to name.
 * Whoever comes again, or at the same time, finds the claim and goes on with it (rules/notifications 2).
 */
export const claimPlace = async (
  { table, now }: PlacementContext,
  { owner, id, type, box, isMailed }: ClaimRequest,
): Promise<ClaimResult> => {
  let seen = box
  return table.retryOnConflict(async (): Promise<ClaimResult | typeof conflicted> => {
    const own = seen?.claims?.[id]
    if (own !== undefined) return { claim: own, box: seen }
    const claim = newClaim(eraOf(seen, type))
    const finished = await findFinished(table, seen, now())
    const unsubscribeKey = isMailed && !seen?.unsubscribeKey ? newUnsubscribeKey() : undefined
    const claims = { [id]: claim }
    const held = [sameEra(seen, type), ...finished.held]
    const written = await table.update(
      inbox,
      { owner },
      {
        set: { owner, unsubscribeKey, ...(seen?.claims ? {} : { claims }) },
        add: sumOf([{ [unreadField(type)]: 1, total: 1 }, finished.add]),
        ...(seen?.claims
          ? { setEntries: { claims }, removeEntries: { claims: Object.keys(finished.claims) } }
          : {}),
      },
      {
        orAbsent: true,
        equals: Object.assign({}, ...held.map((one) => one.equals ?? {})),
        without: [
          ...new Set(held.flatMap((one) => one.without ?? [])),
          ...(seen?.claims ? [] : ['claims' as const]),
          ...(unsubscribeKey ? ['unsubscribeKey' as const] : []),
        ],
        ...(seen?.claims
          ? { with: ['claims'], withoutEntry: { claims: id }, entries: { claims: finished.claims } }
          : {}),
      },
    )
    if (written.ok) return { claim, box: written.after }
    // Somebody else was faster, or the answer to this very update was lost: the claim that stands is gone on with.
    seen = written.found
    return conflicted
  })
}

/** Takes back what a second claim has counted: the notification stands, and names another. */
export const releaseClaim = async (
  { table }: PlacementContext,
  { id, to, type }: Notification,
  claim: string,
): Promise<void> => {
  await table.retryOnConflict(async () => {
    const box = await findInbox(table, to, true)
    if (box?.claims?.[id] !== claim) return true
    const add = reversedCounters(box, type, claim)
    const written = await table.update(
      inbox,
      { owner: to },
      { add, removeEntries: { claims: [id] } },
      { exists: true, ...sameEra(box, type), entries: { claims: { [id]: claim } } },
    )
    return written.ok || conflicted
  })
}
