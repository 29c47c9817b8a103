import { writeCsv } from '../../lib/csv.ts'
import { type BudgetView, budgetProfile } from './contract/shapes.ts'

const none = ['', '', '', '']

/**
 * A budget as RFC 4180 text with six fields per record: its facts, then its lines under their header
 * (rules/budgets 28).
 */
export const csvOf = (view: BudgetView): string => {
  const facts = [
    ['field', 'value'],
    ['id', view._id],
    ...Object.entries(budgetProfile.pick(view)),
    ['templateKey', view.templateKey],
    ['fiscalYear', view.fiscalYear],
    ['status', view.status],
    ['totalAmount', view.totalAmount],
    ['createdAt', view.createdAt],
    ['updatedAt', view.updatedAt],
    ['currency', view.currency ?? ''],
  ].map((fact) => [...fact, ...none])
  const lines = view.lineItems.map(({ key, label, amount, numberValue, textValue, note }) => [
    key,
    label,
    amount,
    numberValue,
    textValue,
    note,
  ])
  const header = ['key', 'label', 'amount', 'numberValue', 'textValue', 'note']
  return writeCsv([...facts, header, ...lines])
}
