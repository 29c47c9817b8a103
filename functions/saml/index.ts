import type { Table } from '../../lib/table/table.ts'
import { findConfig } from './repository.ts'

/** Whether the school's identity provider signs people in. */
export const signsPeopleIn = async (table: Table): Promise<boolean> =>
  (await findConfig(table))?.isActive === true
