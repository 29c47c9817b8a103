import type { Factors } from '../../lib/identity/factor/factors.ts'
import { challenge, type PendingSignIn, pendingSignIn } from '../../lib/identity/factor/records.ts'
import type { Access } from '../../lib/identity/person/records.ts'
import { putAccess } from '../../lib/identity/person/roles.ts'
import type { Table } from '../../lib/table/table.ts'
import { remove, type Write } from '../../lib/table/write.ts'

/** The rights of a person who has these factors. Every change of factors writes them, so that no two changes cross. */
export const withFactors = (rights: Access, { passkeys, app }: Pick<Factors, 'passkeys' | 'app'>): Write => {
  const factors = [
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(app === undefined ? [] : (['totp'] as const)),
  ]
  return putAccess({ ...rights, factors })
}

/** The sign-in that a token belongs to, read strongly. */
export const findPending = (table: Table, hash: string): Promise<PendingSignIn | undefined> =>
  table.get(pendingSignIn, { hash }, { strong: true })

/** The second step of a sign-in is over, once. */
export const pendingOver = ({ hash }: PendingSignIn): Write =>
  remove(pendingSignIn, { hash }, { exists: true })

/** Uses a challenge up; undefined when there is none, or somebody else did. */
export const takeChallenge = async (table: Table, hash: string) => {
  const found = await table.get(challenge, { hash }, { strong: true })
  if (!found) return undefined
  const { ok } = await table.remove(challenge, { hash }, { exists: true })
  return ok ? found : undefined
}
