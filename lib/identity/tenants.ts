import type { Table } from '../table/table.ts'
import type { Written } from '../table/transact.ts'
import { put } from '../table/write.ts'
import { type TenantRecord, tenantListing, tenantRecord } from './records.ts'

/** A new school: its row in the registry and its own copy, together; refused when the key is taken. */
export const registerSchool = (table: Table, school: TenantRecord): Promise<Written> =>
  table
    .at(school.tenantKey)
    .write([put(tenantListing, school, { absent: true }), put(tenantRecord, school, { absent: true })])
