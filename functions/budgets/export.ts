import { answer } from '../../lib/contract/reply.ts'
import { byteOrderMark } from '../../lib/csv.ts'
import type { Operation } from '../../lib/operation.ts'
import { findSettings, formatFor } from '../policies/index.ts'
import { readBudget } from './budget.ts'
import type { contract } from './contract.ts'
import { csvOf } from './csv.ts'

type Rows = (typeof contract)['rows']

export const exportBudget: Operation<Rows['exportBudget']> = async (
  { format: requestedFormat, bom, ...named },
  context,
) => {
  const [settings, view] = await Promise.all([findSettings(context.table), readBudget(named, context)])
  const format = formatFor(settings, requestedFormat, 'json')
  if (format === 'json') return view
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="budget-${view._id}.csv"`,
  }
  return answer(view, { page: byteOrderMark(bom) + csvOf(view), headers })
}
