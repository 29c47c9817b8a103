import { randomBytes } from 'node:crypto'
import type { NoticeContext } from '../../../lib/consumer.ts'
import type { NotificationType } from '../../../lib/contract/notification.ts'
import { dayMs } from '../../../lib/contract/time.ts'
import { key } from '../../../lib/table/entity.ts'
import { lost } from '../../../lib/table/retry.ts'
import type { Table } from '../../../lib/table/table.ts'
import { madeAt } from '../notification-id.ts'
import { newUnsubscribeKey } from '../preferences.ts'
import { findInbox, type Inbox, inbox, type Notification, notification } from '../repository.ts'
import { eraOf, sameEra, unreadField } from './counters.ts'

export type PlacingPorts = Pick<NoticeContext, 'table' | 'now'>

/** A claim is the era in which a notification was counted, and a sign of its own: `<era>.<sign>`. */
const newClaim = (era: number): string => `${era}.${randomBytes(6).toString('base64url')}`
export const eraIn = (claim: string): number => Number.parseInt(claim, 10)

/** Claims that stand in an inbox before it is looked which of them have nothing left to do. */
const mostClaims = 8
/** After so long nobody places a notification any more, in milliseconds. */
const overMs = 2 * dayMs

/** Whether a notification that stands is counted once: no other claim for it is left. */
export const isCountedAs = ({ id, claim }: Notification, box: Inbox | undefined): boolean =>
  [undefined, claim].includes(box?.claims?.[id])

/** Ids of claims whose rows stand, once there are many. */
const finished = async (table: Table, to: string, box: Inbox | undefined, now: Date): Promise<string[]> => {
  const claims = Object.entries(box?.claims ?? {})
  if (claims.length < mostClaims) return []
  const refs = claims.map(([id]) => key(notification, { to, id }))
  const rows = await table.batchGet(refs, { strong: true })
  return claims.flatMap(([id, claim], at) => {
    const row = rows[at]
    const isOver = row === undefined && now.getTime() - Date.parse(madeAt(id)) > overMs
    return row?.claim === claim || isOver ? [id] : []
  })
}

type Wanted = {
  readonly owner: string
  readonly id: string
  readonly type: NotificationType
  readonly box: Inbox | undefined
  /** A mail is to follow, whose link needs the key of its reader. */
  readonly isMailed: boolean
}

type Claimed = { readonly claim: string; readonly box: Inbox | undefined }

/**
 * Counts a notification in one update of the inbox alone, before it is put, and leaves a claim that its row is going to name.
 * Whoever comes again, or at the same time, finds the claim and goes on with it (rules/notifications 2).
 */
export const claimPlace = async (
  { table, now }: PlacingPorts,
  { owner, id, type, box, isMailed }: Wanted,
): Promise<Claimed> => {
  let seen = box
  return table.retryOnConflict(async (): Promise<Claimed | typeof lost> => {
    const own = seen?.claims?.[id]
    if (own !== undefined) return { claim: own, box: seen }
    const claim = newClaim(eraOf(seen, type))
    const gone = await finished(table, owner, seen, now())
    const unsubscribeKey = isMailed && !seen?.unsubscribeKey ? newUnsubscribeKey() : undefined
    const claims = { [id]: claim }
    const era = sameEra(seen, type)
    const without = [
      ...(era.without ?? []),
      ...(seen?.claims ? [] : ['claims' as const]),
      ...(unsubscribeKey ? ['unsubscribeKey' as const] : []),
    ]
    const written = await table.update(
      inbox,
      { owner },
      {
        set: { owner, unsubscribeKey, ...(seen?.claims ? {} : { claims }) },
        add: { [unreadField(type)]: 1, total: 1 },
        ...(seen?.claims ? { setEntries: { claims }, removeEntries: { claims: gone } } : {}),
      },
      { orAbsent: true, ...era, without, ...(seen?.claims ? { withoutEntry: { claims: id } } : {}) },
    )
    if (written.ok) return { claim, box: written.after }
    // Somebody else was faster, or the answer to this very update was lost: the claim that stands is gone on with.
    seen = written.found
    return lost
  })
}

/** Takes back what a second claim has counted: the notification stands, and names another. */
export const handBack = async (
  { table }: PlacingPorts,
  { id, to, type }: Notification,
  claim: string,
): Promise<void> => {
  await table.retryOnConflict(async () => {
    const box = await findInbox(table, to, true)
    if (box?.claims?.[id] !== claim) return true
    const add = { total: -1, ...(eraOf(box, type) === eraIn(claim) ? { [unreadField(type)]: -1 } : {}) }
    const written = await table.update(
      inbox,
      { owner: to },
      { add, removeEntries: { claims: [id] } },
      { exists: true, ...sameEra(box, type), entries: { claims: { [id]: claim } } },
    )
    return written.ok || lost
  })
}
