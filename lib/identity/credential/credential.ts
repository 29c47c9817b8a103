import type { Table } from '../../table/table.ts'
import { type Credential, credential } from '../person/records.ts'

/** The password of a person, who may have none; read strongly. */
export const findCredential = (table: Table, globalUserId: string): Promise<Credential | undefined> =>
  table.get(credential, { globalUserId }, { strong: true })
