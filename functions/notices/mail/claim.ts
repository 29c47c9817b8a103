import { setTimeout as pause } from 'node:timers/promises'
import type { NoticeWorld } from '../../../lib/consumer.ts'
import { days } from '../../../lib/contract/time.ts'
import { type OutboxMail, outboxMail } from '../../../lib/outbox.ts'
import type { Change } from '../../../lib/table/write.ts'

const keptSeconds = 7 * days

/** A delivery that did not settle its row for so long is taken for dead. */
export const leaseSeconds = 10

// The stream brings a failed notice again a few times and at once, so waiting here is what outlasts a lease.
const pauses = [50, 150, 300, 500, 1000]

const claiming = (now: Date): Change<OutboxMail> => ({
  // Claiming renews the life of the row, so the end of its life also says since when it is claimed.
  set: { status: 'claimed', expiresAt: new Date(now.getTime() + keptSeconds * 1000).toISOString() },
  add: { attempts: 1 },
})

const claimedSince = ({ expiresAt }: OutboxMail): number => Date.parse(expiresAt) - keptSeconds * 1000

/** One try: the row, `held` by another delivery, or undefined when there is nothing left to do. */
const tryClaim = async (
  { table, now }: NoticeWorld,
  { cause, id }: OutboxMail,
): Promise<OutboxMail | 'held' | undefined> => {
  const holes = { cause, id }
  const taken = await table.update(outboxMail, holes, claiming(now()), { equals: { status: 'pending' } })
  if (taken.ok) return taken.after
  const { found } = taken
  if (found?.status !== 'claimed') return undefined
  if (now().getTime() - claimedSince(found) < leaseSeconds * 1000) return 'held'
  const { status, expiresAt } = found
  const inherited = await table.update(outboxMail, holes, claiming(now()), { equals: { status, expiresAt } })
  return inherited.ok ? inherited.after : 'held'
}

/**
 * Takes a row to deliver it, alone. Undefined when there is nothing left to do. A row that another delivery holds is
 * not done yet: after some waiting the notice has to come again, in case that delivery dies.
 */
export const claim = async (world: NoticeWorld, row: OutboxMail): Promise<OutboxMail | undefined> => {
  for (const milliseconds of [...pauses, 0]) {
    const taken = await tryClaim(world, row)
    if (taken !== 'held') return taken
    await pause(milliseconds)
  }
  throw new Error('another delivery holds the row')
}

// Once nothing is left to do, the row only counts: whom it was for and what it said is in the mail alone.
const forgotten: Change<OutboxMail> = { set: { to: '', params: {} }, remove: ['nonce'] }

/** Ends a claim. What the row has become in the meantime by somebody else's hand stays. */
export const settle = async (
  { table }: NoticeWorld,
  { cause, id, expiresAt }: OutboxMail,
  status: 'sent' | 'dropped' | 'pending',
): Promise<void> => {
  const { set, ...more } = status === 'pending' ? {} : forgotten
  await table.update(
    outboxMail,
    { cause, id },
    { ...more, set: { ...set, status } },
    { equals: { status: 'claimed', expiresAt } },
  )
}
