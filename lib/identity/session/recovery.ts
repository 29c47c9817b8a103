import { check, remove, update, type Write } from '../../table/write.ts'
import { type Access, type Credential, credential, type Session, session } from '../person/records.ts'
import { accessWrite } from '../person/roles.ts'

/** Data for ending everything, read with strong consistency: changed rights are stored with it. */
export type AccessAndSessions = { readonly rights: Access; readonly sessions: readonly Session[] }

/**
 * The password write for the next epoch: replaced, kept valid, or removed. No other data of the person depends on it.
 */
type PasswordWrite = (epoch: number) => Write

// Parallel sign-ins can create more sessions than a transaction can remove; the epoch ends the others all the same.
const maxRemoved = 60

/** The epoch of sessions that begin after everything has ended. */
export const nextEpochOf = ({ epoch }: Access): number => epoch + 1

/** Rights after everything has ended. The password either continues with them or ends too. */
export const withNextEpoch = (rights: Access, now: Date): Access => ({
  ...rights,
  epoch: nextEpochOf(rights),
  endedAt: now.toISOString(),
})

/**
 * Ends everything that can act for a person or reach their devices, in the caller's transaction: all sessions except
 * the kept ones, their push registrations, calendar links, and unused mailed codes. One write of the access item does
 * it, because each of these has an epoch or belongs to a session. Writes based on previously read rights fail too.
 * Session rows are removed only so that lists do not show them. The password is the first write, the access item the
 * second; a conflict refuses one of the two.
 */
export const endEverything = (
  { rights, sessions }: AccessAndSessions,
  now: Date,
  passwordOf: PasswordWrite,
  keepsSession: (session: Session) => boolean = () => false,
): Write[] => {
  const { globalUserId } = rights
  const next = withNextEpoch(rights, now)
  const isKept = (one: Session): boolean => one.epoch === rights.epoch && keepsSession(one)
  return [
    passwordOf(next.epoch),
    accessWrite(next),
    ...sessions
      .filter(isKept)
      .map(({ id }) => update(session, { globalUserId, id }, { set: { epoch: next.epoch } })),
    ...sessions
      .filter((one) => !isKept(one))
      .slice(0, maxRemoved)
      .map(({ id }) => remove(session, { globalUserId, id })),
  ]
}

/** The password stays valid in the next epoch; one that had already ended stays ended. */
export const keepPassword =
  ({ globalUserId, epoch: current }: Access, stored: Credential | undefined): PasswordWrite =>
  (epoch) => {
    if (!stored) return check(credential, { globalUserId }, { absent: true })
    const unchanged = { equals: { hash: stored.hash, epoch: stored.epoch } }
    return stored.epoch === current
      ? update(credential, { globalUserId }, { set: { epoch } }, unchanged)
      : check(credential, { globalUserId }, unchanged)
  }
