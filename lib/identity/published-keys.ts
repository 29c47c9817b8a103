import type { Table } from '../table/table.ts'
import { type SigningKey, signingKey } from './records.ts'

/** Public keys that access tokens may be signed with, newest last. At most a handful exist at a time. */
export const listAccessKeys = async (table: Table): Promise<SigningKey[]> => {
  const { items } = await table.list(signingKey, { holes: {}, limit: 100 })
  return items.filter(({ use }) => use === 'access')
}
