import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { Forbidden, ValidationError } from '../../lib/contract/failures.ts'
import { withReasons } from '../../lib/identity/audit/notes.ts'
import { isTenantKey } from '../../lib/identity/school/schools.ts'
import type { Operations } from '../../lib/operation.ts'
import type { Table } from '../../lib/table/table.ts'
import type { contract } from './contract.ts'
import { auditPage } from './pages.ts'

const refuse = (field: string, message: string): never =>
  fail(ValidationError, { field, details: [{ field, message }] })

const momentOf = (text: string | undefined, field: string): string | undefined => {
  if (text === undefined) return undefined
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? refuse(field, 'There is no such moment') : at.toISOString()
}

/** Rows of this school, or on the platform host of the platform or of the school that is named. */
const tableOf = ({ table, tenant }: Context<'admin'>, named: string | undefined): Table => {
  if (named === undefined || named === tenant.key) return table
  if (!tenant.platform) fail(Forbidden)
  return isTenantKey(named) ? table.at(named) : refuse('tenant', 'There is no such school')
}

export const operations: Operations<typeof contract> = {
  async listAuditEntries({ action, actor, from, to, limit = '50', cursor, tenant }, context) {
    const selection = { action, actor, from: momentOf(from, 'from'), to: momentOf(to, 'to') }
    if ((selection.from ?? '') > (selection.to ?? '~')) refuse('from', 'Expected a moment before `to`')
    const wanted = { limit: Math.min(100, Math.max(1, Number(limit))), cursor }
    const table = tableOf(context, tenant)
    const { entries, nextCursor } = await auditPage(table, selection, wanted, context.now())
    return { entries: [...(await withReasons(table, entries))], nextCursor }
  },
}
