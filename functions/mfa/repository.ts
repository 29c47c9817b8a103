import type { Factors } from '../../lib/identity/factor/factors.ts'
import {
  type Challenge,
  challenge,
  hashOf,
  type PasskeyGuard,
  type PendingSignIn,
  passkeyGuard,
  pendingSignIn,
} from '../../lib/identity/factor/records.ts'
import type { Access } from '../../lib/identity/person/records.ts'
import { accessWrite } from '../../lib/identity/person/roles.ts'
import type { Table } from '../../lib/table/table.ts'
import { remove, type Write } from '../../lib/table/write.ts'

/** The rights of a person with these factors. Every change of factors writes them, so that two changes cannot cross. */
export const withFactors = (rights: Access, { passkeys, app }: Pick<Factors, 'passkeys' | 'app'>): Write => {
  const factors = [
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(app === undefined ? [] : (['totp'] as const)),
  ]
  return accessWrite({ ...rights, factors })
}

/** Binds a credential id to the first person who registers it. */
export const guardOf = (globalUserId: string, id: string): PasskeyGuard => ({
  hash: hashOf(id),
  person: hashOf(`${globalUserId} ${id}`),
})

export const findPasskeyGuard = (table: Table, id: string): Promise<PasskeyGuard | undefined> =>
  table.get(passkeyGuard, { hash: hashOf(id) }, { strong: true })

/** Finds the sign-in of a token, read strongly consistent. */
export const findPending = (table: Table, hash: string): Promise<PendingSignIn | undefined> =>
  table.get(pendingSignIn, { hash }, { strong: true })

/** Ends the second step of a sign-in, once. */
export const endPending = ({ hash }: PendingSignIn): Write =>
  remove(pendingSignIn, { hash }, { exists: true })

/** Finds an authenticator's challenge, read strongly consistent. */
export const findChallenge = (table: Table, hash: string): Promise<Challenge | undefined> =>
  table.get(challenge, { hash }, { strong: true })

/** A challenge is valid once. */
export const useUpChallenge = ({ hash }: Challenge): Write => remove(challenge, { hash }, { exists: true })
