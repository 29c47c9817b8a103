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

/** The rights of a person who has these factors. Every change of factors writes them, so that no two changes cross. */
export const withFactors = (rights: Access, { passkeys, app }: Pick<Factors, 'passkeys' | 'app'>): Write => {
  const factors = [
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(app === undefined ? [] : (['totp'] as const)),
  ]
  return accessWrite({ ...rights, factors })
}

/** Binds a credential id to the person who registers it first. */
export const guardOf = (globalUserId: string, id: string): PasskeyGuard => ({
  hash: hashOf(id),
  person: hashOf(`${globalUserId} ${id}`),
})

export const findPasskeyGuard = (table: Table, id: string): Promise<PasskeyGuard | undefined> =>
  table.get(passkeyGuard, { hash: hashOf(id) }, { strong: true })

/** The sign-in that a token belongs to, read strongly. */
export const findPending = (table: Table, hash: string): Promise<PendingSignIn | undefined> =>
  table.get(pendingSignIn, { hash }, { strong: true })

/** The second step of a sign-in is over, once. */
export const endPending = ({ hash }: PendingSignIn): Write =>
  remove(pendingSignIn, { hash }, { exists: true })

/** What an authenticator was asked to sign, read strongly. */
export const findChallenge = (table: Table, hash: string): Promise<Challenge | undefined> =>
  table.get(challenge, { hash }, { strong: true })

/** A challenge serves once. */
export const useUpChallenge = ({ hash }: Challenge): Write => remove(challenge, { hash }, { exists: true })
