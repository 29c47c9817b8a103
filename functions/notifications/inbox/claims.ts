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

/** Signs unsubscribe links in a person's mails. */
export const newUnsubscribeKey = (): string => randomBytes(32).toString('base64url')

/** A claim is the era in which a notification was counted, and a random part: `<era>.<sign>`. */
const newClaim = (era: number): string => `${era}.${randomBytes(6).toString('base64url')}`
export const eraIn = (claim: string): number => Number.parseInt(claim, 10)

/** Claims in an inbox before completed ones are looked for. */
const maxClaims = 8
/**
 * In milliseconds. After this time no retry places a notification, because failed change events are kept for two weeks.
 */
const overMs = 15 * dayMs

/** Whether a stored notification is counted exactly once: no other claim for it is left. */
export const isCountedAs = ({ id, claim }: Notification, box: Inbox | undefined): boolean =>
  [undefined, claim].includes(box?.claims?.[id])

type Claims = Readonly<Record<string, string>>
type Counters = Partial<Record<keyof Inbox & string, number>>

/** Completed claims, and the counts among them that other claims have counted too. */
type FinishedClaims = {
  readonly claims: Claims
  readonly add: Counters
  readonly held: readonly Condition<Inbox>[]
}

/** A claim's counts, negated. After a mark-all-as-read it no longer counts as unread. */
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

/** Reads the rows of claims once there are many. A row that names another claim was counted by that one. */
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
  /** A mail follows, whose unsubscribe link needs the person's key. */
  readonly isMailed: boolean
}

type ClaimResult = { readonly claim: string; readonly box: Inbox | undefined }

/**
 * Counts a notification in one update of the inbox, before the row is put. The update leaves a claim that the row will
 * name. A repeated or concurrent run finds the claim and continues with it (rules/notifications 2).
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
    // Another run was faster, or this update's response was lost. Continue with the stored claim.
    seen = written.found
    return conflicted
  })
}

/** Reverses the count of a duplicate claim, when the stored notification names another. */
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
