import { check, remove, update, type Write } from '../table/write.ts'
import { putAccess } from './membership.ts'
import { type Access, type Credential, credential, type Session, session } from './records.ts'
import { nextEpoch } from './sessions.ts'

/** What ending all sessions has to know, read strongly: changed rights are stored with it. */
export type SignedInEverywhere = {
  readonly rights: Access
  readonly sessions: readonly Session[]
  readonly credential: Credential | undefined
}

/**
 * Signs a person out everywhere and stores `rights`, in the caller's transaction. Sessions that are there are removed;
 * the next epoch ends those too that a sign-in is about to write. The password moves along, so that it keeps working.
 * The access item comes first; a lost race refuses one of the first two.
 */
export const everySessionEnded = ({ rights, sessions, credential: own }: SignedInEverywhere): Write[] => {
  const { globalUserId } = rights
  const next = nextEpoch(rights)
  return [
    putAccess(next),
    own
      ? update(credential, { globalUserId }, { set: { epoch: next.epoch } }, { equals: { hash: own.hash } })
      : check(credential, { globalUserId }, { absent: true }),
    ...sessions.map(({ id }) => remove(session, { globalUserId, id })),
  ]
}
