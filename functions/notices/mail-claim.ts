import type { NoticeWorld } from '../../lib/consumer.ts'
import { type OutboxMail, outboxMail } from '../../lib/outbox.ts'
import type { Change } from '../../lib/table/write.ts'

const keptSeconds = 7 * 24 * 3600

/** Longer than any delivery takes: whoever claimed a row this long ago and did not settle it is no more. */
export const leaseSeconds = 60

const claiming = (now: Date): Change<OutboxMail> => ({
  // Claiming renews the life of the row, so the end of its life also says since when it is claimed.
  set: { status: 'claimed', expiresAt: new Date(now.getTime() + keptSeconds * 1000).toISOString() },
  add: { attempts: 1 },
})

const claimedSince = ({ expiresAt }: OutboxMail): number => Date.parse(expiresAt) - keptSeconds * 1000

/**
 * Takes a row to deliver it, alone. Undefined when there is nothing left to do. A row that another delivery holds is
 * not done yet: the notice has to come again, in case that delivery dies.
 */
export const claim = async (
  { table, now }: NoticeWorld,
  { cause, id }: OutboxMail,
): Promise<OutboxMail | undefined> => {
  const holes = { cause, id }
  const taken = await table.update(outboxMail, holes, claiming(now()), { equals: { status: 'pending' } })
  if (taken.ok) return taken.after
  const { found } = taken
  if (found?.status !== 'claimed') return undefined
  const { status, expiresAt } = found
  if (now().getTime() - claimedSince(found) < leaseSeconds * 1000)
    throw new Error('the row is being delivered')
  const inherited = await table.update(outboxMail, holes, claiming(now()), { equals: { status, expiresAt } })
  if (!inherited.ok) throw new Error('the row is being delivered')
  return inherited.after
}

/** Ends a claim. What the row has become in the meantime by somebody else's hand stays. */
export const settle = async (
  { table }: NoticeWorld,
  { cause, id, expiresAt }: OutboxMail,
  status: 'sent' | 'dropped' | 'pending',
): Promise<void> => {
  await table.update(
    outboxMail,
    { cause, id },
    { set: { status } },
    { equals: { status: 'claimed', expiresAt } },
  )
}
