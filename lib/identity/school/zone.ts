import type { Tenant } from '../../context.ts'
import { type OncePerKey, oncePerBatch } from '../../keyed-answer.ts'
import type { Settings } from '../../settings.ts'
import type { Table } from '../../table/table.ts'
import { type TenantRecord, tenantRecord } from '../person/records.ts'

/** The time zone of a school (IANA), or the deployment's zone without a school. */
export const zoneOfSchool = (
  school: Pick<TenantRecord, 'timezone'> | undefined,
  { DEFAULT_TIMEZONE }: Pick<Settings, 'DEFAULT_TIMEZONE'>,
): string => school?.timezone ?? DEFAULT_TIMEZONE

/** A request knows its school; consumers and sweepers have their school's table. */
export type ZoneContext = {
  readonly table: Table
  readonly settings: Pick<Settings, 'DEFAULT_TIMEZONE'>
  readonly tenant?: Tenant
  readonly once?: OncePerKey
}

type Reader = Pick<ZoneContext, 'table' | 'once'>

/** The school's row, read once per batch of change events. */
export const readSchool = (context: Reader): Promise<TenantRecord | undefined> =>
  oncePerBatch(context, 'school', () => context.table.get(tenantRecord, {}, { strong: true }))

/** The time zone for the school's rules. A request reads nothing, a batch of change events one item. */
export const findZone = async (context: ZoneContext): Promise<string> =>
  context.tenant ? context.tenant.timezone : zoneOfSchool(await readSchool(context), context.settings)
