import { check, remove, update, type Write } from '../../table/write.ts'
import { type Access, type Credential, credential, type Session, session } from '../person/records.ts'
import { accessWrite } from '../person/roles.ts'

/** What ending everything has to know, read strongly: changed rights are stored with it. */
export type AccessAndSessions = { readonly rights: Access; readonly sessions: readonly Session[] }

/** The password of the next epoch: replaced, moved along, or gone. Nothing else of the person waits for it. */
type PasswordWrite = (epoch: number) => Write

// More rows than a transaction holds are possible after sign-ins at the same moment; the others are over all the same.
const maxRemoved = 60

/** Of what begins after everything so far has ended. */
export const nextEpochOf = ({ epoch }: Access): number => epoch + 1

/** Rights after which everything so far has ended. The password goes on with them, or is over too. */
export const withNextEpoch = (rights: Access, now: Date): Access => ({
  ...rights,
  epoch: nextEpochOf(rights),
  endedAt: now.toISOString(),
})

/**
 * Ends everything that can act for a person or reach a device of theirs, in the caller's transaction: sessions but those
 * that are kept, push registrations with their sessions, calendar links, codes that were mailed and are not used yet.
 * One write of the access item does it, because all of these are of an epoch or belong to a session; what somebody is
 * about to write with rights read before is over too. Rows of sessions are removed only so that they stand in no list.
 * The password comes first, the access item second; a lost race refuses one of the two.
 */
export const endEverything = (
  { rights, sessions }: AccessAndSessions,
  now: Date,
  passwordOf: PasswordWrite,
  keeps: (session: Session) => boolean = () => false,
): Write[] => {
  const { globalUserId } = rights
  const next = withNextEpoch(rights, now)
  const isKept = (one: Session): boolean => one.epoch === rights.epoch && keeps(one)
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

/** The password keeps working in the next epoch; one that had ended before stays ended. */
export const keepPassword =
  ({ globalUserId, epoch: current }: Access, stored: Credential | undefined): PasswordWrite =>
  (epoch) => {
    if (!stored) return check(credential, { globalUserId }, { absent: true })
    const unchanged = { equals: { hash: stored.hash, epoch: stored.epoch } }
    return stored.epoch === current
      ? update(credential, { globalUserId }, { set: { epoch } }, unchanged)
      : check(credential, { globalUserId }, unchanged)
  }
