import type { Table } from '../../table/table.ts'
import { type SigningKey, signingKey } from '../person/records.ts'

/** Public keys that access tokens may be signed with. At most a handful exist at a time. */
export const listAccessKeys = async (table: Table): Promise<SigningKey[]> => {
  const { items } = await table.list(signingKey, { holes: {}, limit: 100 })
  return items.filter(({ use }) => use === 'access')
}

/**
 * Takes the keys out of the table whose secret has left the ring: who still knows that secret signs nothing any more.
 * Keys that are younger than `newest` stay, since this process may be the one that has not heard of a rotation yet.
 */
export const retireKeys = async (table: Table, newest: string, ring: readonly string[]): Promise<void> => {
  const { items } = await table.list(signingKey, { holes: {}, limit: 100, strong: true })
  const since = items.find(({ kid }) => kid === newest)?.createdAt ?? ''
  const left = items.filter(({ kid, createdAt }) => createdAt < since && !ring.includes(kid))
  await Promise.all(left.map(({ kid }) => table.remove(signingKey, { kid })))
}
